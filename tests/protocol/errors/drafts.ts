import { datesOf, isWeekend } from "../../../src/timesheet/dates.ts";
import { WEEK, WEEK_SOURCES } from "../../helpers/drafted-week.ts";
import { evidenceOf, jiraEvent, meeting, source } from "../../helpers/evidence.ts";
import { calling, type Entry } from "./entry.ts";

const drafting = (args: Record<string, unknown>) =>
  calling(
    "draft_timesheet",
    { ...WEEK, ...args },
    { toolSets: ["draft"], evidence: evidenceOf(WEEK_SOURCES) },
  );

const MONTH = { startDate: "2025-12-16", endDate: "2026-01-15" };

const ISSUES = Array.from({ length: 24 }, (_, index) => ({
  id: 20_000 + index,
  key: `BUSY-${index + 1}`,
  summary: "A small one",
}));

/** An event of each issue on each working day of a month, half an hour after each other. */
const BUSY = datesOf(MONTH)
  .filter((date) => !isWeekend(date))
  .flatMap((date) =>
    ISSUES.map(({ key }, index) => {
      const hour = String(6 + Math.floor(index / 2)).padStart(2, "0");
      return jiraEvent(`${date} ${hour}:${index % 2 === 0 ? "00" : "30"}`, key);
    }),
  );

/** Meetings at the times of BUSY, of which nothing names the issue. */
const UNKNOWN = BUSY.map(({ at }, index) => {
  const [start, end] = [at, at + 900_000].map((time) =>
    new Date(time).toISOString().slice(0, 16).replace("T", " "),
  );
  return meeting(start ?? "", end ?? "", `Topic ${index}`);
});

/** Errors of the tool set draft. */
export const DRAFTS: Entry[] = [
  {
    cause: "a draft is of dates to come",
    meet: drafting({ startDate: "2026-01-16", endDate: "2026-01-20" }),
    code: "invalid_input",
    text: "2026-01-16 is still to come. A draft is made of what was done; use a date up to today, 2026-01-15.",
  },
  {
    cause: "an issue is given to evidence that the draft does not have",
    meet: drafting({ assign: [{ ref: "g99", issueKey: "PROJ-7" }] }),
    code: "invalid_input",
    text:
      '`assign`: this draft has no evidence named "g99". Nothing was sent; draft the same dates again without it, and use the names ' +
      "of that draft.",
  },
  {
    cause: "evidence is to be left out that gets an issue",
    meet: drafting({ assign: [{ ref: "g1", issueKey: "PROJ-7" }], leaveOut: ["g1"] }),
    code: "invalid_input",
    text: '`leaveOut`: "g1" is in `assign` too. Nothing was sent; draft the same dates again without it, and use the names of that draft.',
  },
  {
    cause: "an issue that does not exist is given to evidence",
    meet: drafting({ assign: [{ ref: "c3", issueKey: "NOPE-1" }] }),
    code: "not_found",
    text:
      "Issue NOPE-1 does not exist in Jira, or you have no access to it. Nothing was logged for it. Check the key, and that you can " +
      "open the issue in Jira.",
  },
  {
    cause: "a draft has more worklogs than a call may post",
    meet: calling("draft_timesheet", MONTH, {
      toolSets: ["draft"],
      seed: { issues: ISSUES },
      evidence: evidenceOf([source("jira", BUSY)], { stepSeconds: 300 }),
    }),
    code: "invalid_input",
    text: "The draft has 528 worklogs; one call posts at most 500. Nothing was sent; split the range.",
  },
  {
    cause: "a draft has more evidence without an issue than a reply may list",
    meet: calling("draft_timesheet", MONTH, {
      toolSets: ["draft"],
      evidence: evidenceOf([source("calendar", UNKNOWN)]),
    }),
    code: "invalid_input",
    text: "The draft has 528 pieces of evidence without an issue; one reply lists at most 500. Nothing was sent; split the range.",
  },
];
