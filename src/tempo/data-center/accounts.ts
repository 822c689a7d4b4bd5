import type { paths as JiraPaths } from "../../generated/jira-api.ts";
import type { components, paths as TempoPaths } from "../../generated/tempo-data-center-api.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { ForbiddenError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import {
  ACCOUNTS_TTL_MS,
  type Accounts,
  type IssueAccounts,
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

export class DataCenterAccounts implements Accounts {
  readonly #tempo: ApiClient<TempoPaths>;
  readonly #jira: ApiClient<JiraPaths>;
  readonly #all: (scope: CallScope) => Promise<ListedAccount[]>;
  readonly #ofProject: (projectId: number, scope: CallScope) => Promise<ProjectAccounts>;
  readonly #projectOf: (issueId: string, scope: CallScope) => Promise<number>;
  readonly #ownKeyOf: (issueId: string, scope: CallScope) => Promise<string | undefined>;

  /** @param ownKeyOf key of an issue's own account; undefined if no worklog of the user's shows it */
  constructor(
    tempo: ApiClient<TempoPaths>,
    jira: ApiClient<JiraPaths>,
    ownKeyOf: (issueId: string, scope: CallScope) => Promise<string | undefined>,
    clock: Pick<Clock, "now">,
  ) {
    this.#tempo = tempo;
    this.#jira = jira;
    const all = remember(clock, ACCOUNTS_TTL_MS, (_: "all", scope) => this.#loadAll(scope));
    this.#all = (scope) => all("all", scope);
    this.#ofProject = remember(clock, ACCOUNTS_TTL_MS, (id: number, scope) => this.#loadProject(id, scope));
    this.#projectOf = remember(clock, ACCOUNTS_TTL_MS, (id: string, scope) => this.#loadProjectId(id, scope));
    this.#ownKeyOf = remember(clock, ACCOUNTS_TTL_MS, ownKeyOf);
  }

  async of(issueId: string, scope: CallScope): Promise<IssueAccounts> {
    const [projectId, ownKey, all] = await Promise.all([
      this.#projectOf(issueId, scope),
      this.#ownKeyOf(issueId, scope),
      this.#all(scope),
    ]);
    const { linked, defaultId } = await this.#ofProject(projectId, scope);
    const links = linked.map(({ id }) => ({ accountId: id, isDefault: id === defaultId }));
    return issueAccounts([...all, ...linked], links, ({ key }) => key === ownKey);
  }

  /** A user who may not see all accounts can still use those of the project. */
  async #loadAll(scope: CallScope): Promise<ListedAccount[]> {
    const reading = this.#tempo.read(
      scope,
      (client, signal) => client.GET("/rest/tempo-accounts/1/account", { signal }),
      toListedAccounts,
    );
    return reading.catch((error: unknown) => {
      if (error instanceof ForbiddenError) return [];
      throw error;
    });
  }

  #loadProjectId(issueId: string, scope: CallScope): Promise<number> {
    const params = { path: { issueIdOrKey: issueId }, query: { fields: "project" } };
    return this.#jira.read(
      scope,
      (client, signal) => client.GET("/rest/api/2/issue/{issueIdOrKey}", { params, signal }),
      ({ fields }) => expectInteger(Number(fields?.project?.id), "an issue's project"),
      `Issue ${issueId}`,
    );
  }

  async #loadProject(projectId: number, scope: CallScope): Promise<ProjectAccounts> {
    const params = { path: { projectId } };
    const [linked, defaultId] = await Promise.all([
      this.#tempo.read(
        scope,
        (client, signal) =>
          client.GET("/rest/tempo-accounts/1/account/project/{projectId}", { params, signal }),
        toListedAccounts,
      ),
      this.#tempo.read(
        scope,
        (client, signal) => client.GET("/rest/tempo-accounts/1/link/project/{projectId}", { params, signal }),
        defaultIn,
      ),
    ]);
    return { linked, defaultId };
  }
}

function toListedAccounts(accounts: components["schemas"]["Account"][]): ListedAccount[] {
  return expectArray(accounts, "its accounts").map(toListedAccount);
}

function defaultIn(links: components["schemas"]["AccountLink"][]): number | undefined {
  const link = expectArray(links, "its account links").find(({ defaultAccount }) => defaultAccount === true);
  return link && expectInteger(link.accountId, "a linked account's id");
}
