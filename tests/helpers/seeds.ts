import type { SandboxSeed, SandboxWorklog } from "../../src/sandbox/state.ts";

export const ME = {
  accountId: "712020:00000000-0000-4000-8000-00000000000a",
  key: "JIRAUSER10001",
  name: "ada",
  displayName: "Ada",
  timeZone: "UTC",
};
export const COLLEAGUE = {
  accountId: "712020:00000000-0000-4000-8000-00000000000b",
  key: "JIRAUSER10002",
  name: "bo",
  displayName: "Bo",
};

/** A work attribute with a list of values. */
export const ACTIVITY = {
  id: 7,
  key: "_Activity_",
  name: "Activity type",
  required: true,
  values: [
    { value: "dev", name: "Development" },
    { value: "ops", name: "Operations" },
  ],
};

/** An embedded Tempo without worklogs: 8 hours from Monday to Friday, a few issues, no holidays. */
export function seed(parts: Partial<SandboxSeed> = {}): SandboxSeed {
  return {
    today: "2026-01-15",
    me: ME,
    colleagues: [COLLEAGUE],
    issues: [
      { id: 10123, key: "PROJ-123", summary: "Implement user authentication" },
      { id: 10007, key: "PROJ-7", summary: "Code review" },
      { id: 10004, key: "PROJ-4", summary: "Sprint ceremonies" },
      { id: 10050, key: "NEW-50", summary: "Moved to another project", formerKeys: ["OLD-5"] },
      { id: 10099, key: "SECRET-9", summary: "Not for everybody", hidden: true },
    ],
    holidays: [],
    workAttributes: [],
    workingDaySeconds: 8 * 3600,
    worklogs: [],
    ...parts,
  };
}

/** A worklog of the user: 8 billable hours on PROJ-123 unless given. */
export function worklog(parts: Partial<SandboxWorklog> & { startDate: string }): Omit<SandboxWorklog, "id"> {
  const timeSpentSeconds = parts.timeSpentSeconds ?? 8 * 3600;
  return {
    issueId: 10123,
    accountId: ME.accountId,
    timeSpentSeconds,
    billableSeconds: timeSpentSeconds,
    description: "",
    ...parts,
  };
}
