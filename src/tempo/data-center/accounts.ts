import type { paths as JiraPaths } from "../../generated/jira-api.ts";
import type { components, paths as TempoPaths } from "../../generated/tempo-data-center-api.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { ForbiddenError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import {
  ACCOUNTS_TTL_MS,
  type Accounts,
  issueAccounts,
  type ListedAccount,
  toListedAccount,
} from "../accounts.ts";
import type { ApiClient } from "../http/client.ts";
import { expectArray, expectInteger } from "../http/parse.ts";
import { remember } from "../memoize.ts";

interface ProjectAccounts {
  linked: ListedAccount[];
  defaultId: number | undefined;
}

/** @param findOwnKey finds the key of an issue's own account; undefined if no worklog of the user's shows it */
export function createDataCenterAccounts(
  tempo: ApiClient<TempoPaths>,
  jira: ApiClient<JiraPaths>,
  findOwnKey: (issueId: string, scope: CallScope) => Promise<string | undefined>,
  clock: Pick<Clock, "now">,
): Accounts {
  const listAll = remember(clock, ACCOUNTS_TTL_MS, loadAll);
  const ofProject = remember(clock, ACCOUNTS_TTL_MS, loadProject);
  const projectOf = remember(clock, ACCOUNTS_TTL_MS, loadProjectId);
  const ownKeyOf = remember(clock, ACCOUNTS_TTL_MS, findOwnKey);

  /** A user who may not see all accounts can still use those of the project. */
  async function loadAll(_: "all", scope: CallScope): Promise<ListedAccount[]> {
    const reading = tempo.read(
      scope,
      (client, signal) => client.GET("/rest/tempo-accounts/1/account", { signal }),
      toListedAccounts,
    );
    return reading.catch((error: unknown) => {
      if (error instanceof ForbiddenError) return [];
      throw error;
    });
  }

  function loadProjectId(issueId: string, scope: CallScope): Promise<number> {
    const params = { path: { issueIdOrKey: issueId }, query: { fields: "project" } };
    return jira.read(
      scope,
      (client, signal) => client.GET("/rest/api/2/issue/{issueIdOrKey}", { params, signal }),
      ({ fields }) => expectInteger(Number(fields?.project?.id), "an issue's project"),
      `Issue ${issueId}`,
    );
  }

  async function loadProject(projectId: number, scope: CallScope): Promise<ProjectAccounts> {
    const params = { path: { projectId } };
    const [linked, defaultId] = await Promise.all([
      tempo.read(
        scope,
        (client, signal) =>
          client.GET("/rest/tempo-accounts/1/account/project/{projectId}", { params, signal }),
        toListedAccounts,
      ),
      tempo.read(
        scope,
        (client, signal) => client.GET("/rest/tempo-accounts/1/link/project/{projectId}", { params, signal }),
        defaultIn,
      ),
    ]);
    return { linked, defaultId };
  }

  return {
    async of(issueId, scope) {
      const [projectId, ownKey, all] = await Promise.all([
        projectOf(issueId, scope),
        ownKeyOf(issueId, scope),
        listAll("all", scope),
      ]);
      const { linked, defaultId } = await ofProject(projectId, scope);
      const links = linked.map(({ id }) => ({ accountId: id, isDefault: id === defaultId }));
      return issueAccounts([...all, ...linked], links, ({ key }) => key === ownKey);
    },
  };
}

function toListedAccounts(accounts: components["schemas"]["Account"][]): ListedAccount[] {
  return expectArray(accounts, "its accounts").map(toListedAccount);
}

function defaultIn(links: components["schemas"]["AccountLink"][]): number | undefined {
  const link = expectArray(links, "its account links").find(({ defaultAccount }) => defaultAccount === true);
  return link && expectInteger(link.accountId, "a linked account's id");
}
