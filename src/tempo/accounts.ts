import type { CallScope } from "../timesheet/port.ts";
import { compareText } from "../timesheet/totals.ts";
import { expectInteger, expectString, optionalString } from "./http/parse.ts";

const OPEN = "OPEN";

/** The time for which accounts and their links are remembered: a batch reads them once, and what a user changes counts soon. */
export const ACCOUNTS_TTL_MS = 60_000;

export interface Account {
  key: string;
  name: string;
}

/** An account as Tempo lists it. */
export interface ListedAccount extends Account {
  id: number;
  isOpen: boolean;
  /** Whether every project may use it. */
  isGlobal: boolean;
}

/** A project's link to an account. */
export interface AccountLink {
  accountId: number;
  isDefault: boolean;
}

/** The accounts that worklogs of an issue can have. All are open. */
export interface IssueAccounts {
  /** The issue's own, as far as it can be read. */
  own: Account | undefined;
  projectDefault: Account | undefined;
  /** Accounts linked to the project, by key. */
  linked: Account[];
  /** Accounts that every project may use, by key. */
  global: Account[];
}

export interface Accounts {
  /** All open accounts that the user may see, whatever their projects. */
  open(scope: CallScope): Promise<Account[]>;
  /** The accounts of an issue. */
  of(issueId: string, scope: CallScope): Promise<IssueAccounts>;
}

export function openAccounts<Listed extends Pick<ListedAccount, "isOpen">>(
  accounts: readonly Listed[],
): Listed[] {
  return accounts.filter(({ isOpen }) => isOpen);
}

/** @param isOwn whether a listed account is the issue's own */
export function issueAccounts(
  listedAccounts: readonly ListedAccount[],
  links: readonly AccountLink[],
  isOwn: (account: ListedAccount) => boolean,
): IssueAccounts {
  const byId = new Map(openAccounts(listedAccounts).map((account) => [account.id, account]));
  const open = [...byId.values()].toSorted((a, b) => compareText(a.key, b.key));
  const linkedIds = new Set(links.map(({ accountId }) => accountId));
  const defaultId = links.find(({ isDefault }) => isDefault)?.accountId;
  const toAccount = ({ key, name }: ListedAccount): Account => ({ key, name });
  const find = (isWanted: (account: ListedAccount) => boolean) => open.filter(isWanted).map(toAccount);
  return {
    own: find(isOwn)[0],
    projectDefault: find(({ id }) => id === defaultId)[0],
    linked: find(({ id, isGlobal }) => linkedIds.has(id) && !isGlobal),
    global: find(({ isGlobal }) => isGlobal),
  };
}

/** The most accounts of issues that are kept. */
const MAX_KEPT = 20;

/**
 * Keeps the accounts of issues that were made last. The issues of a project mostly share theirs, which may be thousands, and each row of a
 * batch asks for them.
 *
 * @returns what makes them of parts, unless those of the very same parts are kept
 */
export function keepAccounts(): (parts: readonly unknown[], make: () => IssueAccounts) => IssueAccounts {
  let kept: { parts: readonly unknown[]; accounts: IssueAccounts }[] = [];
  return (parts, make) => {
    const found = kept.find((it) => it.parts.every((part, index) => part === parts[index]));
    const used = found ?? { parts, accounts: make() };
    kept = [used, ...kept.filter((it) => it !== used)].slice(0, MAX_KEPT);
    return used.accounts;
  };
}

/**
 * The account that worklogs of an issue get: the issue's own, else the default of its project, else the only one linked to the
 * project, else, if none is linked, the only global one. Undefined if that leaves none or a choice.
 */
export function chooseAccount({ own, projectDefault, linked, global }: IssueAccounts): Account | undefined {
  const [first, ...others] = linked.length > 0 ? linked : global;
  return own ?? projectDefault ?? (others.length === 0 ? first : undefined);
}

/** Every account once: the one that `chooseAccount` takes, those of the project, the global ones. */
export function inOrderOfChoice(accounts: IssueAccounts): Account[] {
  const chosen = chooseAccount(accounts);
  const all = [...(chosen ? [chosen] : []), ...accounts.linked, ...accounts.global];
  return [...new Map(all.map((account) => [account.key, account])).values()];
}

/** The fields that both deployments have; an account that says nothing of its status counts as open. */
export function toListedAccount(account: {
  id: number;
  key: string;
  name?: string;
  status?: string;
  global?: boolean;
}): ListedAccount {
  return {
    id: expectInteger(account.id, "an account's id"),
    key: expectString(account.key, "an account's key"),
    name: optionalString(account.name, "an account's name"),
    isOpen: (optionalString(account.status, "an account's status") || OPEN) === OPEN,
    isGlobal: account.global === true,
  };
}
