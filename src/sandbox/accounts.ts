import type { operations as CloudOperations, components } from "../generated/tempo-api.ts";
import type { operations as DataCenterOperations } from "../generated/tempo-data-center-api.ts";
import type { OperationHandlers } from "./operation.ts";
import { pageOf } from "./pages.ts";
import { projectKeyOf } from "./projects.ts";
import type { SandboxAccount, SandboxState } from "./state.ts";

type AccountOperation = "searchAccounts" | "getAccountLinksByProject";
type DataCenterOperation = "getAccounts" | "getAccountsByProject" | "getAccountLinksByProject";

export const accountHandlers: Pick<OperationHandlers<CloudOperations>, AccountOperation> = {
  searchAccounts(state, call) {
    const { statuses } = (call.body ?? {}) as components["schemas"]["AccountSearchInput"];
    const found = accountsOf(state).filter(({ status = "OPEN" }) => statuses?.includes(status) ?? true);
    const { results, ...page } = pageOf(state, found, call);
    const { origin } = call.url;
    const accounts = results.map((account) => {
      const self = selfOf(account, origin);
      const lead = { accountId: state.seed.me.accountId };
      return { ...toReply(account), lead, links: { self: `${self}/links` }, self };
    });
    return { status: 200, body: { ...page, results: accounts } };
  },

  getAccountLinksByProject(state, { parameters, url }) {
    const { projectId, includeGlobalAccounts } = parameters;
    const projectKey = projectKeyOf(state.seed, Number(projectId));
    if (projectKey === undefined)
      return { status: 404, body: { errors: [{ message: `Project with id '${projectId}' not found` }] } };
    const results = accountsOf(state)
      .filter((account) => isUsedBy(state, account, projectKey, includeGlobalAccounts === true))
      .map((account) => ({
        id: account.id + 1000,
        account: {
          self: selfOf(account, url.origin),
          ...(state.behaviour.linkedAccountIds === "shown" && { id: account.id }),
        },
        default: isDefaultOf(account, projectKey),
        scope: {
          id: Number(projectId),
          self: `${url.origin}/rest/api/2/project/${projectId}`,
          type: "PROJECT" as const,
        },
        self: `${url.origin}/4/account-links/${account.id + 1000}`,
      }));
    return { status: 200, body: { self: url.href, metadata: { count: results.length }, results } };
  },
};

export const dataCenterAccountHandlers: Pick<OperationHandlers<DataCenterOperations>, DataCenterOperation> = {
  getAccounts(state) {
    return { status: 200, body: accountsOf(state).map(toReply) };
  },

  getAccountsByProject(state, { parameters }) {
    const found = linkedTo(state, Number(parameters.projectId));
    return found ? { status: 200, body: found.accounts.map(toReply) } : PROJECT_NOT_FOUND;
  },

  getAccountLinksByProject(state, { parameters }) {
    const found = linkedTo(state, Number(parameters.projectId));
    if (!found) return PROJECT_NOT_FOUND;
    const body = found.accounts.map((account) => ({
      id: account.id + 1000,
      accountId: account.id,
      defaultAccount: isDefaultOf(account, found.projectKey),
    }));
    return { status: 200, body };
  },
};

const PROJECT_NOT_FOUND = {
  status: 404 as const,
  body: { errorMessages: ["No project could be found"], errors: {} },
};

function linkedTo(
  state: SandboxState,
  projectId: number,
): { projectKey: string; accounts: SandboxAccount[] } | undefined {
  const projectKey = projectKeyOf(state.seed, projectId);
  if (projectKey === undefined) return undefined;
  return {
    projectKey,
    accounts: accountsOf(state).filter((account) => isUsedBy(state, account, projectKey, true)),
  };
}

function isUsedBy(
  { behaviour }: SandboxState,
  account: SandboxAccount,
  projectKey: string,
  withGlobal: boolean,
): boolean {
  const { projects = [], global = false } = account;
  if (projects.includes(projectKey) || isDefaultOf(account, projectKey)) return true;
  return global && withGlobal && behaviour.globalAccounts === "listed";
}

function isDefaultOf({ defaultOf = [] }: SandboxAccount, projectKey: string): boolean {
  return defaultOf.includes(projectKey);
}

function accountsOf({ seed }: SandboxState): SandboxAccount[] {
  return seed.accounts ?? [];
}

function toReply({ id, key, name, status = "OPEN", global = false }: SandboxAccount) {
  return { id, key, name, status, global };
}

function selfOf({ id }: SandboxAccount, origin: string): string {
  return `${origin}/4/accounts/${id}`;
}
