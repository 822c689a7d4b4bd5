import { ONE_CALL_POSTS, words } from "../../text/words.ts";
import { describeLock } from "../approvals/errors.ts";
import { addDays } from "../dates.ts";
import { balanceOf, dayHours } from "../day-balance.ts";
import { InvalidInputError } from "../errors.ts";
import { groupBy } from "../group-by.ts";
import { MAX_BATCH } from "../limits.ts";
import type { LoggedTimes } from "../posting/post-planned.ts";
import { type LocalDays, localDays } from "../zones.ts";
import type { Draft, DraftInput } from "./draft.ts";
import { type DraftedDay, draftDay, NOT_DRAFTED, sayWorkedIn } from "./draft-day.ts";
import { LEAD_DAYS, type Mapped, mapIssues, withAssigned } from "./issues.ts";
import { checkRefs, type Item, type Items, itemsOf, nameGroups } from "./items.ts";
import { timeEvidence } from "./times.ts";
import { candidateFinder } from "./unmapped.ts";

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
  checkRefs(items, input);
  const timedOn = timeEvidence(items, mapped.known, input, days);
  const { issueOf, touches } = withAssigned(items, mapped, input);
  const facts = { input, days, keys: mapped.keys, issueOf, candidatesOf: candidateFinder(input, touches) };

  const logged = [...existing, ...unlisted];
  const loggedOn = groupBy(logged, ({ date }) => date);
  const drafted = dayHours(input.schedule, logged).map((hours) => {
    const { date } = hours;
    const reason = reasonFor(date, inDoubt, input.lockOf);
    return draftDay(hours, reason, timedOn.get(date) ?? [], loggedOn.get(date) ?? [], facts);
  });
  const byTitle = groupBy(
    drafted.flatMap(({ workedIn }) => workedIn),
    ({ item }) => item.title,
  );
  const workedIn = [...byTitle.values()].map((events) => sayWorkedIn(events, days, input.hasTitles));
  return { ...draftOf(drafted, input, (date) => timedOn.has(date)), workedIn };
}

/** The first piece of evidence of each group, by the group's name, and whether it names its issue itself. */
export function groupsByRef(input: DraftInput): Map<string, { item: Item; isNamed: boolean }> {
  const { items, mapped } = namedItems(input, daysOf(input));
  const groups = new Map<string, { item: Item; isNamed: boolean }>();
  for (const item of [...items.activities, ...items.meetings])
    if (item.ref !== undefined && !groups.has(item.ref))
      groups.set(item.ref, { item, isNamed: mapped.issueOf(item)?.basis === "named" });
  return groups;
}

/** The evidence by its names, which nothing that the user says of this draft changes. */
function namedItems(input: DraftInput, days: LocalDays): { items: Items; mapped: Mapped } {
  const items = itemsOf(input.evidence, input.range, days);
  const mapped = mapIssues(items, input);
  nameGroups(items, (item) => mapped.issueOf(item)?.issue.id);
  return { items, mapped };
}

function daysOf({ zone, range }: DraftInput): LocalDays {
  return localDays(zone, { startDate: addDays(range.startDate, -LEAD_DAYS), endDate: range.endDate });
}

function reasonFor(
  date: string,
  inDoubt: LoggedTimes["inDoubt"],
  lockOf: DraftInput["lockOf"],
): string | undefined {
  const lock = lockOf(date);
  return inDoubt.get(date) ?? (lock && describeLock(lock));
}

function draftOf(
  drafted: readonly DraftedDay[],
  input: DraftInput,
  hasEvidence: (date: string) => boolean,
): Omit<Draft, "workedIn"> {
  const entries = drafted.flatMap((it) => it.entries);
  if (entries.length > MAX_BATCH) {
    throw new InvalidInputError(
      words`The draft has ${entries.length} worklogs; ${ONE_CALL_POSTS} at most ${MAX_BATCH}. Nothing was sent; split the range.`,
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
  const byUser = [...new Set(input.leaveOut)].map(() => NOT_DRAFTED.byUser);
  const reasons = groupBy([...byUser, ...drafted.flatMap(({ leftOut }) => leftOut)], (reason) => reason);
  return {
    entries,
    worklogs: entries.map(({ issue, date, seconds, comment }) => ({
      ...{ issue, date, seconds, billableSeconds: seconds, comment },
    })),
    unmapped,
    days,
    daysWithoutEvidence: days
      .filter((day) => balanceOf(day).missingSeconds > 0 && !hasEvidence(day.date))
      .map(({ date }) => date),
    leftOut: Object.fromEntries([...reasons].map(([reason, { length }]) => [reason, length])),
  };
}
