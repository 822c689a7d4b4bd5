import type { Draft, DraftInput } from "../../src/timesheet/draft/draft.ts";
import { toHours } from "../../src/timesheet/hours.ts";
import { allowedOn, type ModelDay, missingOn, notLogged, overtimeOn, total } from "./model/day.ts";
import type { Model } from "./model/model.ts";
import { unfairRounding } from "./model/rounding.ts";

/** Everything in which a draft is not what the model allows, as sentences; empty if it may be so. */
export function differences(draft: Draft, model: Model, input: DraftInput): string[] {
  return [
    ...model.days.flatMap((day) => ofDate(day, draft, input).map((text) => `${day.date}: ${text}`)),
    ...datesWithoutEvidence(draft, model),
    ...worklogs(draft),
  ];
}

function ofDate(day: ModelDay, draft: Draft, input: DraftInput): string[] {
  const entries = draft.entries.filter(({ date }) => date === day.date);
  const drafted = new Map(entries.map((entry) => [entry.issue.key, entry.seconds]));
  if (drafted.size < entries.length) return ["an issue has two entries"];
  return [
    ...hours(day, drafted, input),
    ...balance(day, total(drafted.values()), draft, input),
    ...entries.flatMap((entry) => {
      const issue = day.issues.find(({ key }) => key === entry.issue.key);
      if (!issue) return [`${entry.issue.key} has no evidence`];
      const evidence = issue.meetings + issue.work;
      return [
        ...difference(`evidence of ${issue.key}`, entry.evidenceSeconds, evidence),
        ...difference(`basis of ${issue.key}`, entry.basis, issue.basis),
        ...difference(`refs of ${issue.key}`, [...entry.refs].sort(), [...issue.refs].sort()),
        ...(entry.seconds > 0 ? [] : [`${issue.key} has an entry of ${entry.seconds} s`]),
      ];
    }),
    ...unmapped(day, draft),
  ];
}

function difference(name: string, actual: unknown, expected: unknown): string[] {
  const [is, shouldBe] = [JSON.stringify(actual), JSON.stringify(expected)];
  return is === shouldBe ? [] : [`${name} is ${is}, not ${shouldBe}`];
}

/** The hours of the date may be those of either order in which logged hours are taken from meetings and work. */
function hours(day: ModelDay, drafted: ReadonlyMap<string, number>, input: DraftInput): string[] {
  const sum = total(drafted.values());
  if (sum > Math.max(0, day.required - day.booked)) return [`${sum} s are more than what is missing`];
  const readings = (["meetings", "work"] as const).map((first) =>
    allowedOn(day, notLogged(day, first, input), input),
  );
  const wrong = readings.map((allowed) =>
    sum === allowed.sum
      ? unfairRounding(allowed, drafted, input.stepSeconds)
      : `the sum is ${sum}, not ${allowed.sum}`,
  );
  return wrong.includes(undefined) ? [] : [wrong[0] as string];
}

function balance(day: ModelDay, sum: number, draft: Draft, input: DraftInput): string[] {
  const found = draft.days.filter(({ date }) => date === day.date);
  const [shown] = found;
  if (!shown || found.length > 1) return [`it is there ${found.length} times`];
  const gap = { required: day.required, booked: day.booked + sum };
  const isClosed = day.isClosed && missingOn(day) > 0;
  return [
    ...difference("required", shown.requiredSeconds, day.required),
    ...difference("booked", shown.loggedSeconds, day.booked),
    ...difference("drafted", shown.draftedSeconds, sum),
    ...difference("missing after", shown.missingSecondsAfter, missingOn(gap)),
    ...difference("overtime", shown.overtimeSeconds, overtimeOn(day, notLogged(day, "work", input))),
    ...difference("having a reason", shown.reason !== undefined, isClosed),
  ];
}

function unmapped(day: ModelDay, draft: Draft): string[] {
  const shown = draft.unmapped.filter(({ date }) => date === day.date);
  const seconds = Object.fromEntries(shown.map(({ ref, seconds }) => [ref, seconds]).sort());
  // If nothing is missing or nothing can be logged, an issue for the evidence would change nothing.
  const expected = day.isClosed || missingOn(day) === 0 ? [] : [...day.unmapped].sort();
  return difference("unmapped", seconds, Object.fromEntries(expected));
}

function datesWithoutEvidence(draft: Draft, { days }: Model): string[] {
  const expected = days.filter((day) => missingOn(day) > 0 && !day.hasEvidence).map(({ date }) => date);
  return difference("dates without evidence", draft.daysWithoutEvidence, expected);
}

function worklogs({ entries, worklogs }: Draft): string[] {
  const expected = entries.map(({ issue, date, seconds, comment }) => [issue.key, date, seconds, comment]);
  const actual = worklogs.map(({ issue, date, seconds, comment }) => [issue.key, date, seconds, comment]);
  return [
    ...difference("worklogs", actual, expected),
    ...difference(
      "hours in all",
      toHours(total(worklogs.map(({ seconds }) => seconds))),
      toHours(total(entries.map(({ seconds }) => seconds))),
    ),
  ];
}
