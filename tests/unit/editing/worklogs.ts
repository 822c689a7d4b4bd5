import type { FullWorklog } from "../../../src/timesheet/port.ts";

/** A worklog with all that a change of it sends: two billable hours on a Monday, unless given. */
export function fullWorklog(parts: Partial<FullWorklog> = {}): FullWorklog {
  return {
    id: "7",
    issueId: "1",
    date: "2026-01-05",
    startTime: "09:00:00",
    seconds: 7200,
    billableSeconds: 7200,
    comment: "Review",
    attributes: [{ key: "_Team_", value: "blue" }],
    ...parts,
  };
}
