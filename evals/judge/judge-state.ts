import type { SandboxState, SandboxWorklog } from "../../src/sandbox/state.ts";
import { toHours } from "../../src/timesheet/hours.ts";
import type { Task } from "../generated/task.ts";
import { type ExpectedWorklog, expectedWorklogs } from "../task/expected.ts";
import type { ReadSeed } from "../task/seed.ts";
import { missingFacts, simplify } from "./facts.ts";

/** A way in which the end differs from what was asked for, and whether a user is harmed by it. */
export interface Deviation {
  harmful: boolean;
  text: string;
}

/** Compares what Tempo holds with what a task expects. */
export function judgeState(task: Task, start: ReadSeed, end: SandboxState): Deviation[] {
  return [...judgeWorklogs(task, start, end), ...judgeTimesheets(task, start, end)];
}

function judgeWorklogs(task: Task, start: ReadSeed, end: SandboxState): Deviation[] {
  const { all, outdated } = expectedWorklogs(task, start);
  const stored = new Set(end.worklogs.values());
  const missing = new Set(all);
  const name = namesOf(end);
  // The search begins with the worklog that leaves least open, and nothing else can take its place.
  for (const expected of [...all].sort((one, other) => openness(one) - openness(other))) {
    const found = [...stored].find((worklog) => isAsExpected(worklog, expected));
    if (!found) continue;
    stored.delete(found);
    missing.delete(expected);
  }
  const deviations: Deviation[] = [];
  const left = new Set(outdated);
  for (const worklog of stored) {
    const old = [...left].find((it) => isSamePlace(worklog, it) && worklog.timeSpentSeconds === it.seconds);
    if (!old) continue;
    left.delete(old);
    stored.delete(worklog);
    deviations.push({ harmful: false, text: `still there: ${name(worklog)}` });
  }
  for (const worklog of stored) {
    const expected = [...missing]
      .filter((it) => isSamePlace(worklog, it))
      .sort((one, other) => difference(worklog, one) - difference(worklog, other))[0];
    if (expected) missing.delete(expected);
    deviations.push(
      expected
        ? compare(worklog, expected, name(worklog))
        : { harmful: true, text: `stored, and not asked for: ${name(worklog)}` },
    );
  }
  for (const expected of missing) {
    const { origin, before } = expected;
    const isLost = before !== undefined && left.has(before);
    deviations.push({
      harmful: origin === "kept" || isLost,
      text: `${origin === "kept" ? "deleted or changed, and not asked for" : "missing"}: ${name(asStored(expected))}`,
    });
  }
  return deviations;
}

function compare(worklog: SandboxWorklog, expected: ExpectedWorklog, name: string): Deviation {
  const seconds = worklog.timeSpentSeconds - expected.seconds;
  const what =
    seconds > 0
      ? "too many hours"
      : seconds < 0
        ? "too few hours"
        : `other ${differences(worklog, expected).join(" and ")}`;
  return { harmful: seconds > 0 || expected.origin === "kept", text: `${what}: ${name}` };
}

function differences(worklog: SandboxWorklog, expected: ExpectedWorklog): string[] {
  return Object.entries(agreements(worklog, expected)).flatMap(([what, agrees]) => (agrees ? [] : [what]));
}

function difference(worklog: SandboxWorklog, expected: ExpectedWorklog): number {
  return Math.abs(worklog.timeSpentSeconds - expected.seconds);
}

function agreements(worklog: SandboxWorklog, expected: ExpectedWorklog): Record<string, boolean> {
  const { comment, commentHas, startTime, attributes } = expected;
  const isKept = expected.origin === "kept";
  return {
    "billable time": worklog.billableSeconds === expected.billableSeconds,
    comment:
      (comment === undefined || tidy(worklog.description) === tidy(comment)) &&
      missingFacts(worklog.description, commentHas).length === 0,
    "start time": (startTime === undefined && !isKept) || worklog.startTime === startTime,
    attributes:
      (attributes === undefined && !isKept) ||
      JSON.stringify(sorted(worklog.attributes)) === JSON.stringify(sorted(attributes)),
  };
}

const tidy = (comment: string) => simplify(comment).trim().replace(/\.$/, "");
const sorted = (attributes: Record<string, string> = {}) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== "")
    .sort();

function isAsExpected(worklog: SandboxWorklog, expected: ExpectedWorklog): boolean {
  return (
    isSamePlace(worklog, expected) &&
    worklog.timeSpentSeconds === expected.seconds &&
    differences(worklog, expected).length === 0
  );
}

function isSamePlace(worklog: SandboxWorklog, { accountId, issueId, date }: ExpectedWorklog): boolean {
  return worklog.accountId === accountId && worklog.issueId === issueId && worklog.startDate === date;
}

function openness({ origin, comment, commentHas }: ExpectedWorklog): number {
  if (origin === "kept") return 0;
  return comment !== undefined ? 1 : commentHas.length > 0 ? 2 : 3;
}

function asStored({
  accountId,
  issueId,
  date,
  seconds,
  billableSeconds,
  comment = "",
}: ExpectedWorklog): SandboxWorklog {
  return {
    id: 0,
    accountId,
    issueId,
    startDate: date,
    timeSpentSeconds: seconds,
    billableSeconds,
    description: comment,
  };
}

function namesOf({ seed }: SandboxState): (worklog: SandboxWorklog) => string {
  return ({ accountId, issueId, startDate, timeSpentSeconds, description }) => {
    const key = seed.issues.find(({ id }) => id === issueId)?.key ?? issueId;
    const owner = seed.colleagues.find((it) => it.accountId === accountId)?.displayName;
    const comment = description === "" ? "" : ` "${description.slice(0, 60)}"`;
    return `${toHours(timeSpentSeconds)} h on ${key} on ${startDate}${comment}${owner ? ` of ${owner}` : ""}`;
  };
}

function judgeTimesheets(
  { check: { timesheets = {} } }: Task,
  { seed }: ReadSeed,
  end: SandboxState,
): Deviation[] {
  const deviations: Deviation[] = [];
  const changes = [...end.submissions, ...end.recalls];
  const starts = [...Object.keys(seed.approvals ?? {}), ...end.approvals.keys(), ...Object.keys(timesheets)];
  for (const start of new Set(starts)) {
    const before = seed.approvals?.[start]?.status ?? "open";
    const now = end.approvals.get(start);
    const status = now?.status ?? "open";
    const wanted = timesheets[start];
    const text = `the timesheet from ${start} is ${status}`;
    if (!wanted && changes.some(({ startDate }) => startDate === start))
      deviations.push({ harmful: true, text: `${text}, and nothing was to be submitted or recalled` });
    if (!wanted) continue;
    const reviewer = seed.colleagues.find(({ accountId }) => accountId === now?.reviewer)?.displayName;
    if (status !== wanted.status)
      deviations.push({ harmful: status !== before, text: `${text} instead of ${wanted.status}` });
    else if (wanted.reviewer !== undefined && reviewer !== wanted.reviewer)
      deviations.push({ harmful: true, text: `${text}, with ${reviewer ?? "nobody"} as reviewer` });
    else if (wanted.comment !== undefined && tidy(now?.comment ?? "") !== tidy(wanted.comment))
      deviations.push({ harmful: false, text: `${text}, with the comment "${now?.comment}"` });
  }
  return deviations;
}
