import { RejectedError, SettingsError } from "../timesheet/errors.ts";
import type { WorkAttribute as DomainWorkAttribute, Issue } from "../timesheet/port.ts";
import { type Account, chooseAccount, type IssueAccounts, inOrderOfChoice } from "./accounts.ts";
import { ACCOUNT_OF_ISSUE, type WorkAttributeValues } from "./deployment.ts";
import { upstreamName } from "./http/upstream-message.ts";

const MAX_LISTED = 50;

/** The type of the work attributes whose value is an account's key. */
const ACCOUNT_TYPE = "ACCOUNT";

export interface WorkAttribute extends DomainWorkAttribute {
  /** Undefined on Cloud. */
  id?: number;
}

export interface ChosenAttribute {
  attribute: WorkAttribute;
  value: string;
}

/**
 * A list's value may be given by its name too. `@issue` stays as it is; see `withAccount`.
 *
 * @throws SettingsError for an unknown attribute or value, and for `@issue` if the attribute is no account
 */
export function chooseAttributes(
  catalogue: WorkAttribute[],
  configured: WorkAttributeValues,
  setting: string,
): ChosenAttribute[] {
  return Object.entries(configured).map(([key, given]) => {
    const attribute = catalogue.find((candidate) => candidate.key === key);
    if (!attribute) {
      const known = listed(catalogue.map((candidate) => candidate.key)) || "none";
      throw new SettingsError(
        `${setting} names ${key}, which this Tempo does not have. It has: ${known}. Correct or remove it.`,
      );
    }
    if (given === ACCOUNT_OF_ISSUE) {
      if (isAccount(attribute)) return { attribute, value: given };
      throw new SettingsError(
        `${setting} sets ${key} to ${given}, which only an attribute of type ${ACCOUNT_TYPE} can have; ${key} is of type ` +
          `${upstreamName(attribute.type) || "none"}. Set it to a value.`,
      );
    }
    const { values } = attribute;
    const chosen = values.find(({ value }) => value === given) ?? values.find(({ name }) => name === given);
    if (values.length > 0 && !chosen) {
      const allowed = listed(values.map(({ value }) => value));
      throw new SettingsError(
        `${setting} sets ${key} to ${given}, which is not an allowed value (${allowed}). Set it to one of them.`,
      );
    }
    return { attribute, value: chosen?.value ?? given };
  });
}

export function isOfIssue({ value }: ChosenAttribute): boolean {
  return value === ACCOUNT_OF_ISSUE;
}

/** Replaces `@issue` by the account that worklogs of the issue get. @throws SettingsError if there is none, or a choice */
export function withAccount(
  chosen: readonly ChosenAttribute[],
  accounts: IssueAccounts,
  { key }: Issue,
  setting: string,
): ChosenAttribute[] {
  return chosen.map((choice) => {
    if (!isOfIssue(choice)) return choice;
    const account = chooseAccount(accounts);
    if (account) return { ...choice, value: account.key };
    const open = inOrderOfChoice(accounts);
    if (open.length === 0) {
      throw new SettingsError(
        `Not sent: ${setting} sets ${choice.attribute.key} to the account of the issue, and no account is open to ${key}. Link one to its ` +
          `project in Tempo, or set the value of ${choice.attribute.key} in ${setting} to the key of an account.`,
      );
    }
    throw new SettingsError(
      `Not sent: ${setting} sets ${choice.attribute.key} to the account of the issue, and several are open to ${key}: ` +
        `${listed(open.map(describeAccount))}. Make one the default of its project in Tempo, or set the value of ${choice.attribute.key} in ` +
        `${setting} to the key of one.`,
    );
  });
}

/** The attributes as they are for an issue: the values of one of type ACCOUNT are the accounts open to it. */
export function withAccountValues(
  catalogue: readonly WorkAttribute[],
  accounts: IssueAccounts,
): WorkAttribute[] {
  const values = inOrderOfChoice(accounts).map(({ key, name }) => ({ value: key, name: name || key }));
  return catalogue.map((attribute) => (isAccount(attribute) ? { ...attribute, values } : attribute));
}

export function isAccount({ type }: WorkAttribute): boolean {
  return type === ACCOUNT_TYPE;
}

function describeAccount({ key, name }: Account): string {
  return name === "" || name === key ? key : `${key} (${name})`;
}

/** Tempo sets this type itself, from the worklog's billable time. */
const FILLED_BY_TEMPO = "BILLABLE_SECONDS";

interface UnsetRequirements {
  names: string;
  example: string;
}

/** The required attributes that the settings leave out. */
export function unsetAttributes(
  catalogue: readonly WorkAttribute[],
  configured: WorkAttributeValues,
): WorkAttribute[] {
  return catalogue.filter(
    ({ key, required, type }) =>
      required && type !== FILLED_BY_TEMPO && !(Object.hasOwn(configured, key) && configured[key]),
  );
}

export function unsetRequirements(
  catalogue: readonly WorkAttribute[],
  configured: WorkAttributeValues,
): UnsetRequirements | undefined {
  const missing = unsetAttributes(catalogue, configured);
  if (missing.length === 0) return undefined;
  const shown = missing.slice(0, MAX_LISTED);
  const names = shown.map((attribute) => {
    const { name, key, values } = attribute;
    const shownValues = values.map((it) =>
      isAccount(attribute) ? describeAccount({ key: it.value, name: it.name }) : it.value,
    );
    const allowed = values.length > 0 ? `: ${listed(shownValues)}` : "";
    return `${upstreamName(name)} (${upstreamName(key)}${allowed})`;
  });
  const example = {
    ...configured,
    ...Object.fromEntries(
      shown.map((attribute) => [upstreamName(attribute.key), upstreamName(exampleValue(attribute))]),
    ),
  };
  return { names: names.join("; "), example: JSON.stringify(example) };
}

function exampleValue(attribute: WorkAttribute): string {
  return isAccount(attribute) ? ACCOUNT_OF_ISSUE : (attribute.values[0]?.value ?? "…");
}

function listed(names: string[]): string {
  const shown = names.slice(0, MAX_LISTED).map(upstreamName);
  return [...shown, ...(names.length > MAX_LISTED ? ["…"] : [])].join(", ");
}

/** Names the required attributes that are not set, which may or may not be the reason, with what their lists allow. */
export function explainRejection(
  rejection: RejectedError,
  catalogue: readonly WorkAttribute[],
  configured: WorkAttributeValues,
  setting: string,
): RejectedError {
  const unset = unsetRequirements(catalogue, configured);
  if (!unset) return rejection;
  return new RejectedError(
    `${rejection.facts} Nothing was changed by this request. This Tempo requires a work attribute that is not set: ` +
      `${unset.names}. If that is the reason, set ${setting}, for example to ${unset.example}.`,
    rejection.httpStatus,
  );
}
