import { shellWord } from "../text/shell-word.ts";
import { words, wordsFor } from "../text/words.ts";
import type { Clock } from "../timesheet/clock.ts";
import { ForbiddenError, InvalidInputError, RejectedError } from "../timesheet/errors.ts";
import type { AttributeValue, CallScope, Issue, NewWorklog, Timesheet } from "../timesheet/port.ts";
import { EXPLANATION_READ_MS } from "../timesheet/timeline.ts";
import { compareText } from "../timesheet/totals.ts";
import { ACCOUNTS_TTL_MS, type Accounts } from "./accounts.ts";
import {
  argumentFor,
  type ChosenAttribute,
  chooseAttributes,
  eachOnce,
  isAccount,
  isOfIssue,
  MAX_LISTED,
  meantAttribute,
  shownValues,
  type ValueSource,
  type WorkAttribute,
  withAccount,
  withAccountValues,
} from "./chosen-attributes.ts";
import {
  ACCOUNT_OF_ISSUE,
  type Deployment,
  type DeploymentHelp,
  type WorkAttributeValues,
} from "./deployment.ts";
import { upstreamName } from "./http/upstream-message.ts";
import { memoizeAsync } from "./memoize.ts";

export interface Lookups extends Pick<Timesheet, "workAttributes" | "givenAttributes" | "valueNames"> {
  /** The values of a new worklog: its own, and beside them those of the settings, or of the worklog that it replaces. */
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
  const catalogueFor = (source: ValueSource, scope: CallScope) =>
    catalogue(scope).catch((error: unknown) => {
      throw error instanceof ForbiddenError ? listRefused(error, source) : error;
    });
  // A catalogue that cannot be read explains, checks and names nothing, and is not requested again for that.
  const readCatalogue = memoizeAsync((scope) =>
    catalogue(scope).catch((error: unknown) => {
      if (scope.signal.aborted) throw error;
      return [];
    }),
  );
  const catalogueIfReadable = (scope: CallScope) => readCatalogue(scope).catch((): WorkAttribute[] => []);
  const settings = { name: help.workAttributesSetting };
  const soonOf = readerSoon(clock);
  const soonNamed = readerSoon(clock);
  /** Includes the accounts open to the issue if one is required, not configured, and they can be read soon. */
  const catalogueOf = async (
    issueId: string,
    sent: WorkAttributeValues,
    scope: CallScope,
  ): Promise<WorkAttribute[]> => {
    const attributes = await catalogueIfReadable(scope);
    const isAsked = unsetAttributes(attributes, sent).some(isAccount);
    const accounts = isAsked && (await soonOf(scope, (soon) => load.accounts.of(issueId, soon)));
    return accounts ? withAccountValues(attributes, accounts) : attributes;
  };
  const withOwnAccount = async (
    chosen: readonly ChosenAttribute[],
    source: ValueSource,
    issue: Issue,
    scope: CallScope,
  ): Promise<readonly ChosenAttribute[]> =>
    chosen.some(isOfIssue)
      ? withAccount(chosen, await load.accounts.of(issue.id, scope), issue, source)
      : chosen;
  /** @param except keys that the worklog sets itself */
  const configuredFor = async (issue: Issue, except: ReadonlySet<string>, scope: CallScope) => {
    const entries = Object.entries(configured).filter(([key]) => !except.has(key));
    if (entries.length === 0) return [];
    const chosen = chooseAttributes(
      await catalogueFor(settings, scope),
      Object.fromEntries(entries),
      settings,
    );
    return (await withOwnAccount(chosen, settings, issue, scope)).map(toAttributeValue);
  };
  return {
    async workAttributes(scope, issue) {
      const attributes = await catalogue(scope);
      if (!issue || !attributes.some(isAccount)) return attributes;
      return withAccountValues(attributes, await load.accounts.of(issue.id, scope));
    },
    async givenAttributes(given = {}, issue, scope, hasAll = false) {
      const isAnyGiven = Object.keys(given).length > 0;
      if (!isAnyGiven && !hasAll) return [];
      const source = argumentFor(issue);
      const attributes = isAnyGiven ? await catalogueFor(source, scope) : await catalogueIfReadable(scope);
      const isAccountGiven = Object.entries(given).some(
        ([name, value]) => value.trim() !== "" && isAccount(meantAttribute(attributes, name, source)),
      );
      const ofIssue = isAccountGiven
        ? withAccountValues(attributes, await load.accounts.of(issue.id, scope))
        : attributes;
      const chosen = await withOwnAccount(chooseAttributes(ofIssue, given, source), source, issue, scope);
      const values = eachOnce(chosen, source)
        .map(toAttributeValue)
        .sort((a, b) => compareText(a.key, b.key));
      if (hasAll) {
        const sent = { ...configured, ...Object.fromEntries(values.map(({ key, value }) => [key, value])) };
        const unset = unsetRequirements(await catalogueOf(issue.id, sent, scope), configured, sent);
        if (unset) throw lacksRequired(unset, source, help.workAttributesSetting);
      }
      return values;
    },
    async valueNames(keys, scope) {
      const attributes = (await catalogueIfReadable(scope)).filter(({ key }) => keys.has(key));
      // A reply must not depend on the accounts that other calls have read for an issue.
      const accounts = attributes.some(isAccount) ? await soonNamed(scope, load.accounts.open) : [];
      const openAccounts = (accounts ?? []).map(({ key, name }) => ({ value: key, name }));
      const names = new Map(
        attributes.map((it) => [
          it.key,
          new Map((isAccount(it) ? openAccounts : it.values).map(({ value, name }) => [value, name])),
        ]),
      );
      return (key, value) => names.get(key)?.get(value) || undefined;
    },
    async attributesOf({ issue, keptAttributes, attributes = [] }, scope) {
      const given = new Set(attributes.map(({ key }) => key));
      const others =
        keptAttributes?.filter(({ key }) => !given.has(key)) ?? (await configuredFor(issue, given, scope));
      return [...others, ...attributes.filter(({ value }) => value !== "")];
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

/**
 * Reads what a text or a reply can do without. What cannot be read soon is undefined, and is not requested again for a while.
 */
function readerSoon({ now }: Pick<Clock, "now">) {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async <Value>(
    scope: CallScope,
    read: (soon: CallScope) => Promise<Value>,
  ): Promise<Value | undefined> => {
    if (now() < failedAt + ACCOUNTS_TTL_MS) return undefined;
    const deadline = Math.min(scope.deadline, now() + EXPLANATION_READ_MS);
    try {
      return await read({ ...scope, deadline });
    } catch {
      if (!scope.signal.aborted) failedAt = now();
      return undefined;
    }
  };
}

function listRefused({ text, httpStatus, hasReason }: ForbiddenError, { name }: ValueSource): ForbiddenError {
  const facts = words`Not sent: Tempo refused its list of work attributes, which ${name} needs. ${text} Or leave ${name} out.`;
  return new ForbiddenError(facts, httpStatus, { hasReason });
}

function toAttributeValue({ attribute: { id, key, name, type }, value }: ChosenAttribute): AttributeValue {
  return { key, value, ...(id !== undefined && { details: { workAttributeId: id, name, type } }) };
}

function lacksRequired(
  { names, argument, options, example }: UnsetRequirements,
  { name }: ValueSource,
  setting: string,
): InvalidInputError {
  const next = {
    assistant: `Give it in ${wordsFor("assistant", name)}, such as ${argument}.`,
    shell: `Add ${options}, or set ${setting}, for example to ${example}.`,
  };
  return new InvalidInputError(
    words`Not sent: this Tempo requires a work attribute that the entry does not have: ${names}. ${next}`,
  );
}

/** Tempo sets this type itself, from the worklog's billable time. */
export const FILLED_BY_TEMPO = "BILLABLE_SECONDS";

interface UnsetRequirements {
  names: string;
  /** A value for the setting. */
  example: string;
  /** A value for the argument of a call. */
  argument: string;
  /** The options of a command. */
  options: string;
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
    options: shown
      .map((it) =>
        isAccount(it)
          ? `--account ${shellWord(upstreamName(firstValue(it)))}`
          : `--attribute ${shellWord(`${upstreamName(it.key)}=${upstreamName(firstValue(it))}`)}`,
      )
      .join(" "),
  };
}

function firstValue({ values }: WorkAttribute): string {
  return values[0]?.value ?? "…";
}

/** Names the value of the settings of which a rejection speaks, if there is one. */
function ofSettings(
  rejection: RejectedError,
  configured: WorkAttributeValues,
  sent: WorkAttributeValues,
  setting: string,
): RejectedError {
  const facts = wordsFor("assistant", rejection.facts);
  const [key, value] =
    Object.entries(configured).find(([key, value]) => sent[key] === value && facts.includes(`'${value}'`)) ??
    [];
  if (key === undefined) return rejection;
  return new RejectedError(
    words`${rejection.facts} Nothing was changed by this request. ${setting} sets ${key} to ${value ?? ""}. If that is the reason, correct it there.`,
    rejection.httpStatus,
  );
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
  if (!unset) return ofSettings(rejection, configured, sent, setting);
  const ofEntries = {
    assistant: `, or give it to entries of their own: ${toolsWithAttributes} take \`attributes\`, such as ${unset.argument}`,
    shell: `, or give it to an entry of its own: tempofiller log takes ${unset.options}`,
  };
  return new RejectedError(
    words`${rejection.facts} Nothing was changed by this request. This Tempo requires a work attribute that is not set: ${unset.names}. If that is the reason, set ${setting}, for example to ${unset.example}${ofEntries}.`,
    rejection.httpStatus,
  );
}
