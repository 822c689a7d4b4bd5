import { smallPages } from "../../helpers/other-tempos.ts";
import { COLLEAGUE, worklog } from "../../helpers/seeds.ts";
import type { SessionOptions } from "../../helpers/session.ts";

/** A call whose reply is recorded. */
export interface RecordedCase {
  /** Reads as a test's name. */
  name: string;
  tool: string;
  arguments: Record<string, unknown>;
}

const HOUR = 3600;
const TWENTY_MINUTES = 1200;

const PROJ_7 = { issueId: 10007 };
const PROJ_4 = { issueId: 10004 };
const MOVED = { issueId: 10050 };
const HIDDEN = { issueId: 10099 };

const LINES = 'Erste Zeile\nzweite Zeile: "Größe" – 日本語 🚀\n\n\tC:\\temp';

/** Worklogs of November 2025, for the cases that read. Their ids count up from 1290000. */
const WORKLOGS = [
  worklog({ startDate: "2025-11-03", description: "Working on login flow" }),
  ...[PROJ_7, PROJ_7, PROJ_7].map((issue) =>
    worklog({ startDate: "2025-11-04", timeSpentSeconds: TWENTY_MINUTES, ...issue }),
  ),
  ...[1, 17, 18, 35, 5417].map((timeSpentSeconds) => worklog({ startDate: "2025-11-05", timeSpentSeconds })),
  ...["16:00:00", undefined, "08:30:00", "00:00:00", "08:30:00", undefined, "08:05:00"].map((startTime) =>
    worklog({
      startDate: "2025-11-06",
      timeSpentSeconds: HOUR,
      description: startTime ?? "no start time",
      ...(startTime !== undefined && { startTime }),
    }),
  ),
  worklog({ startDate: "2025-11-07", timeSpentSeconds: 2 * HOUR, ...MOVED }),
  worklog({ startDate: "2025-11-07", timeSpentSeconds: 3 * HOUR, description: "Confidential", ...HIDDEN }),
  worklog({ startDate: "2025-11-10", timeSpentSeconds: 4 * HOUR, billableSeconds: 0 }),
  worklog({ startDate: "2025-11-10", timeSpentSeconds: 4 * HOUR, billableSeconds: 2 * HOUR, ...PROJ_7 }),
  ...[
    LINES,
    "Line one\r\nline two\rline three",
    "  blanks around it  ",
    '{"success":false,"error":"a comment, not an error"}',
    "<b>bold</b> &amp; 'quoted' / slashed",
    "separators \u2028 \u2029, controls \u0001 \u007f, e\u0301, \u00a0",
  ].map((description) => worklog({ startDate: "2025-11-11", timeSpentSeconds: HOUR, description })),
  ...Array.from({ length: 24 }, (_, index) =>
    worklog({
      startDate: `2025-11-${19 - (index % 3)}`,
      issueId: [10123, 10007, 10004, 10050, 10099][index % 5] ?? 10123,
      timeSpentSeconds: 1500 + 77 * index,
      startTime: `${String(17 - (index % 8)).padStart(2, "0")}:15:00`,
      description: index % 4 === 0 ? "" : `Entry ${index}`,
    }),
  ),
  worklog({ startDate: "2025-11-20", timeSpentSeconds: HOUR, ...PROJ_4 }),
  worklog({ startDate: "2025-11-20", timeSpentSeconds: HOUR + 1, ...PROJ_7 }),
  worklog({ startDate: "2025-11-20", timeSpentSeconds: HOUR }),
  worklog({ startDate: "2025-11-03", accountId: COLLEAGUE.accountId, ...PROJ_4 }),
  worklog({ startDate: "2025-11-21", accountId: COLLEAGUE.accountId }),
  worklog({ startDate: "2025-11-24", description: "To be deleted" }),
];

/** The embedded Tempo that the cases run on, one after another. Nothing may be logged before October 2025. */
export const RECORDED_SESSION: Pick<SessionOptions, "seed" | "behaviour" | "upstream"> = {
  seed: {
    holidays: [
      { date: "2025-11-01", name: "All Saints' Day", durationSeconds: 8 * HOUR },
      { date: "2025-12-24", name: "Christmas Eve", durationSeconds: 4 * HOUR },
      { date: "2025-12-25", name: "Christmas Day", durationSeconds: 8 * HOUR },
      { date: "2025-12-26", name: "Boxing Day", durationSeconds: 8 * HOUR },
      { date: "2025-12-31", name: "New Year’s Eve – früher Schluss", durationSeconds: 5 * TWENTY_MINUTES },
      { date: "2026-01-01", name: "New Year", durationSeconds: 8 * HOUR },
      { date: "2026-01-06", name: "Epiphany", durationSeconds: 8 * HOUR },
      { date: "2026-01-21", name: "Company afternoon", durationSeconds: 4 * HOUR },
    ],
    worklogs: WORKLOGS,
  },
  behaviour: {
    reject: ({ startDate }) =>
      startDate < "2025-10-01" ? ["The period is closed", "Ask your team lead"] : [],
  },
  // The longer ranges take several pages.
  upstream: smallPages(10),
};

const getSchedule = callOf("get_schedule");
const getWorklogs = callOf("get_worklogs");
const postWorklog = callOf("post_worklog");
const bulkPostWorklogs = callOf("bulk_post_worklogs");
const deleteWorklog = callOf("delete_worklog");

const ONE_DAY = { issueKey: "PROJ-123", hours: 7.5, startDate: "2026-01-05" };
const NOT_BILLABLE = { issueKey: "PROJ-4", hours: 1, startDate: "2026-01-07", billable: false };
const WEEK = { issueKey: "PROJ-7", hours: 2, startDate: "2026-01-12", endDate: "2026-01-18" };
const HOLIDAY_RANGE = {
  issueKey: "PROJ-4",
  hours: 1.25,
  startDate: "2025-12-22",
  endDate: "2026-01-02",
  description: "Sprint ceremonies",
};

const SEVERAL_ISSUES = {
  worklogs: [
    { ...row("2026-02-02", "PROJ-123", 6), description: "Working on login flow" },
    row("2026-02-02", "PROJ-7", 1.5),
    row("2026-02-02", "PROJ-4", 0.5),
    { ...row("2026-02-03", "PROJ-123", 7), description: "Added OAuth support" },
    row("2026-02-03", "PROJ-7", 1),
    row("2026-02-04"),
  ],
};
const EQUAL_ROWS = { worklogs: [row("2026-02-05", "PROJ-7", 2), row("2026-02-05", "PROJ-7", 2)] };

/** The calls, to be made in this order: the later ones find what the earlier ones stored. */
export const RECORDED_CASES: readonly RecordedCase[] = [
  getSchedule("of a working day", { startDate: "2026-01-05" }),
  getSchedule("of a day off", { startDate: "2026-01-10" }),
  getSchedule("of a holiday", { startDate: "2026-01-01" }),
  getSchedule("of a half-day holiday", { startDate: "2025-12-24" }),
  getSchedule("of a holiday on a Saturday", { startDate: "2025-11-01" }),
  getSchedule("of a holiday of 1 h 40 min", { startDate: "2025-12-31" }),
  getSchedule("of a single day with endDate", { startDate: "2026-01-05", endDate: "2026-01-05" }),
  getSchedule("of a weekend", { startDate: "2026-01-10", endDate: "2026-01-11" }),
  getSchedule("of a week", { startDate: "2026-01-12", endDate: "2026-01-18" }),
  getSchedule("of a month with holidays", { startDate: "2025-12-01", endDate: "2025-12-31" }),
  getSchedule("across the end of the year", { startDate: "2025-12-29", endDate: "2026-01-06" }),
  getSchedule("across a leap day", { startDate: "2028-02-26", endDate: "2028-03-01" }),

  getWorklogs("of a day without worklogs", { startDate: "2025-11-02" }),
  getWorklogs("of a day on which only a colleague worked", { startDate: "2025-11-21" }),
  getWorklogs("of one worklog", { startDate: "2025-11-03" }),
  getWorklogs("of a single day with endDate", { startDate: "2025-11-03", endDate: "2025-11-03" }),
  getWorklogs("of three times 20 minutes", { startDate: "2025-11-04" }),
  getWorklogs("of odd seconds", { startDate: "2025-11-05" }),
  getWorklogs("of one day with and without start times", { startDate: "2025-11-06" }),
  getWorklogs("of a moved and an invisible issue", { startDate: "2025-11-07" }),
  getWorklogs("of non-billable and partly billable time", { startDate: "2025-11-10" }),
  getWorklogs("of comments with line breaks, quotes and Unicode", { startDate: "2025-11-11" }),
  getWorklogs("of many worklogs over several issues", { startDate: "2025-11-17", endDate: "2025-11-19" }),
  getWorklogs("of issues with equal totals", { startDate: "2025-11-20" }),
  getWorklogs("of a month", { startDate: "2025-11-01", endDate: "2025-11-30" }),
  getWorklogs("filtered by issue", november("PROJ-7")),
  getWorklogs("filtered by issue in lower case", november("proj-4")),
  getWorklogs("filtered by a moved issue's key", november("NEW-50")),
  getWorklogs("filtered by a moved issue's former key", november("OLD-5")),
  getWorklogs("filtered by issue, without worklogs", { startDate: "2025-11-02", issueKey: "PROJ-7" }),

  postWorklog("on one day", ONE_DAY),
  postWorklog("repeated", ONE_DAY),
  postWorklog("repeated with another description", { ...ONE_DAY, hours: 0.5, description: "Review" }),
  postWorklog("repeated with billable set to true", { ...ONE_DAY, billable: true }),
  postWorklog("of non-billable time", NOT_BILLABLE),
  postWorklog("of non-billable time, repeated", NOT_BILLABLE),
  postWorklog("of time logged before as non-billable", { ...NOT_BILLABLE, billable: true }),
  postWorklog("of time logged before as partly billable", {
    issueKey: "PROJ-7",
    hours: 4,
    startDate: "2025-11-10",
  }),
  postWorklog("of hours equal to logged ones at two decimals", {
    issueKey: "PROJ-7",
    hours: 0.33,
    startDate: "2025-11-04",
  }),
  postWorklog("with line breaks, quotes and Unicode", described("2026-01-08", LINES)),
  postWorklog(
    "repeated with other line breaks",
    described("2026-01-08", ` ${LINES.replaceAll("\n", "\r\n")}\n`),
  ),
  postWorklog("with an empty description", described("2026-01-09", "")),
  postWorklog("on a day off", { ...ONE_DAY, hours: 2, startDate: "2026-01-10" }),
  postWorklog("on a holiday", { ...ONE_DAY, hours: 2, startDate: "2026-01-01" }),
  postWorklog("of the fewest hours", { ...ONE_DAY, hours: 0.1, startDate: "2026-03-02" }),
  postWorklog("of the most hours", { ...ONE_DAY, hours: 24, startDate: "2026-03-03" }),
  postWorklog("of a third of an hour", { ...ONE_DAY, hours: 1 / 3, startDate: "2026-03-04" }),
  postWorklog("of 4.35 hours", { ...ONE_DAY, hours: 4.35, startDate: "2026-03-05" }),
  postWorklog("on an issue in lower case", { ...ONE_DAY, issueKey: "proj-7", startDate: "2026-03-06" }),
  postWorklog("on a moved issue", { ...ONE_DAY, issueKey: "OLD-5", startDate: "2026-03-09" }),
  postWorklog("on a range", WEEK),
  postWorklog("on a range, repeated", WEEK),
  postWorklog("on a range that is logged in part", { ...WEEK, endDate: "2026-01-21" }),
  postWorklog("on a range of a single day", { ...ONE_DAY, startDate: "2026-03-10", endDate: "2026-03-10" }),
  postWorklog("on a range with holidays and a half-day holiday", HOLIDAY_RANGE),
  postWorklog("of non-billable time on a range", { ...WEEK, issueKey: "NEW-50", billable: false }),
  postWorklog("on a range of 65 working days", {
    ...WEEK,
    hours: 0.25,
    startDate: "2026-04-01",
    endDate: "2026-06-30",
  }),

  bulkPostWorklogs("of one entry", { worklogs: [row("2026-02-01", "PROJ-4", 1)] }),
  bulkPostWorklogs("on several issues", SEVERAL_ISSUES),
  bulkPostWorklogs("repeated", SEVERAL_ISSUES),
  bulkPostWorklogs("repeated with billable set to true", { ...SEVERAL_ISSUES, billable: true }),
  bulkPostWorklogs("of equal entries", EQUAL_ROWS),
  bulkPostWorklogs("of equal entries, repeated with one more", {
    worklogs: [...EQUAL_ROWS.worklogs, row("2026-02-05", "PROJ-7", 2)],
  }),
  bulkPostWorklogs("of non-billable time", {
    worklogs: [row("2026-02-06", "PROJ-7", 3), row("2026-02-06", "PROJ-4", 5)],
    billable: false,
  }),
  bulkPostWorklogs("of three times 20 minutes", {
    worklogs: ["PROJ-123", "PROJ-7", "PROJ-4"].map((key) => row("2026-02-09", key, 1 / 3)),
  }),
  bulkPostWorklogs("of issues with equal totals", {
    worklogs: ["PROJ-7", "PROJ-4", "PROJ-123"].map((key) => row("2026-02-10", key, 2)),
  }),
  bulkPostWorklogs("on issues in lower case and a moved one", {
    worklogs: [
      row("2026-02-11", "proj-123", 1),
      row("2026-02-11", "PROJ-123", 2),
      row("2026-02-11", "old-5", 3),
    ],
  }),
  bulkPostWorklogs("with comments", {
    worklogs: [LINES, "", "  blanks around it  ", '"error":"a comment, not an error"'].map((description) => ({
      ...row("2026-02-12", "PROJ-123", 1),
      description,
    })),
  }),
  bulkPostWorklogs("of which some fail", {
    worklogs: [
      row("2026-02-13"),
      row("2026-02-13", "NOPE-1", 1),
      row("2026-02-13", "SECRET-9", 1),
      row("2026-02-13", "not a key", 1),
      row("2026-02-30"),
      { ...row("2026-02-16", "PROJ-123", 25), description: "Documentation" },
      row("2026-02-16", "PROJ-123", 0),
      { ...row("2026-02-16"), isBillable: false },
      { ...row("2026-02-16", "PROJ-7", 1.5), description: "Stored" },
    ],
  }),
  bulkPostWorklogs("of which Tempo rejects some", {
    worklogs: [
      row("2026-02-17", "PROJ-123", 4),
      { ...row("2025-09-30"), description: "Too late" },
      row("2026-02-18", "PROJ-123", 4),
      row("2025-09-30", "PROJ-4", 1),
      row("2026-02-18", "PROJ-7", 4),
    ],
  }),
  bulkPostWorklogs("of which some are logged already and some fail", {
    worklogs: [row("2026-02-04"), row("2026-02-04", "NOPE-1", 1), row("2026-02-04", "PROJ-4", 0.5)],
  }),
  bulkPostWorklogs("of which all entries fail", {
    worklogs: [row("2026-02-19", "NOPE-1"), row("2026-02-31"), row("2025-09-30")],
  }),
  bulkPostWorklogs("of which Tempo rejects all", {
    worklogs: [row("2025-09-29"), { ...row("2025-09-30"), description: "Too late" }],
  }),
  bulkPostWorklogs("of 70 entries on four issues", {
    worklogs: Array.from({ length: 70 }, (_, index) => ({
      ...row(
        `2026-07-${String(1 + (index % 31)).padStart(2, "0")}`,
        ["PROJ-123", "PROJ-7", "PROJ-4", "NEW-50"][index % 4] ?? "PROJ-123",
        1 + (index % 7) / 4,
      ),
      ...(index % 3 > 0 && { description: `Feature work ${index}` }),
    })),
  }),
  getWorklogs("of what was posted", { startDate: "2026-01-01", endDate: "2026-03-31" }),

  deleteWorklog("of a worklog", { worklogId: "1290055" }),
  getWorklogs("of a day whose worklog was deleted", { startDate: "2025-11-24" }),
  deleteWorklog("by an id with leading zeros", { worklogId: "0001290056" }),
  postWorklog("of what was deleted", ONE_DAY),
];

/** Makes cases of one tool. The rest of the name says what the call is about. */
function callOf(tool: string): (about: string, args: Record<string, unknown>) => RecordedCase {
  return (about, args) => ({ name: `${tool} ${about}`, tool, arguments: args });
}

function row(date: string, issueKey = "PROJ-123", hours = 8) {
  return { issueKey, hours, date };
}

function described(startDate: string, description: string) {
  return { issueKey: "PROJ-123", hours: 1, startDate, description };
}

function november(issueKey: string) {
  return { startDate: "2025-11-01", endDate: "2025-11-30", issueKey };
}
