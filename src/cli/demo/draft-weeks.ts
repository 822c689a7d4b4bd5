import type { DraftTimesheetResponse, PostDraftResponse } from "../../generated/responses.ts";
import { addDays, type DateRange } from "../../timesheet/dates.ts";
import { columns } from "../columns.ts";
import type { Caller } from "./caller.ts";

/** The issue of the meetings whose titles name none. */
const MEETING_ISSUE = "DEMO-4";

/** The two weeks before today, whose evidence is the same at every time of the day. */
export function draftedWeeks(today: string): DateRange {
  return { startDate: addDays(today, -14), endDate: addDays(today, -1) };
}

/** Drafts two weeks, gives the evidence without an issue one, and logs the draft. */
export async function draftWeeks(
  range: DateRange,
  { call, say }: Caller,
  print: (line: string) => void,
): Promise<void> {
  const draft = (args: object) => call<DraftTimesheetResponse>("draft_timesheet", args);
  say("Draft my last two weeks from what I worked on.");
  const first = await draft(range);
  show(first, print);
  const assign = first.days
    .flatMap(({ unmapped = [] }) => unmapped)
    .map(({ ref }) => ({ ref, issueKey: MEETING_ISSUE }));
  const wishes = assign.length === 0 ? range : { ...range, assign };
  let { confirm } = first;
  if (assign.length > 0) {
    say(`The meetings without an issue belong to ${MEETING_ISSUE}.`);
    const second = await draft(wishes);
    show(second, print);
    confirm = second.confirm;
  }
  if (confirm === undefined) return;
  say("Yes, log that.");
  const shown = `with the same arguments and "confirm":"${confirm}"`;
  const posted = await call<PostDraftResponse>("post_draft", { ...wishes, confirm }, shown);
  print(`    logged: ${posted.worklogIds.length} worklogs, ${posted.totalHours} h`);
}

function show({ days, leftOut = [], sources }: DraftTimesheetResponse, print: (line: string) => void): void {
  const rows = days.flatMap(({ date, entries = [], unmapped = [] }) => [
    ...entries.map(({ issueKey, hours, evidence }) => [date, issueKey, `${hours} h`, evidence.join("; ")]),
    ...unmapped.map(({ hours, title = "", start }) => [date, "?", `${hours} h`, `${title}, ${start}`]),
  ]);
  for (const line of columns(rows)) print(`    ${line}`);
  if (leftOut.length > 0)
    print(`    not counted: ${leftOut.map(({ reason, count }) => `${count} ${reason}`).join(", ")}`);
  for (const { source, problem } of sources) if (problem !== undefined) print(`    ${source}: ${problem}`);
  print("");
}
