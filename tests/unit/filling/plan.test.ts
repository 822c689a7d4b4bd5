import { describe, expect, test } from "vitest";
import { digestOfPlan, makePlan, missingAfter, type Wanted } from "../../../src/timesheet/filling/plan.ts";
import type { Approval, NewWorklog, ScheduledDay } from "../../../src/timesheet/port.ts";
import { leftInDoubt } from "../../../src/timesheet/posting/errors.ts";
import type { LoggedTimes } from "../../../src/timesheet/posting/post-planned.ts";
import { existingWorklog, newWorklog } from "../posting/worklogs.ts";

const MONDAY = "2026-01-05";
const TUESDAY = "2026-01-06";
const HOUR = 3600;
const ISSUE = { id: "1", key: "PROJ-1", summary: "" };

const day = (date: string, hours: number): ScheduledDay => ({
  date,
  requiredSeconds: hours * HOUR,
  isWorkingDayType: hours > 0,
});

const unlisted = (date: string, hours: number, issueId = "1") => ({
  date,
  seconds: hours * HOUR,
  billableSeconds: 0,
  issueId,
});

const REST: Wanted = {
  targets: [{ issue: ISSUE, seconds: undefined, billable: 1, comment: "" }],
  skipped: [],
};
const LOCK: Approval = { startDate: MONDAY, endDate: TUESDAY, status: "in_review" };

const NOT_LISTED = (hours: number) =>
  `${hours} h were stored a moment ago and are not in Tempo's list yet; if you have deleted them, plan it again in a minute`;
const UNTIL = "It may still take effect until 10:00:00, 60 seconds from now.";
const IN_DOUBT = `An earlier call has sent a request for this date and got no answer, so it is unknown what is logged on it. ${UNTIL} Plan it again then`;
const LOCKED = "The period 2026-01-05 to 2026-01-06 was submitted and is waiting for approval.";

interface Parts extends Partial<Omit<LoggedTimes, "inDoubt">> {
  /** The dates that are in doubt. */
  inDoubt?: string[];
  locked?: string;
  wanted?: Wanted;
}

/** The plan of some days, as hours by date and why others are skipped. */
function plan(
  days: ScheduledDay[],
  { existing = [], unlisted: notListed = [], inDoubt = [], locked, wanted = REST }: Parts,
) {
  const reason = leftInDoubt(UNTIL, { reader: "assistant" });
  const logged = { existing, unlisted: notListed, inDoubt: new Map(inDoubt.map((date) => [date, reason])) };
  const lockOf = (date: string) => (date === locked ? LOCK : undefined);
  const { worklogs, skipped } = makePlan(days, logged, () => wanted, lockOf);
  return {
    hours: worklogs.map(({ date, seconds }) => `${date}: ${seconds / HOUR}`),
    skipped: skipped.map(({ date, reason }) => `${date}: ${reason}`),
  };
}

describe("the plan of days", () => {
  test.each<[what: string, days: ScheduledDay[], parts: Parts, hours: string[], skipped?: string[]]>([
    ["fills each day", [day(MONDAY, 8), day(TUESDAY, 4)], {}, [`${MONDAY}: 8`, `${TUESDAY}: 4`]],
    ["leaves days off alone", [day(MONDAY, 0)], {}, []],
    ["leaves full days alone", [day(MONDAY, 8)], { existing: [existingWorklog("7", { hours: 8 })] }, []],
    [
      "counts what is logged on its date alone",
      [day(MONDAY, 8), day(TUESDAY, 8)],
      { existing: [existingWorklog("7", { hours: 3 })] },
      [`${MONDAY}: 5`, `${TUESDAY}: 8`],
    ],
    [
      "counts what is not listed yet, and says so",
      [day(MONDAY, 8)],
      { unlisted: [unlisted(MONDAY, 3), unlisted(MONDAY, 1)] },
      [`${MONDAY}: 4`],
      [`${MONDAY}: ${NOT_LISTED(4)}`],
    ],
    [
      "says so of a full day too",
      [day(MONDAY, 8)],
      { unlisted: [unlisted(MONDAY, 8)] },
      [],
      [`${MONDAY}: ${NOT_LISTED(8)}`],
    ],
    ["does not say so of a day off", [day(MONDAY, 0)], { unlisted: [unlisted(MONDAY, 8)] }, []],
    [
      "leaves a day alone that is in doubt",
      [day(MONDAY, 8), day(TUESDAY, 8)],
      { inDoubt: [MONDAY], unlisted: [unlisted(MONDAY, 1)] },
      [`${TUESDAY}: 8`],
      [`${MONDAY}: ${NOT_LISTED(1)}`, `${MONDAY}: ${IN_DOUBT}`],
    ],
    [
      "leaves a locked day alone",
      [day(MONDAY, 8), day(TUESDAY, 8)],
      { locked: TUESDAY, unlisted: [unlisted(TUESDAY, 1)] },
      [`${MONDAY}: 8`],
      [`${TUESDAY}: ${NOT_LISTED(1)}`, `${TUESDAY}: ${LOCKED}`],
    ],
    [
      "says what is left out whatever is logged, after what is left out of the day",
      [day(MONDAY, 8)],
      {
        unlisted: [unlisted(MONDAY, 4)],
        wanted: {
          targets: [{ issue: ISSUE, seconds: 4 * HOUR, billable: 1, comment: "" }],
          skipped: [{ date: MONDAY, reason: "Closed" }],
        },
      },
      [],
      [`${MONDAY}: ${NOT_LISTED(4)}`, `${MONDAY}: 4 h are logged on it already`, `${MONDAY}: Closed`],
    ],
    [
      "says nothing of a full day, not even what is left out whatever is logged",
      [day(MONDAY, 8)],
      {
        existing: [existingWorklog("7", { hours: 8 })],
        wanted: { targets: [], skipped: [{ date: MONDAY, reason: "Closed" }] },
      },
      [],
    ],
  ])("%s", (_, days, parts, hours, skipped = []) => {
    expect(plan(days, parts)).toEqual({ hours, skipped });
  });

  test("has at most as many worklogs as a call may post", () => {
    const wanted = (count: number): Wanted => ({
      targets: Array.from({ length: count }, (_, index) => ({
        ...{ issue: { ...ISSUE, id: `${index}` }, seconds: 60, billable: 1, comment: "" },
      })),
      skipped: [],
    });
    expect(plan([day(MONDAY, 10)], { wanted: wanted(500) }).hours).toHaveLength(500);
    expect(() => plan([day(MONDAY, 10)], { wanted: wanted(501) })).toThrow(
      "The plan has 501 worklogs; one call posts at most 500. Nothing was sent; split the range.",
    );
  });
});

describe("the digest of a plan", () => {
  const digest = (parts: Partial<NewWorklog> = {}) =>
    digestOfPlan({ worklogs: [{ ...newWorklog(), ...parts }] });

  test.each<[what: string, parts: Partial<NewWorklog>]>([
    ["date", { date: TUESDAY }],
    ["issue", { issue: { ...ISSUE, id: "2" } }],
    ["hours", { seconds: 60 }],
    ["billable hours", { billableSeconds: 60 }],
    ["comment", { comment: "Review" }],
  ])("changes with the %s", (_, parts) => {
    expect(digest()).toBe(digest());
    expect(digest(parts)).not.toBe(digest());
  });

  test("does not change with the issue's key, which may be another one tomorrow", () => {
    expect(digest({ issue: { ...ISSUE, key: "NEW-1" } })).toBe(digest());
  });
});

test("what is missing after a plan is the sum of the days, none of which has less than nothing", () => {
  const days = [MONDAY, TUESDAY].map((date) => ({ date, requiredSeconds: 8 * HOUR, loggedSeconds: HOUR }));
  const add = (date: string, hours: number) => ({ date, seconds: hours * HOUR });
  expect(missingAfter(days, [])).toBe(14 * HOUR);
  expect(missingAfter(days, [add(MONDAY, 2), add(MONDAY, 3)])).toBe(9 * HOUR);
  expect(missingAfter(days, [add(MONDAY, 20), add(TUESDAY, 1)])).toBe(6 * HOUR);
});
