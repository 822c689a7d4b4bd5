import type { Clock } from "../timesheet/clock.ts";
import { RejectedError } from "../timesheet/errors.ts";
import type { AttributeValue, CallScope, Issue, NewWorklog } from "../timesheet/port.ts";
import { EXPLANATION_READ_MS } from "../timesheet/timeline.ts";
import { ACCOUNTS_TTL_MS, type Accounts } from "./accounts.ts";
import { ACCOUNT_OF_ISSUE, type Deployment, type WorkAttributeValues } from "./deployment.ts";
import type { Worker } from "./diagnostic-timesheet.ts";
import { memoizeAsync } from "./memoize.ts";
import {
  argumentFor,
  type ChosenAttribute,
  chooseAttributes,
  explainRejection,
  isAccount,
  isOfIssue,
  unsetAttributes,
  type ValueSource,
  type WorkAttribute,
  withAccount,
  withAccountValues,
} from "./work-attributes.ts";

export interface Lookups {
  worker(scope: CallScope): Promise<Worker>;
  workerId(scope: CallScope): Promise<string>;
  /** If an issue is given, the values of an attribute of type ACCOUNT are the accounts open to the issue. */
  workAttributes(scope: CallScope, issue?: Issue): Promise<WorkAttribute[]>;
  /** The values that a call gives to worklogs of an issue, as they are sent. */
  givenAttributes(
    given: Readonly<WorkAttributeValues>,
    issue: Issue,
    scope: CallScope,
  ): Promise<AttributeValue[]>;
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
    /** Keeps what it has loaded. */
    worker: (scope: CallScope) => Promise<Worker>;
    workAttributes(scope: CallScope): Promise<WorkAttribute[]>;
    accounts: Accounts;
  },
  clock: Pick<Clock, "now">,
): Lookups {
  const { worker } = load;
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
    worker,
    workerId: async (scope) => (await worker(scope)).id,
    async workAttributes(scope, issue) {
      const attributes = await catalogue(scope);
      if (!issue || !attributes.some(isAccount)) return attributes;
      return withAccountValues(attributes, await load.accounts.of(issue.id, scope));
    },
    async givenAttributes(given, issue, scope) {
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
