import type { operations as CloudOperations, components } from "../generated/tempo-api.ts";
import type { operations as DataCenterOperations } from "../generated/tempo-data-center-api.ts";
import { listOf, type OperationHandlers, pageOf, Refusal } from "./operation.ts";
import type { SandboxAccount, SandboxIssue, SandboxSeed } from "./state.ts";

type AccountOperation = "searchAccounts" | "getAccountLinksByProject";
type DataCenterOperation = "getAccounts" | "getAccountsByProject" | "getAccountLinksByProject";

export const accountHandlers: Pick<OperationHandlers<CloudOperations>, AccountOperation> = {
  searchAccounts(state, call) {
    const { statuses } = (call.body ?? {}) as components["schemas"]["AccountSearchInput"];
    const all = state.seed.accounts ?? [];
    const found = all.filter(({ status = "OPEN" }) => statuses?.includes(status) ?? true);
    const { results, ...page } = pageOf(found, call, state);
    const { origin } = call.url;
    const accounts = results.map((account) => {
      const self = selfOf(account, origin);
      const lead = { accountId: state.seed.me.accountId };
      return { ...toReply(account), lead, links: { self: `${self}/links` }, self };
    });
    return { ...page, results: accounts };
  },

  getAccountLinksByProject({ seed }, { parameters, url }) {
    const { projectId, includeGlobalAccounts } = parameters;
    const used = usedBy(seed, projectId, includeGlobalAccounts === true);
    if (!used) throw new Refusal(404, `Project with id '${projectId}' not found`);
    const links = used.accounts.map((account) => ({
      id: account.id + 1000,
      account: { self: selfOf(account, url.origin) },
      default: isDefaultOf(account, used.projectKey),
      scope: {
        id: Number(projectId),
        self: `${url.origin}/rest/api/2/project/${projectId}`,
        type: "PROJECT" as const,
      },
      self: `${url.origin}/4/account-links/${account.id + 1000}`,
    }));
    return listOf(links, url);
  },
};

export const dataCenterAccountHandlers: Pick<OperationHandlers<DataCenterOperations>, DataCenterOperation> = {
  getAccounts: ({ seed }) => (seed.accounts ?? []).map(toReply),

  getAccountsByProject: ({ seed }, { parameters }) =>
    usedInProject(seed, parameters.projectId).accounts.map(toReply),

  getAccountLinksByProject({ seed }, { parameters }) {
    const { accounts, projectKey } = usedInProject(seed, parameters.projectId);
    return accounts.map((account) => ({
      id: account.id + 1000,
      accountId: account.id,
      defaultAccount: isDefaultOf(account, projectKey),
    }));
  },
};

interface Used {
  projectKey: string;
  accounts: SandboxAccount[];
}

/** @throws Refusal if there is no such project */
function usedInProject(seed: SandboxSeed, projectId: unknown): Used {
  const used = usedBy(seed, projectId, true);
  if (!used) throw new Refusal(404, "No project could be found");
  return used;
}

/** The accounts that a project may use; undefined if there is no such project. */
function usedBy(seed: SandboxSeed, projectId: unknown, withGlobal: boolean): Used | undefined {
  const projectKey = projectKeys(seed)[Number(projectId) - FIRST_PROJECT_ID];
  if (projectKey === undefined) return undefined;
  const accounts = (seed.accounts ?? []).filter((account) => {
    const { projects = [], global = false } = account;
    return projects.includes(projectKey) || isDefaultOf(account, projectKey) || (global && withGlobal);
  });
  return { projectKey, accounts };
}

function isDefaultOf({ defaultOf = [] }: SandboxAccount, projectKey: string): boolean {
  return defaultOf.includes(projectKey);
}

function toReply({ id, key, name, status = "OPEN", global = false }: SandboxAccount) {
  return { id, key, name, status, global };
}

function selfOf({ id }: SandboxAccount, origin: string): string {
  return `${origin}/4/accounts/${id}`;
}

const FIRST_PROJECT_ID = 20_000;

/** The project of an issue, as Jira names it. */
export function projectOf(seed: SandboxSeed, issue: SandboxIssue): { id: string; key: string } {
  const key = prefixOf(issue);
  return { id: String(FIRST_PROJECT_ID + projectKeys(seed).indexOf(key)), key };
}

function projectKeys({ issues }: SandboxSeed): string[] {
  return [...new Set(issues.map(prefixOf))];
}

function prefixOf({ key }: SandboxIssue): string {
  return key.slice(0, key.lastIndexOf("-"));
}
