import type { Clock } from "../timesheet/clock.ts";
import { RejectedError } from "../timesheet/errors.ts";
import type { AttributeValue, CallScope, Issue, NewWorklog } from "../timesheet/port.ts";
import { EXPLANATION_READ_MS } from "../timesheet/timeline.ts";
import { ACCOUNTS_TTL_MS, type Accounts } from "./accounts.ts";
import { ACCOUNT_OF_ISSUE, type Deployment } from "./deployment.ts";
import type { Worker } from "./diagnostic-timesheet.ts";
import { memoizeAsync } from "./memoize.ts";
import {
  type ChosenAttribute,
  chooseAttributes,
  explainRejection,
  isAccount,
  isOfIssue,
  unsetAttributes,
  type WorkAttribute,
  withAccount,
  withAccountValues,
} from "./work-attributes.ts";

export interface Lookups {
  worker(scope: CallScope): Promise<Worker>;
  workerId(scope: CallScope): Promise<string>;
  /** If an issue is given, the values of an attribute of type ACCOUNT are the accounts open to the issue. */
  workAttributes(scope: CallScope, issue?: Issue): Promise<WorkAttribute[]>;
  /** The attributes that the settings give to a worklog of this issue. */
  chosenAttributes(issue: Issue, scope: CallScope): Promise<ChosenAttribute[]>;
  /** The values that a new worklog keeps of another one; an account of the issue is chosen anew. */
  keptAttributes(worklog: NewWorklog): readonly AttributeValue[];
  /** Waits for worklogs of an issue to be stored. A rejection then says which required work attributes are not configured. */
  explained<Stored>(issueId: string, scope: CallScope, storing: Promise<Stored>): Promise<Stored>;
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
  const setting = help.workAttributesSetting;
  let accountsFailedAt = Number.NEGATIVE_INFINITY;
  /** Includes the accounts open to the issue if one is required, not configured, and they can be read soon. */
  const catalogueOf = async (issueId: string, scope: CallScope): Promise<WorkAttribute[]> => {
    const attributes = await catalogueIfReadable(scope);
    const isAsked = unsetAttributes(attributes, configured).some(isAccount);
    if (!isAsked || clock.now() < accountsFailedAt + ACCOUNTS_TTL_MS) return attributes;
    const deadline = Math.min(scope.deadline, clock.now() + EXPLANATION_READ_MS);
    try {
      return withAccountValues(attributes, await load.accounts.of(issueId, { ...scope, deadline }));
    } catch {
      accountsFailedAt = clock.now();
      return attributes;
    }
  };
  return {
    worker,
    workerId: async (scope) => (await worker(scope)).id,
    async workAttributes(scope, issue) {
      const attributes = await catalogue(scope);
      if (!issue || !attributes.some(isAccount)) return attributes;
      return withAccountValues(attributes, await load.accounts.of(issue.id, scope));
    },
    async chosenAttributes(issue, scope) {
      if (Object.keys(configured).length === 0) return [];
      const chosen = chooseAttributes(await catalogue(scope), configured, setting);
      if (!chosen.some(isOfIssue)) return chosen;
      return withAccount(chosen, await load.accounts.of(issue.id, scope), issue, setting);
    },
    keptAttributes: ({ keptAttributes = [] }) =>
      keptAttributes.filter(({ key }) => configured[key] !== ACCOUNT_OF_ISSUE),
    async explained(issueId, scope, storing) {
      try {
        return await storing;
      } catch (error) {
        if (!(error instanceof RejectedError)) throw error;
        throw explainRejection(error, await catalogueOf(issueId, scope), configured, setting);
      }
    },
  };
}
