import { describeLock } from "../approvals/errors.ts";
import { addDays } from "../dates.ts";
import { balanceOf, dayHours } from "../day-balance.ts";
import { InvalidInputError } from "../errors.ts";
import { digestOfPlan, leftInDoubt } from "../filling/plan.ts";
import { groupBy } from "../group-by.ts";
import { MAX_BATCH } from "../limits.ts";
import type { LoggedTimes } from "../posting/post-planned.ts";
import { candidateFinder } from "./candidates.ts";
import type { Draft, DraftEntry, DraftInput } from "./draft.ts";
import { type DraftedDay, draftDay, type Facts, NOT_DRAFTED } from "./draft-day.ts";
import { type Item, type Items, itemsOf, nameGroups } from "./items.ts";
import type { KnownIssues } from "./known-issues.ts";
import { type LocalDays, localDays } from "./local-days.ts";
import { type LoggedHours, withoutLogged } from "./logged-evidence.ts";
import { type Mapped, mapIssues, withAssigned } from "./mapped.ts";
import { editsInPassing } from "./passing.ts";
import { checkRefs } from "./refs.ts";
import { compareTimed, type Timed, timeMeetings, timeWork } from "./times.ts";
import { LEAD_DAYS } from "./touched.ts";

export { keysOf } from "./keys.ts";
export { LEAD_DAYS } from "./touched.ts";

/** The days before a range whose worklogs say under which comments the user logs time. */
export const LEARNING_DAYS = 56;

/** The most evidence without an issue in a draft of several dates: some 18,000 tokens. Hosts cut replies that are much longer. */
const MAX_UNMAPPED = 500;

/**
 * Makes worklogs of evidence, by rules alone: the same evidence makes the same draft, in whatever order it comes. A date gets at most
 * what it requires and lacks, and evidence of which no issue is known gets nothing.
 *
 * @throws InvalidInputError if `assign` or `leaveOut` names no evidence of the draft, or it has more worklogs than a call may post or
 *   more evidence without an issue than a reply may list; NotFoundError if the user cannot see an issue of `assign`
 */
export function makeDraft(input: DraftInput, { existing, unlisted, inDoubt }: LoggedTimes): Draft {
  const days = daysOf(input);
  const { items, mapped } = namedItems(input, days);
  checkRefs([...items.activities, ...items.meetings], input);
  const isLeftOut = new Set<string | undefined>(input.leaveOut);
  const timed = timeEvidence(items, mapped.known, isLeftOut, input, days);

  const { issueOf, touches } = withAssigned(items, mapped, input);
  const facts: Facts = {
    input,
    days,
    issueOf,
    candidatesOf: candidateFinder(input.learnt, touches, input.hasTitles),
  };

  const logged: (LoggedHours & LoggedTimes["unlisted"][number])[] = [...existing, ...unlisted];
  const loggedOn = groupBy(logged, ({ date }) => date);
  const timedOn = groupBy(timed, ({ date }) => date);
  const drafted = dayHours(input.schedule, logged).map((hours) => {
    const { date } = hours;
    const evidence = withoutLogged(timedOn.get(date) ?? [], loggedOn.get(date) ?? [], facts);
    const reason = reasonFor(date, inDoubt, input.lockOf);
    return draftDay({ hours, reason, ...evidence }, facts);
  });
  return draftOf(drafted, [...new Set(input.leaveOut)], (date) => timedOn.has(date));
}

/** Changes with anything that would be logged. */
export function digestOfDraft(draft: Pick<Draft, "worklogs">): string {
  return digestOfPlan(draft);
}

type NamedBy = Pick<
  DraftInput,
  "range" | "zone" | "evidence" | "rules" | "issues" | "learnt" | "arePlacesKnown"
>;

/** The evidence of a group: the first piece of it, the title of all, and whether they name their issue themselves. */
export interface Group extends Pick<Item, "evidence" | "title"> {
  isNamed: boolean;
}

/** The groups of evidence, by their names. */
export function groupsByRef(input: NamedBy): Map<string, Group> {
  const { items, mapped } = namedItems(input, daysOf(input));
  const groups = new Map<string, Group>();
  for (const item of [...items.activities, ...items.meetings]) {
    const { ref, evidence, title } = item;
    if (ref === undefined || groups.has(ref)) continue;
    groups.set(ref, { evidence, title, isNamed: mapped.issueOf(item)?.basis === "named" });
  }
  return groups;
}

/** The evidence by its names, which nothing that the user says of this draft changes. */
function namedItems(input: NamedBy, days: LocalDays): { items: Items; mapped: Mapped } {
  const items = itemsOf(input.evidence, input.range, days);
  const mapped = mapIssues(items, input);
  nameGroups(items, (item) => {
    const { issue, other } = mapped.issueOf(item) ?? {};
    return [issue?.id, other?.id].join(" ");
  });
  return { items, mapped };
}

function daysOf({ zone, range }: Pick<DraftInput, "zone" | "range">): LocalDays {
  return localDays(zone, { startDate: addDays(range.startDate, -LEAD_DAYS), endDate: range.endDate });
}

/**
 * The time of all evidence of the range that is not left out, ascending. Left out, a meeting did not take place: what was done
 * meanwhile counts. Work that is left out was done, so that its time goes to no other work.
 */
function timeEvidence(
  { activities, meetings }: Items,
  known: KnownIssues,
  isLeftOut: ReadonlySet<string | undefined>,
  { schedule }: Pick<DraftInput, "schedule">,
  days: LocalDays,
): Timed[] {
  const isIn = ({ ref }: Item) => ref !== undefined && !isLeftOut.has(ref);
  const held = meetings.filter(isIn);
  const workOn = groupBy(activities, ({ date }) => date);
  const meetingsOn = groupBy(meetings, ({ date }) => date);
  return schedule.flatMap(({ date }) => {
    const { timed, taken } = timeMeetings(held, date, days);
    const worked = workOn.get(date) ?? [];
    const passing = editsInPassing([...worked, ...(meetingsOn.get(date) ?? [])], known);
    const work = timeWork(worked, date, taken, passing, days);
    return [...timed, ...work.filter(({ item }) => isIn(item))].sort(compareTimed);
  });
}

function reasonFor(
  date: string,
  inDoubt: LoggedTimes["inDoubt"],
  lockOf: DraftInput["lockOf"],
): string | undefined {
  const until = inDoubt.get(date);
  if (until !== undefined) return leftInDoubt(until);
  const lock = lockOf(date);
  return lock && describeLock(lock);
}

function draftOf(
  drafted: readonly DraftedDay[],
  byUser: readonly string[],
  hasEvidence: (date: string) => boolean,
): Draft {
  const entries = drafted.flatMap((it) => it.entries);
  if (entries.length > MAX_BATCH) {
    throw new InvalidInputError(
      `The draft has ${entries.length} worklogs; one call posts at most ${MAX_BATCH}. Nothing was sent; split the range.`,
    );
  }
  const days = drafted.map(({ day }) => day);
  const unmapped = drafted.flatMap((it) => it.unmapped);
  if (unmapped.length > MAX_UNMAPPED && days.length > 1) {
    throw new InvalidInputError(
      `The draft has ${unmapped.length} pieces of evidence without an issue; one reply lists at most ${MAX_UNMAPPED}. ` +
        "Nothing was sent; split the range.",
    );
  }
  const reasons = [...byUser.map(() => NOT_DRAFTED.byUser), ...drafted.flatMap(({ leftOut }) => leftOut)];
  const counts = Object.values(NOT_DRAFTED).map((reason): [string, number] => [
    reason,
    reasons.filter((it) => it === reason).length,
  ]);
  return {
    entries,
    worklogs: entries.map(worklogOf),
    unmapped,
    days,
    daysWithoutEvidence: days
      .filter((day) => balanceOf(day).missingSeconds > 0 && !hasEvidence(day.date))
      .map(({ date }) => date),
    leftOut: Object.fromEntries(counts.filter(([, count]) => count > 0)),
  };
}

function worklogOf({ issue, date, seconds, comment }: DraftEntry): Draft["worklogs"][number] {
  return { issue, date, seconds, billableSeconds: seconds, comment };
}
