import { SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { scheduleOf } from "../../src/sandbox/schedule.ts";
import type {
  SandboxApproval,
  SandboxBehaviour,
  SandboxScheduleChange,
  SandboxSeed,
  SandboxUser,
  SandboxWorklog,
} from "../../src/sandbox/state.ts";
import { readTime, toSeconds } from "../../src/timesheet/hours.ts";
import type { Seed, Task, Timesheet, Worklog } from "../generated/task.ts";
import { momentOf } from "./moment.ts";

const FIRST_ISSUE_ID = 10_001;
const DEFAULT_PEOPLE = ["Robin Reviewer"];

/** The worklog of a seed, and the name by which a task means it. */
export type SeedWorklog = Omit<SandboxWorklog, "id"> & { ref?: string };

/** A task's seed as the sandbox takes it. */
export interface ReadSeed {
  seed: SandboxSeed;
  worklogs: SeedWorklog[];
  behaviour: Partial<SandboxBehaviour>;
}

/** @throws if it names an issue or a person that it does not have */
export function readSeed(task: Task): ReadSeed {
  const given = task.seed ?? {};
  const { date, timeZone } = momentOf(task);
  const me: SandboxUser = {
    accountId: "712020:5a0d0000-0000-4000-8000-000000000001",
    key: "JIRAUSER10100",
    name: "sam",
    displayName: "Sam Sandbox",
    email: SANDBOX_CREDENTIALS.jiraEmail,
    timeZone,
  };
  const colleagues = (given.people ?? DEFAULT_PEOPLE).map((displayName, index) => ({
    accountId: `712020:5a0d0000-0000-4000-8000-0000000001${String(index).padStart(2, "0")}`,
    key: `JIRAUSER${10_200 + index}`,
    name: displayName.toLowerCase().replaceAll(/[^a-z]+/g, "."),
    displayName,
  }));
  const workingDaySeconds = toSeconds(given.dayHours ?? 8);
  const accountOf = (person: string) => {
    const found = person === "me" ? me : colleagues.find(({ displayName }) => displayName === person);
    if (!found) throw new Error(`${task.id}: ${person} is not among the people of the seed`);
    return found.accountId;
  };
  const approval = (timesheet: Timesheet): SandboxApproval => ({
    ...timesheet,
    ...(timesheet.reviewer !== undefined && { reviewer: accountOf(timesheet.reviewer) }),
  });
  const approvals = (timesheets: Record<string, Timesheet> = {}) =>
    Object.fromEntries(Object.entries(timesheets).map(([start, it]) => [start, approval(it)]));
  const scheduleChanges = readScheduleChanges(given, workingDaySeconds);
  const seed: SandboxSeed = {
    today: date,
    me,
    colleagues,
    ...(given.reviewers && { reviewers: given.reviewers.map(accountOf) }),
    issues: (given.issues ?? []).map(({ account, closed, assigned, ...issue }, index) => ({
      id: FIRST_ISSUE_ID + index,
      ...issue,
      ...(closed && { closed }),
      ...(assigned && { isAssigned: true }),
      ...(account !== undefined && { accountKey: account }),
    })),
    holidays: (given.holidays ?? []).map(({ hours, ...holiday }) => ({
      ...holiday,
      durationSeconds: hours === undefined ? workingDaySeconds : toSeconds(hours),
    })),
    workAttributes: workAttributesOf(given),
    accounts: (given.accounts ?? []).map((account, index) => ({ id: index + 1, ...account })),
    worklogs: [],
    workingDaySeconds,
    ...(scheduleChanges.length > 0 && { scheduleChanges }),
    ...(given.period && { approvalPeriod: given.period }),
    approvals: approvals(given.timesheets),
    teams: (given.teams ?? []).map(({ name, members }, index) => ({
      id: index + 1,
      name,
      members: members.map(({ person, timesheets }) => ({
        accountId: accountOf(person),
        ...(timesheets && { approvals: approvals(timesheets) }),
      })),
    })),
  };
  seed.activity = (given.activity ?? []).map(({ issue, at, by = "me", status }) => ({
    issueId: issueIdOf(task, seed, issue),
    accountId: accountOf(by),
    at: `${at}:00`,
    ...(status !== undefined && { changes: { status } }),
  }));
  const worklogs = (given.worklogs ?? []).flatMap((worklog) =>
    readWorklog(task, seed, worklog, accountOf(worklog.by ?? "me")),
  );
  seed.worklogs = worklogs.map(({ ref: _, ...worklog }) => worklog);
  return { seed, worklogs, behaviour: { reject: (worklog) => rejections(task, seed, worklog) } };
}

/** The worklogs that a task describes in one: one for each of its dates. */
export function readWorklog(
  task: Task,
  seed: SandboxSeed,
  worklog: Worklog,
  accountId: string,
): SeedWorklog[] {
  const { issue, comment = "", start, attributes, ref } = worklog;
  const timeSpentSeconds = secondsOf(task, worklog);
  return datesOf(task, seed, worklog).map((startDate) => ({
    issueId: issueIdOf(task, seed, issue),
    accountId,
    startDate,
    ...(start !== undefined && { startTime: `${start}:00` }),
    timeSpentSeconds,
    billableSeconds: billableSeconds(worklog.billable, timeSpentSeconds),
    description: comment,
    ...(attributes && { attributes }),
    ...(ref !== undefined && { ref }),
  }));
}

export function issueIdOf({ id }: Task, seed: SandboxSeed, key: string): number {
  const issue = seed.issues.find((candidate) => candidate.key === key);
  if (!issue) throw new Error(`${id}: ${key} is not among the issues of the seed`);
  return issue.id;
}

export function secondsOf({ id }: Task, { hours, time }: { hours?: number; time?: string }): number {
  const seconds = hours === undefined ? readTime(time ?? "") : toSeconds(hours);
  if (!seconds) throw new Error(`${id}: a worklog has neither hours nor a time`);
  return seconds;
}

export function billableSeconds(billable: boolean | number = true, timeSpentSeconds: number): number {
  if (typeof billable === "number") return toSeconds(billable);
  return billable ? timeSpentSeconds : 0;
}

function datesOf({ id }: Task, seed: SandboxSeed, { date, dates, days }: Worklog): string[] {
  if (days)
    return scheduleOf({ seed }, { startDate: days.from, endDate: days.to })
      .filter(({ requiredSeconds }) => requiredSeconds > 0)
      .map((day) => day.date);
  const given = dates ?? (date === undefined ? [] : [date]);
  if (given.length === 0) throw new Error(`${id}: a worklog has no date`);
  return given;
}

function readScheduleChanges({ scheduleChanges = [] }: Seed, seconds: number): SandboxScheduleChange[] {
  let workingDaySeconds = seconds;
  return scheduleChanges.map(({ from, dayHours, daysOff = [] }) => {
    if (dayHours !== undefined) workingDaySeconds = toSeconds(dayHours);
    return { from, workingDaySeconds, daysOff };
  });
}

function workAttributesOf({ workAttributes, accounts }: Seed): SandboxSeed["workAttributes"] {
  const ofAccounts = [{ key: "_Account_", name: "Account", required: false, type: "ACCOUNT" as const }];
  return (workAttributes ?? (accounts ? ofAccounts : [])).map((attribute, index) => ({
    id: index + 1,
    ...attribute,
  }));
}

function rejections({ seed: given }: Task, seed: SandboxSeed, worklog: Omit<SandboxWorklog, "id">): string[] {
  const key = seed.issues.find(({ id }) => id === worklog.issueId)?.key;
  return (given?.rejects ?? [])
    .filter(({ issue = key, from = "", to = "9" }) => {
      return issue === key && from <= worklog.startDate && worklog.startDate <= to;
    })
    .map(({ message }) => message);
}
