import { listed as listedNames } from "../text/lengths.ts";
import { words } from "../text/words.ts";
import type { Clock } from "../timesheet/clock.ts";
import { InvalidInputError, RejectedError, SettingsError } from "../timesheet/errors.ts";
import type {
  AttributeValue,
  CallScope,
  WorkAttribute as DomainWorkAttribute,
  Issue,
  NewWorklog,
  Timesheet,
} from "../timesheet/port.ts";
import { EXPLANATION_READ_MS } from "../timesheet/timeline.ts";
import {
  ACCOUNTS_TTL_MS,
  type Account,
  type Accounts,
  chooseAccount,
  type IssueAccounts,
  inOrderOfChoice,
} from "./accounts.ts";
import {
  ACCOUNT_OF_ISSUE,
  type Deployment,
  type DeploymentHelp,
  type WorkAttributeValues,
} from "./deployment.ts";
import { upstreamName } from "./http/upstream-message.ts";
import { memoizeAsync } from "./memoize.ts";

export interface Lookups extends Pick<Timesheet, "workAttributes" | "givenAttributes"> {
  /**
   * The values of a new worklog: its own win over those that it keeps of another one, and these over the settings, but for an account
   * of the issue, which is chosen anew.
   */
  attributesOf(worklog: NewWorklog, scope: CallScope): Promise<AttributeValue[]>;
  /**
   * Waits for worklogs of an issue to be stored. A rejection then says which required work attributes are not set.
   *
   * @param given the values that the worklogs have apart from the settings
   */
  explained<Stored>(
    issueId: string,
    given: readonly AttributeValue[],
    scope: CallScope,
    storing: Promise<Stored>,
  ): Promise<Stored>;
}

export function createLookups(
  { workAttributes: configured, help }: Deployment,
  load: {
    workAttributes(scope: CallScope): Promise<WorkAttribute[]>;
    accounts: Accounts;
  },
  clock: Pick<Clock, "now">,
): Lookups {
  const catalogue = memoizeAsync(load.workAttributes);
  // Only explanations use it, so a catalogue that cannot be read explains nothing, and is not requested again.
  const catalogueIfReadable = memoizeAsync((scope) => catalogue(scope).catch(() => []));
  const settings = { name: help.workAttributesSetting };
  let accountsFailedAt = Number.NEGATIVE_INFINITY;
  /** Includes the accounts open to the issue if one is required, not configured, and they can be read soon. */
  const catalogueOf = async (
    issueId: string,
    sent: WorkAttributeValues,
    scope: CallScope,
  ): Promise<WorkAttribute[]> => {
    const attributes = await catalogueIfReadable(scope).catch(() => []);
    const isAsked = unsetAttributes(attributes, sent).some(isAccount);
    if (!isAsked || clock.now() < accountsFailedAt + ACCOUNTS_TTL_MS) return attributes;
    const deadline = Math.min(scope.deadline, clock.now() + EXPLANATION_READ_MS);
    try {
      return withAccountValues(attributes, await load.accounts.of(issueId, { ...scope, deadline }));
    } catch {
      accountsFailedAt = clock.now();
      return attributes;
    }
  };
  const choose = async (
    catalogueOfIssue: readonly WorkAttribute[],
    values: Readonly<WorkAttributeValues>,
    source: ValueSource,
    issue: Issue,
    scope: CallScope,
  ): Promise<AttributeValue[]> => {
    const chosen = chooseAttributes(catalogueOfIssue, values, source);
    const isAsked = chosen.some(isOfIssue);
    const all = isAsked
      ? withAccount(chosen, await load.accounts.of(issue.id, scope), issue, source)
      : chosen;
    return all.map(toAttributeValue);
  };
  /** @param except keys that the worklog sets itself */
  const configuredFor = async (issue: Issue, except: ReadonlySet<string>, scope: CallScope) => {
    const entries = Object.entries(configured).filter(([key]) => !except.has(key));
    if (entries.length === 0) return [];
    return choose(await catalogue(scope), Object.fromEntries(entries), settings, issue, scope);
  };
  return {
    async workAttributes(scope, issue) {
      const attributes = await catalogue(scope);
      if (!issue || !attributes.some(isAccount)) return attributes;
      return withAccountValues(attributes, await load.accounts.of(issue.id, scope));
    },
    async givenAttributes(given = {}, issue, scope) {
      if (Object.keys(given).length === 0) return [];
      const attributes = await catalogue(scope);
      const isAccountGiven = attributes.some(
        (it) => isAccount(it) && Object.hasOwn(given, it.key) && given[it.key],
      );
      const ofIssue = isAccountGiven
        ? withAccountValues(attributes, await load.accounts.of(issue.id, scope))
        : attributes;
      return choose(ofIssue, given, argumentFor(issue), issue, scope);
    },
    async attributesOf({ issue, keptAttributes = [], attributes = [] }, scope) {
      const given = new Set(attributes.map(({ key }) => key));
      const kept = keptAttributes.filter(
        ({ key }) => configured[key] !== ACCOUNT_OF_ISSUE && !given.has(key),
      );
      const all = [
        ...(await configuredFor(issue, given, scope)),
        ...kept,
        ...attributes.filter(({ value }) => value !== ""),
      ];
      return [...new Map(all.map((it) => [it.key, it])).values()];
    },
    async explained(issueId, given, scope, storing) {
      try {
        return await storing;
      } catch (error) {
        if (!(error instanceof RejectedError)) throw error;
        const sent = { ...configured, ...Object.fromEntries(given.map(({ key, value }) => [key, value])) };
        throw explainRejection(error, await catalogueOf(issueId, sent, scope), configured, sent, help);
      }
    },
  };
}

function toAttributeValue({ attribute: { id, key, name, type }, value }: ChosenAttribute): AttributeValue {
  return { key, value, ...(id !== undefined && { details: { workAttributeId: id, name, type } }) };
}

const MAX_LISTED = 50;

/** The type of the work attributes whose value is an account's key. */
const ACCOUNT_TYPE = "ACCOUNT";

export interface WorkAttribute extends DomainWorkAttribute {
  /** Undefined on Cloud. */
  id?: number;
}

interface ChosenAttribute {
  attribute: WorkAttribute;
  value: string;
}

/** The place of given values: in the settings, or as an argument of a call, for worklogs of an issue. */
interface ValueSource {
  name: string;
  /** The issue whose open accounts the catalogue has as values; undefined for the settings. */
  issue?: Issue;
}

function argumentFor(issue: Issue): ValueSource {
  return { name: "`attributes`", issue };
}

/**
 * A list's value may be given by its name too. `@issue` stays as it is; see `withAccount`. So does the empty value of a call, which stands
 * for none.
 *
 * @throws SettingsError for an unknown attribute or value, and for `@issue` if the attribute is no account; of a call, InvalidInputError
 */
export function chooseAttributes(
  catalogue: readonly WorkAttribute[],
  given: Readonly<WorkAttributeValues>,
  source: ValueSource,
): ChosenAttribute[] {
  const Refusal = refusalOf(source);
  return Object.entries(given).map(([key, value]) => {
    const attribute = catalogue.find((candidate) => candidate.key === key);
    if (!attribute) {
      const known = listed(catalogue.map((candidate) => candidate.key)) || "none";
      throw new Refusal(
        `${subjectOf(source)} names ${key}, which this Tempo does not have. It has: ${known}. Correct or remove it.`,
      );
    }
    if (value === "" && source.issue) return { attribute, value };
    if (value === ACCOUNT_OF_ISSUE) {
      if (isAccount(attribute)) return { attribute, value };
      throw new Refusal(
        `${subjectOf(source)} sets ${key} to ${value}, which only an attribute of type ${ACCOUNT_TYPE} can have; ${key} is of type ` +
          `${upstreamName(attribute.type) || "none"}. Set it to a value.`,
      );
    }
    return { attribute, value: chooseValue(attribute, value, source) };
  });
}

function chooseValue(attribute: WorkAttribute, given: string, source: ValueSource): string {
  const { key, values } = attribute;
  const chosen = values.find(({ value }) => value === given) ?? values.find(({ name }) => name === given);
  if (chosen) return chosen.value;
  if (source.issue && isAccount(attribute)) throw notOpen(attribute, given, source.issue, source);
  if (values.length === 0) return given;
  const Refusal = refusalOf(source);
  throw new Refusal(
    `${subjectOf(source)} sets ${key} to ${given}, which is not an allowed value (${shownValues(attribute)}). Set it to one of them.`,
  );
}

function notOpen(
  attribute: WorkAttribute,
  given: string,
  issue: Issue,
  source: ValueSource,
): InvalidInputError {
  const { key, values } = attribute;
  if (values.length === 0) {
    return new InvalidInputError(
      `${subjectOf(source)} sets ${key} to ${given}, and no account is open to ${issue.key}. Link one to its project in Tempo, or leave ` +
        `${key} out.`,
    );
  }
  return new InvalidInputError(
    `${subjectOf(source)} sets ${key} to ${given}, which is not open to ${issue.key}. Open to it: ${shownValues(attribute)}. Set it to one ` +
      "of them.",
  );
}

function refusalOf({ issue }: ValueSource) {
  return issue ? InvalidInputError : SettingsError;
}

function subjectOf({ name, issue }: ValueSource): string {
  return issue ? `Not sent: ${name}` : name;
}

export function isOfIssue({ value }: ChosenAttribute): boolean {
  return value === ACCOUNT_OF_ISSUE;
}

/**
 * Replaces `@issue` by the account that worklogs of the issue get.
 *
 * @throws SettingsError if there is none, or a choice; of a call, InvalidInputError
 */
function withAccount(
  chosen: readonly ChosenAttribute[],
  accounts: IssueAccounts,
  { key }: Issue,
  source: ValueSource,
): ChosenAttribute[] {
  const { name } = source;
  const Refusal = refusalOf(source);
  return chosen.map((choice) => {
    if (!isOfIssue(choice)) return choice;
    const account = chooseAccount(accounts);
    if (account) return { ...choice, value: account.key };
    const open = inOrderOfChoice(accounts);
    if (open.length === 0) {
      throw new Refusal(
        `Not sent: ${name} sets ${choice.attribute.key} to the account of the issue, and no account is open to ${key}. Link one to its ` +
          `project in Tempo, or set the value of ${choice.attribute.key} in ${name} to the key of an account.`,
      );
    }
    throw new Refusal(
      `Not sent: ${name} sets ${choice.attribute.key} to the account of the issue, and several are open to ${key}: ` +
        `${listed(open.map(describeAccount))}. Make one the default of its project in Tempo, or set the value of ${choice.attribute.key} in ` +
        `${name} to the key of one.`,
    );
  });
}

/** The attributes as they are for an issue: the values of one of type ACCOUNT are the accounts open to it. */
function withAccountValues(catalogue: readonly WorkAttribute[], accounts: IssueAccounts): WorkAttribute[] {
  const values = inOrderOfChoice(accounts).map(({ key, name }) => ({ value: key, name: name || key }));
  return catalogue.map((attribute) => (isAccount(attribute) ? { ...attribute, values } : attribute));
}

export function isAccount({ type }: WorkAttribute): boolean {
  return type === ACCOUNT_TYPE;
}

function describeAccount({ key, name }: Account): string {
  return name === "" || name === key ? key : `${key} (${name})`;
}

function shownValues(attribute: WorkAttribute): string {
  const shown = ({ value, name }: WorkAttribute["values"][number]) =>
    isAccount(attribute) ? describeAccount({ key: value, name }) : value;
  return listed(attribute.values.map(shown));
}

/** Tempo sets this type itself, from the worklog's billable time. */
const FILLED_BY_TEMPO = "BILLABLE_SECONDS";

interface UnsetRequirements {
  names: string;
  /** A value for the setting. */
  example: string;
  /** A value for the argument of a call. */
  argument: string;
}

/** The required attributes that the settings leave out. */
function unsetAttributes(
  catalogue: readonly WorkAttribute[],
  configured: WorkAttributeValues,
): WorkAttribute[] {
  return catalogue.filter(
    ({ key, required, type }) =>
      required && type !== FILLED_BY_TEMPO && !(Object.hasOwn(configured, key) && configured[key]),
  );
}

/** @param sent the values of a worklog, if they are more than those of the settings */
export function unsetRequirements(
  catalogue: readonly WorkAttribute[],
  configured: WorkAttributeValues,
  sent: WorkAttributeValues = configured,
): UnsetRequirements | undefined {
  const missing = unsetAttributes(catalogue, sent);
  if (missing.length === 0) return undefined;
  const shown = missing.slice(0, MAX_LISTED);
  const names = shown.map((attribute) => {
    const { name, key, values } = attribute;
    const allowed = values.length > 0 ? `: ${shownValues(attribute)}` : "";
    return `${upstreamName(name)} (${upstreamName(key)}${allowed})`;
  });
  const valuesBy = (choose: (attribute: WorkAttribute) => string) =>
    Object.fromEntries(
      shown.map((attribute) => [upstreamName(attribute.key), upstreamName(choose(attribute))]),
    );
  const example = { ...configured, ...valuesBy((it) => (isAccount(it) ? ACCOUNT_OF_ISSUE : firstValue(it))) };
  return {
    names: names.join("; "),
    example: JSON.stringify(example),
    argument: JSON.stringify(valuesBy(firstValue)),
  };
}

function firstValue({ values }: WorkAttribute): string {
  return values[0]?.value ?? "…";
}

function listed(names: string[]): string {
  return listedNames(names.map(upstreamName), MAX_LISTED);
}

/**
 * Names the required attributes that are not set, which may or may not be the reason, with what their lists allow.
 *
 * @param sent the values of the worklog, and those of the settings
 */
function explainRejection(
  rejection: RejectedError,
  catalogue: readonly WorkAttribute[],
  configured: WorkAttributeValues,
  sent: WorkAttributeValues,
  { workAttributesSetting: setting, toolsWithAttributes }: DeploymentHelp,
): RejectedError {
  const unset = unsetRequirements(catalogue, configured, sent);
  if (!unset) return rejection;
  // No option of a command gives attributes.
  const ofEntries = `, or give it to entries of their own: ${toolsWithAttributes} take \`attributes\`, such as ${unset.argument}`;
  return new RejectedError(
    words`${rejection.facts} Nothing was changed by this request. This Tempo requires a work attribute that is not set: ${unset.names}. If that is the reason, set ${setting}, for example to ${unset.example}${{ assistant: ofEntries, shell: "" }}.`,
    rejection.httpStatus,
  );
}
