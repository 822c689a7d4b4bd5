import type { paths as JiraPaths } from "../../generated/jira-api.ts";
import type { components, paths as TempoPaths } from "../../generated/tempo-data-center-api.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { addDays, utcDate } from "../../timesheet/dates.ts";
import { ForbiddenError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import {
  ACCOUNTS_TTL_MS,
  type Accounts,
  issueAccounts,
  keepAccounts,
  type ListedAccount,
  openAccounts,
  toListedAccount,
} from "../accounts.ts";
import type { ApiClient } from "../http/client.ts";
import { expectArray, expectInteger, optionalString } from "../http/parse.ts";
import { remember } from "../memoize.ts";
import type { DataCenterWorklog, WorklogSearch } from "./worklogs.ts";

interface ProjectAccounts {
  linked: ListedAccount[];
  defaultId: number | undefined;
}

export function createDataCenterAccounts(
  tempo: ApiClient<TempoPaths>,
  jira: ApiClient<JiraPaths>,
  worklogs: WorklogSearch,
  clock: Pick<Clock, "now" | "wallClock">,
): Accounts {
  const listAll = remember(clock, ACCOUNTS_TTL_MS, loadAll);
  const ofProject = remember(clock, ACCOUNTS_TTL_MS, loadProject);
  const projectOf = remember(clock, ACCOUNTS_TTL_MS, loadProjectId);
  const ownKeyOf = remember(clock, ACCOUNTS_TTL_MS, findOwnKey);
  const kept = keepAccounts();

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

  /** The key of an issue's own account, from the user's recent worklogs on it, which need not have it themselves; undefined if none shows it. */
  async function findOwnKey(issueId: string, scope: CallScope): Promise<string | undefined> {
    const today = utcDate(clock.wallClock());
    const range = { startDate: addDays(today, -365), endDate: addDays(today, 30) };
    const keyOf = ({ issue }: DataCenterWorklog) => optionalString(issue?.accountKey, "an issue's account");
    const keys = await worklogs.own(range, { taskId: [Number(issueId)] }, keyOf, scope);
    return keys.find((key) => key !== "");
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
    async open(scope) {
      return openAccounts(await listAll("all", scope));
    },

    async of(issueId, scope) {
      const [projectId, ownKey, all] = await Promise.all([
        projectOf(issueId, scope),
        ownKeyOf(issueId, scope),
        listAll("all", scope),
      ]);
      const project = await ofProject(projectId, scope);
      return kept([all, project, ownKey], () => {
        const { linked, defaultId } = project;
        const links = linked.map(({ id }) => ({ accountId: id, isDefault: id === defaultId }));
        return issueAccounts([...all, ...linked], links, ({ key }) => key === ownKey);
      });
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
