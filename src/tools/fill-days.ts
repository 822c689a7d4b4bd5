import type { FillDaysResponse, FillEntry, FillFailure } from "../generated/responses.ts";
import { shownValue, type ValueNames } from "../timesheet/attributes.ts";
import type { CallContext } from "../timesheet/call-context.ts";
import { type DateRange, datesOf } from "../timesheet/dates.ts";
import { warnOfFarDates } from "../timesheet/far-dates.ts";
import type { Filled, FilledWorklog } from "../timesheet/filling/fill-days.ts";
import { groupBy } from "../timesheet/group-by.ts";
import { exactTime, toHours } from "../timesheet/hours.ts";
import { totalHours } from "../timesheet/totals.ts";
import { namesOf } from "../timesheet/worklogs.ts";
import { defineTool } from "./tool.ts";

export const fillDays = defineTool({
  name: "fill_days",
  set: "fill",
  title: "Fill days",
  description:
    "Fill days of the Tempo timesheet: log the hours missing by work schedule, by issue and weekday, or copy worklogs of " +
    "other days or weeks. Use it for a pattern, not for given entries. No day gets more than required. Without `confirm` " +
    "it only plans: show the plan, then repeat it with `confirm`; at once if the user said to log just that, " +
    "without `skipped` or `warnings`.",
  input: "FillDaysInput",
  reply: "FillDaysResponse",
  effect: "create",
  calledByView: true,

  async handle({ startDate, endDate = startDate, ...wanted }, context) {
    const { fillDays: fill } = await import("../timesheet/filling/fill-days.ts");
    const filled = await fill({ startDate, endDate }, wanted, context);
    const nameOf = await namesOf(filled.worklogs, context);
    return toReply({ startDate, endDate }, filled, nameOf, context);
  },

  question: (
    { entries, skipped = [], reduced = [], warnings = [], summary: { totalHours: hours, days } },
    { billable },
  ) => [
    `Log ${hours} h on ${days === 1 ? "1 day" : `${days} days`}?`,
    ...(billable === false ? ["They are not billable."] : []),
    ...entries.map(({ issueKey, issueSummary, hours, comment, dates, attributes = [] }) =>
      [
        `${issueKey} ${issueSummary}: ${hours} h on ${dates.join(", ")}`,
        ...attributes.map(({ key, value }) => `, ${key} ${value || "none"}`),
        ...(comment === undefined ? [] : [`: ${comment}`]),
      ].join(""),
    ),
    ...skipped.map(
      ({ date, issueKey, reason }) => `Not ${[date, issueKey].filter(Boolean).join(" ")}: ${reason}`,
    ),
    ...reduced.map(({ reason, when }) => `Less or nothing on ${when}: ${reason}`),
    ...warnings,
  ],

  failed: ({ logged, failures }) => !logged && failures !== undefined,
  entries: ({ failures = [], summary }) => ({
    total: failures.length + summary.totalEntries,
    failed: failures.map(({ date, issueKey, error }) => ({ name: `${date} ${issueKey}`, reason: error })),
  }),
});

function toReply(
  { startDate, endDate }: DateRange,
  { plan, isPlan, digest, worklogs, failures, missingSecondsAfter, ...filled }: Filled,
  nameOf: ValueNames,
  context: CallContext,
): FillDaysResponse {
  const { skipped } = plan;
  // A result needs no reasons: the user has seen those of the plan.
  const reduced = isPlan ? plan.reduced : [];
  const isLogged = worklogs.some(({ id }) => id !== undefined);
  const dates = worklogs.length > 0 ? worklogs.map(({ date }) => date) : datesOf({ startDate, endDate });
  const { warnings: far = [] } = warnOfFarDates(dates, isLogged ? "stored" : "shown", context);
  const warnings = [...far, ...filled.warnings];
  return {
    startDate,
    endDate,
    logged: isLogged,
    summary: {
      totalEntries: worklogs.length,
      days: new Set(worklogs.map(({ date }) => date)).size,
      totalHours: totalHours(worklogs),
      missingHoursAfter: toHours(missingSecondsAfter),
    },
    entries: toEntries(worklogs, nameOf),
    ...(skipped.length > 0 && { skipped }),
    ...(reduced.length > 0 && { reduced }),
    ...(warnings.length > 0 && { warnings }),
    ...(failures.length > 0 && { failures: failures.map((failure) => toFailure(failure, context.reader)) }),
    ...(digest !== undefined && { confirm: digest }),
  };
}

function toFailure(
  { date, issueKey, failure }: Filled["failures"][number],
  reader: CallContext["reader"],
): FillFailure {
  return { date, issueKey, error: failure.text[reader] };
}

/** Worklogs that differ in date and id alone are one entry. */
function toEntries(worklogs: readonly FilledWorklog[], nameOf: ValueNames): FillEntry[] {
  const groups = groupBy(worklogs, ({ issue, seconds, comment, attributes }) =>
    JSON.stringify([issue.id, seconds, comment, attributes]),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const timeSpent = exactTime(first.seconds);
    const ids = group.flatMap(({ id }) => id ?? []);
    const attributes = first.attributes?.map((it) => shownValue(it, nameOf));
    return [
      {
        issueKey: first.issue.key,
        issueSummary: first.issue.summary,
        hours: toHours(first.seconds),
        ...(first.comment !== "" && { comment: first.comment }),
        ...(timeSpent !== undefined && { timeSpent }),
        dates: group.map(({ date }) => date),
        ...(ids.length > 0 && { worklogIds: ids }),
        ...(attributes && { attributes }),
      },
    ];
  });
}
