import {
  addDays,
  datesOf,
  datesOfMonth,
  dayOfWeek,
  isWeekend,
  monthsUpTo,
  monthToFill,
} from "../timesheet/dates.ts";
import { toSeconds } from "../timesheet/hours.ts";
import { zoneOf } from "../timesheet/zones.ts";
import type { SandboxActivity, SandboxHoliday, SandboxSeed, SandboxWorklog } from "./state.ts";

const ME = {
  accountId: "712020:5a0d0000-0000-4000-8000-000000000001",
  key: "JIRAUSER10100",
  name: "sam",
  displayName: "Sam Sandbox",
  email: "sam@example.com",
  timeZone: "UTC",
};
const COLLEAGUE = {
  accountId: "712020:5a0d0000-0000-4000-8000-000000000002",
  key: "JIRAUSER10101",
  name: "kim",
  displayName: "Kim Colleague",
};
const TEAMMATE = {
  accountId: "712020:5a0d0000-0000-4000-8000-000000000003",
  key: "JIRAUSER10102",
  name: "robin",
  displayName: "Robin Teammate",
};

const ISSUES = [
  { id: 10001, key: "DEMO-1", summary: "Implement user authentication" },
  { id: 10002, key: "DEMO-2", summary: "Fix rounding of partial hours in the export" },
  { id: 10003, key: "DEMO-3", summary: "Code review" },
  { id: 10004, key: "DEMO-4", summary: "Sprint ceremonies" },
];

const ACCOUNTS = [
  { id: 1, key: "DEMO-DEV", name: "Demo development", defaultOf: ["DEMO"] },
  { id: 2, key: "DEMO-SUPPORT", name: "Demo support", projects: ["DEMO"] },
  { id: 3, key: "INTERNAL", name: "Internal work", global: true },
];

const COMMENTS = ["Working on login flow", "Added OAuth support", "Testing and fixes", "Documentation"];

const DAY_SECONDS = toSeconds(8);
const HALF_DAY_SECONDS = toSeconds(4);

/**
 * Last month, in full unless it is to be filled, and this month up to yesterday with gaps. Each month has a holiday and a
 * half-day one. Jira has a history of the last two weeks.
 */
export function demoSeed(today: string, timeZone = ME.timeZone): SandboxSeed {
  const thisMonth = today.slice(0, 7);
  const lastMonth = addDays(`${thisMonth}-01`, -1).slice(0, 7);
  const holidays = monthsAround(thisMonth).flatMap(holidaysOf);
  const required = (date: string) => {
    const holiday = holidays.find((candidate) => candidate.date === date);
    return isWeekend(date) ? 0 : DAY_SECONDS - (holiday?.durationSeconds ?? 0);
  };
  const lastDays = allDates(lastMonth).filter((date) => required(date) > 0);
  const pastDays = allDates(thisMonth).filter((date) => date < today && required(date) > 0);
  return {
    today,
    me: { ...ME, timeZone },
    colleagues: [COLLEAGUE, TEAMMATE],
    reviewers: [COLLEAGUE.accountId],
    teams: [
      {
        id: 1,
        name: "Delivery",
        members: [ME, COLLEAGUE, TEAMMATE].map(({ accountId }) => ({ accountId })),
      },
    ],
    issues: ISSUES,
    holidays,
    workAttributes: [{ id: 1, key: "_Account_", name: "Account", required: false, type: "ACCOUNT" }],
    accounts: ACCOUNTS,
    activity: demoActivity([...lastDays, ...pastDays, ...(required(today) > 0 ? [today] : [])], timeZone),
    workingDaySeconds: DAY_SECONDS,
    worklogs: [
      ...lastDays.flatMap((date, index) =>
        lastMonth === monthToFill(today)
          ? dayWithGaps(date, index, required(date))
          : wholeDay(date, index, required(date)),
      ),
      ...pastDays.flatMap((date, index) => dayWithGaps(date, index, required(date))),
      ...[COLLEAGUE, TEAMMATE].flatMap(({ accountId }) =>
        pastDays.map((date, index) => worklog(accountId, date, index, required(date))),
      ),
    ],
  };
}

/** Logs nothing on some days, and half of the hours on others. */
function dayWithGaps(date: string, index: number, seconds: number): Omit<SandboxWorklog, "id">[] {
  if (index % 4 === 2) return [];
  if (index % 6 === 4) return [worklog(ME.accountId, date, index, seconds / 2)];
  return wholeDay(date, index, seconds);
}

function wholeDay(date: string, index: number, seconds: number): Omit<SandboxWorklog, "id">[] {
  if (index % 3 !== 1) return [worklog(ME.accountId, date, index, seconds)];
  const review = toSeconds(1);
  return [
    worklog(ME.accountId, date, index, seconds - review),
    { ...worklog(ME.accountId, date, index, review), issueId: 10003, startTime: "16:00:00", description: "" },
  ];
}

function worklog(
  accountId: string,
  date: string,
  index: number,
  seconds: number,
): Omit<SandboxWorklog, "id"> {
  return {
    issueId: index % 5 === 0 ? 10002 : 10001,
    accountId,
    startDate: date,
    startTime: "09:00:00",
    timeSpentSeconds: seconds,
    billableSeconds: seconds,
    description: COMMENTS[index % COMMENTS.length] ?? "",
  };
}

/** The months from a year before to a year after, so that all that users look at have holidays. */
function monthsAround(month: string): string[] {
  const nextYear = Number(month.slice(0, 4)) + 1;
  return monthsUpTo(`${nextYear}${month.slice(4)}-01`, 25).reverse();
}

function allDates(month: string): string[] {
  return datesOf(datesOfMonth(month));
}

function holidaysOf(month: string): SandboxHoliday[] {
  const dates = allDates(month);
  const wednesday = dates.filter((date) => dayOfWeek(date) === "Wednesday")[1];
  const friday = dates.filter((date) => dayOfWeek(date) === "Friday")[2];
  return [
    ...(wednesday ? [{ date: wednesday, name: "Founders' Day", durationSeconds: DAY_SECONDS }] : []),
    ...(friday ? [{ date: friday, name: "Spring cleaning", durationSeconds: HALF_DAY_SECONDS }] : []),
  ];
}

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
function demoActivity(workingDates: readonly string[], timeZone: string): SandboxActivity[] {
  const zone = zoneOf(timeZone);
  return workingDates.slice(-DAYS).flatMap((date, index) =>
    (CYCLE[index % CYCLE.length] ?? []).map(({ time, issue, status, isByColleague = false }) => ({
      issueId: 10_000 + issue,
      accountId: (isByColleague ? COLLEAGUE : ME).accountId,
      at: utcTime(Date.parse(`${date}T${time}:00Z`) - zone.offsetAt(Date.parse(`${date}T12:00:00Z`))),
      ...(status !== undefined && { changes: { status } }),
    })),
  );
}

/** A time in milliseconds since 1970, such as 2026-11-20T09:20:00. */
function utcTime(at: number): string {
  return new Date(at).toISOString().slice(0, "2026-11-20T09:20:00".length);
}
