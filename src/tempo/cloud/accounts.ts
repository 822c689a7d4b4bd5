import type { components, paths as TempoPaths } from "../../generated/tempo-api.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { ForbiddenError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import {
  ACCOUNTS_TTL_MS,
  type AccountLink,
  type Accounts,
  issueAccounts,
  keepAccounts,
  type ListedAccount,
  openAccounts,
  toListedAccount,
} from "../accounts.ts";
import type { ApiClient } from "../http/client.ts";
import { expectArray, expectInteger, expectString } from "../http/parse.ts";
import { memoizeAsync, remember } from "../memoize.ts";
import type { CloudJira } from "./jira.ts";
import { allPages, parsePage } from "./pages.ts";

/** The end of the type of Tempo's issue field Account; its id differs by site. */
const ACCOUNT_FIELD_TYPE = "io.tempo.jira__account";

interface IssueFacts {
  projectId: number;
  /** Numeric id of the issue's own account. */
  accountId: number | undefined;
}

export function createCloudAccounts(
  tempo: ApiClient<TempoPaths>,
  jira: CloudJira,
  clock: Pick<Clock, "now">,
): Accounts {
  const listAll = remember(clock, ACCOUNTS_TTL_MS, loadAll);
  const linksOf = remember(clock, ACCOUNTS_TTL_MS, loadLinks);
  const factsOf = remember(clock, ACCOUNTS_TTL_MS, loadFacts);
  const accountField = memoizeAsync(loadAccountField);
  const kept = keepAccounts();

  function loadAll(_: "all", scope: CallScope): Promise<ListedAccount[]> {
    const body: components["schemas"]["AccountSearchInput"] = { statuses: ["OPEN"] };
    return allPages(
      (page) =>
        tempo.read(
          scope,
          (client, signal) => client.POST("/4/accounts/search", { params: { query: page }, body, signal }),
          parsePage(toListedAccount),
        ),
      ({ key }) => key,
    );
  }

  function loadLinks(projectId: number, scope: CallScope): Promise<AccountLink[]> {
    const params = { path: { projectId }, query: { includeGlobalAccounts: true } };
    return tempo.read(
      scope,
      (client, signal) => client.GET("/4/account-links/project/{projectId}", { params, signal }),
      ({ results }) => expectArray(results, "its account links").map(toLink),
    );
  }

  async function loadFacts(issueId: string, scope: CallScope): Promise<IssueFacts> {
    const field = await accountField(scope);
    const fields = field === undefined ? "project" : `project,${field}`;
    const params = { path: { issueIdOrKey: issueId }, query: { fields } };
    return jira.read(
      scope,
      (client, signal) => client.GET("/rest/api/3/issue/{issueIdOrKey}", { params, signal }),
      (issue) => ({
        projectId: expectInteger(Number(issue.fields?.project?.id), "an issue's project"),
        accountId: field === undefined ? undefined : accountIdIn(issue.fields[field]),
      }),
      `Issue ${issueId}`,
    );
  }

  /** A token that may not read the fields reads no issue's own account; its project's are still known. */
  async function loadAccountField(scope: CallScope): Promise<string | undefined> {
    const reading = jira.read(
      scope,
      (client, signal) => client.GET("/rest/api/3/field", { signal }),
      (fields) =>
        expectArray(fields, "its fields").find(({ schema }) => schema?.custom?.endsWith(ACCOUNT_FIELD_TYPE))
          ?.id,
    );
    return reading.catch((error: unknown) => {
      if (error instanceof ForbiddenError) return undefined;
      throw error;
    });
  }

  return {
    async open(scope) {
      return openAccounts(await listAll("all", scope));
    },

    async of(issueId, scope) {
      const { projectId, accountId } = await factsOf(issueId, scope);
      const [accounts, links] = await Promise.all([listAll("all", scope), linksOf(projectId, scope)]);
      return kept([accounts, links, accountId], () =>
        issueAccounts(accounts, links, ({ id }) => id === accountId),
      );
    },
  };
}

function toLink({ account, default: isDefault }: components["schemas"]["AccountLink"]): AccountLink {
  const id = account?.id ?? Number(/\/(\d+)$/.exec(expectString(account?.self, "a linked account"))?.[1]);
  return { accountId: expectInteger(id, "a linked account's id"), isDefault: isDefault === true };
}

/** The field has an object, or null. */
function accountIdIn(value: unknown): number | undefined {
  if (typeof value !== "object" || value === null || !("id" in value)) return undefined;
  const id = Number(value.id);
  return Number.isSafeInteger(id) ? id : undefined;
}
