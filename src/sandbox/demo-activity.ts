import type { SandboxActivity, SandboxUser } from "./state.ts";

/** The last so many working days have a history. */
const DAYS = 10;

/** A comment on an issue, by the last digit of its key, or a new status of it. */
interface Step {
  time: string;
  issue: number;
  status?: string;
  isByColleague?: true;
}

/** Days that follow one another again and again. */
const CYCLE: readonly Step[][] = [
  [
    { time: "09:20", issue: 1, status: "In Progress" },
    { time: "09:50", issue: 1 },
    { time: "11:40", issue: 3, isByColleague: true },
    { time: "13:25", issue: 1 },
    { time: "16:40", issue: 1, status: "In Review" },
  ],
  [
    { time: "09:10", issue: 3 },
    { time: "09:35", issue: 3 },
    { time: "10:05", issue: 1, status: "In Progress", isByColleague: true },
    { time: "14:15", issue: 2, status: "In Progress" },
    { time: "14:40", issue: 2 },
  ],
  [
    { time: "10:30", issue: 2 },
    { time: "10:55", issue: 2, status: "In Review" },
    { time: "15:45", issue: 3 },
    { time: "16:05", issue: 2, status: "In Progress", isByColleague: true },
  ],
];

/** The history of the demo's issues. @param workingDates ascending */
export function demoActivity(
  workingDates: readonly string[],
  me: SandboxUser,
  colleague: SandboxUser,
): SandboxActivity[] {
  return workingDates.slice(-DAYS).flatMap((date, index) =>
    (CYCLE[index % CYCLE.length] ?? []).map(({ time, issue, status, isByColleague = false }) => ({
      issueId: 10_000 + issue,
      accountId: (isByColleague ? colleague : me).accountId,
      at: `${date}T${time}:00`,
      ...(status !== undefined && { changes: { status } }),
    })),
  );
}
