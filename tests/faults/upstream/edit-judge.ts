import { expect } from "vitest";
import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import { exactTime } from "../../../src/timesheet/hours.ts";
import { ME } from "../../helpers/seeds.ts";
import type { EditTrace } from "./edit-harness.ts";

/** The number of edits by outcome. */
export interface EditTally {
  edits: number;
  changed: number;
  unchanged: number;
  /** Reported as unknown. */
  unknown: number;
  /** Reported as not carried out. */
  failed: number;
  /** Has no report, since the process was killed. */
  interrupted: number;
}

type Change = (worklog: Omit<SandboxWorklog, "id">) => Omit<SandboxWorklog, "id">;

/** Holds that each change kept what it was not to change, and that the report is true. */
export function judgeEdit(trace: EditTrace, change: Change, tally: EditTally): void {
  const { edit, reads, written, seen, beside, result } = trace;
  tally.edits += 1;
  for (const [index, now] of written.entries()) {
    const merges = reads.map((read) => change(merged(read, edit.changes)));
    expect(merges, "a change is the merge").toContainEqual(now);
    expect(now.accountId).toBe(ME.accountId);
    const adds = reads.every(
      (read) => read.startDate !== now.startDate || read.timeSpentSeconds < now.timeSpentSeconds,
    );
    // Another user, or Tempo's rounding, may add to the date meanwhile.
    if (adds && edit.other.does === "nothing" && change(now).timeSpentSeconds === now.timeSpentSeconds)
      expect((beside[index] ?? 0) + now.timeSpentSeconds, "a date has 24 hours").toBeLessThanOrEqual(86_400);
  }
  if (!result) {
    tally.interrupted += 1;
    return;
  }
  const { reply, code, text } = result;
  if (reply?.unchanged) {
    tally.unchanged += 1;
    expect(written).toEqual([]);
    expect(reads.map(shown)).toContainEqual(reply.worklog);
  } else if (reply) {
    tally.changed += 1;
    expect(written.length, "a change that is reported was made").toBeGreaterThan(0);
    const states = [...written, ...seen].flatMap((it) => it ?? []);
    expect(states.map(shown), "the reply shows what Tempo holds").toContainEqual(
      expect.objectContaining(withoutTime(reply.worklog)),
    );
    const differing = reply.differences?.map(({ field }) => field) ?? [];
    if (differing.length === 0) expect(withoutTime(reply.worklog)).toMatchObject(requested(edit.changes));
  } else if (code === "outcome_unknown") {
    tally.unknown += 1;
  } else {
    tally.failed += 1;
    const isGone = text?.includes("something else has deleted it");
    if (!isGone) expect(written, `nothing was changed, as reported: ${text}`).toEqual([]);
  }
}

/** Independent of the code: what a worklog must be after a change. */
function merged(old: SandboxWorklog, changes: EditTrace["edit"]["changes"]): SandboxWorklog {
  const { hours, date, startTime, description, billable } = changes;
  const rounded = (seconds: number) => (seconds / 3600).toFixed(2);
  const isSame = hours === undefined || rounded(hours * 3600) === rounded(old.timeSpentSeconds);
  const timeSpentSeconds = isSame ? old.timeSpentSeconds : Math.round(hours * 3600);
  let billableSeconds = Math.min(old.billableSeconds, timeSpentSeconds);
  if (old.billableSeconds === old.timeSpentSeconds) billableSeconds = timeSpentSeconds;
  if (billable !== undefined) billableSeconds = billable ? timeSpentSeconds : 0;
  const worklog = {
    ...old,
    startDate: date ?? old.startDate,
    startTime: startTime === undefined ? (old.startTime ?? "00:00:00") : `${startTime}:00`,
    timeSpentSeconds,
    billableSeconds,
    description: description ?? old.description,
  };
  if (Object.keys(worklog.attributes ?? {}).length === 0) delete worklog.attributes;
  return worklog;
}

/** A worklog as a reply shows it. */
function shown({ id, startDate, timeSpentSeconds, billableSeconds, description }: SandboxWorklog) {
  const hours = (seconds: number) => Math.round(seconds / 36) / 100;
  const timeSpent = exactTime(timeSpentSeconds);
  return {
    id: String(id),
    issueKey: "PROJ-123",
    issueSummary: "Implement user authentication",
    date: startDate,
    hours: hours(timeSpentSeconds),
    comment: description,
    ...(billableSeconds !== timeSpentSeconds && { billableHours: hours(billableSeconds) }),
    ...(timeSpent !== undefined && { timeSpent }),
  };
}

function withoutTime<Worklog extends { startTime?: string }>({ startTime: _, ...worklog }: Worklog) {
  return worklog;
}

function requested({ hours, date, description }: EditTrace["edit"]["changes"]) {
  return {
    ...(hours !== undefined && { hours }),
    ...(date !== undefined && { date }),
    ...(description !== undefined && { comment: description }),
  };
}
