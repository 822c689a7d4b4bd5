import { describe, expect, test } from "vitest";
import { addDays } from "../../../src/timesheet/dates.ts";
import type { DraftInput } from "../../../src/timesheet/draft/draft.ts";
import type { Evidence } from "../../../src/timesheet/draft/evidence.ts";
import { LEARNING_DAYS } from "../../../src/timesheet/draft/gather.ts";
import { LEAD_DAYS } from "../../../src/timesheet/draft/issues.ts";
import { groupsByRef } from "../../../src/timesheet/draft/make-draft.ts";
import { digestOfPlan } from "../../../src/timesheet/filling/plan.ts";
import type { Approval } from "../../../src/timesheet/port.ts";
import { leftInDoubt } from "../../../src/timesheet/posting/errors.ts";
import type { LoggedTimes } from "../../../src/timesheet/posting/post-planned.ts";
import { existingWorklog } from "../posting/worklogs.ts";
import {
  change,
  day,
  draft,
  HOUR,
  inputOf,
  issue,
  MONDAY,
  meeting,
  minutesOf,
  TUESDAY,
  WEDNESDAY,
  work,
} from "./input.ts";

const on = (number: number) => ({ branch: `DEMO-${number}` });

/** Work on an issue in one session from a time on, at least half an hour: the first event has 25 minutes before it. */
function session(from: string, minutes: number, number: number): Evidence[] {
  return Array.from({ length: minutes / 15 }, (_, index) => {
    const minute = index === 0 ? 25 : (index + 1) * 15;
    const at = new Date(Date.parse(`${MONDAY}T${from}:00Z`) + minute * 60_000);
    return work(at.toISOString().slice(0, 16).replace("T", " "), on(number));
  });
}

test("a draft has entries, worklogs, what has no issue, and its days", () => {
  const evidence = [
    work("09:10", { branch: "feature/DEMO-1-login", subject: "DEMO-1: Add OAuth support" }),
    work("09:40", { branch: "feature/DEMO-1-login", subject: "wip" }),
    change("15:20", "DEMO-1", "In Review"),
    meeting("10:00", "11:00", "Roadmap with Kim"),
    meeting(`${TUESDAY} 10:00`, `${TUESDAY} 10:20`, "DEMO-4: Daily"),
  ];
  const schedule = [day(MONDAY, 8), day(TUESDAY, 2), day(WEDNESDAY, 8)];
  const made = draft(evidence, { schedule, fill: true, stepSeconds: 900 });
  const required = { loggedSeconds: 0, overtimeSeconds: 0 };
  expect(made).toEqual({
    entries: [
      {
        ...{ date: MONDAY, issue: issue(1), seconds: 4 * HOUR, evidenceSeconds: 4800 },
        ...{ comment: "Add OAuth support", basis: "named", refs: ["g1", "j1"] },
        evidence: ["2 commits, 09:10-09:40", "moved to In Review, 15:20"],
      },
      {
        ...{ date: TUESDAY, issue: issue(4), seconds: 900, evidenceSeconds: 1200 },
        ...{ comment: "DEMO-4: Daily", basis: "named", refs: ["c2"] },
        evidence: ["meeting, 10:00-10:20"],
      },
    ],
    worklogs: [
      {
        issue: issue(1),
        date: MONDAY,
        seconds: 4 * HOUR,
        billableSeconds: 4 * HOUR,
        comment: "Add OAuth support",
      },
      { issue: issue(4), date: TUESDAY, seconds: 900, billableSeconds: 900, comment: "DEMO-4: Daily" },
    ],
    unmapped: [
      {
        ...{ ref: "c1", date: MONDAY, source: "calendar", title: "Roadmap with Kim" },
        ...{ start: "10:00", end: "11:00", seconds: HOUR, candidates: [] },
      },
    ],
    days: [
      {
        ...required,
        date: MONDAY,
        requiredSeconds: 8 * HOUR,
        draftedSeconds: 4 * HOUR,
        missingSecondsAfter: 4 * HOUR,
      },
      {
        ...required,
        date: TUESDAY,
        requiredSeconds: 2 * HOUR,
        draftedSeconds: 900,
        missingSecondsAfter: 6300,
      },
      {
        ...required,
        date: WEDNESDAY,
        requiredSeconds: 8 * HOUR,
        draftedSeconds: 0,
        missingSecondsAfter: 8 * HOUR,
      },
    ],
    daysWithoutEvidence: [WEDNESDAY],
    workedIn: [],
    leftOut: {},
  });
});

describe("what is logged counts:", () => {
  const NINE = [...session("08:00", 60, 1), ...session("12:00", 120, 2)];
  const logged = (hours: number, number = 1) => existingWorklog("7", { hours, issue: String(number) });
  const unlisted = (seconds: number, number: number) => [
    { date: MONDAY, seconds, billableSeconds: 0, issueId: String(number) },
  ];

  test.each<
    [
      what: string,
      logged: Partial<LoggedTimes>,
      given: Partial<DraftInput>,
      minutes: string[],
      leftOut: object,
    ]
  >([
    [
      "it is taken from its issue's evidence",
      { existing: [logged(0.5)] },
      {},
      ["DEMO-1 30", "DEMO-2 120"],
      {},
    ],
    ["what is not listed yet too", { unlisted: unlisted(1800, 2) }, {}, ["DEMO-1 60", "DEMO-2 90"], {}],
    [
      "an issue that has more has no entry",
      { existing: [logged(3)] },
      {},
      ["DEMO-2 120"],
      { "logged already": 1 },
    ],
    [
      "other issues leave the evidence alone",
      { existing: [logged(3, 9)] },
      {},
      ["DEMO-1 60", "DEMO-2 120"],
      {},
    ],
    ["a date has no more than is missing", { existing: [logged(7, 9)] }, {}, ["DEMO-1 20", "DEMO-2 40"], {}],
    ["a gap below a minute is none", { existing: [logged(7.99, 9)] }, {}, [], {}],
    [
      "what is stretched is what is not logged",
      { existing: [logged(0.5)] },
      { fill: true },
      ["DEMO-1 90", "DEMO-2 360"],
      {},
    ],
  ])("%s", (_, times, given, minutes, leftOut) => {
    const made = draft(NINE, given, times);
    expect([minutesOf(made), made.leftOut]).toEqual([minutes, leftOut]);
  });

  test("work goes before meetings", () => {
    const evidence = [...session("08:00", 60, 1), meeting("12:00", "13:00", "DEMO-1: Talk")];
    const [entry] = draft(evidence, { fill: true }, { existing: [logged(0.5)] }).entries;
    // Half an hour of work is left, which makes an hour and a half, and the meeting.
    expect([entry?.seconds, entry?.evidenceSeconds]).toEqual([2.5 * HOUR, 2 * HOUR]);
  });
});

describe("a date drafts nothing", () => {
  const LOCK: Approval = { startDate: "2026-01-01", endDate: "2026-01-31", status: "in_review" };
  const LOCKED = "January 2026 was submitted and is waiting for approval.";
  const UNTIL = "It may still take effect until 10:00:00, 60 seconds from now.";
  const IN_DOUBT = `An earlier call has sent a request for this date and got no answer, so it is unknown what is logged on it. ${UNTIL} Plan it again then`;
  const inDoubt = new Map([[MONDAY, leftInDoubt(UNTIL, { reader: "assistant" })]]);
  const locked = { lockOf: () => LOCK };
  const full = { existing: [existingWorklog("7", { hours: 8, issue: "9" })] };
  const evidence = [work("10:00", on(1)), meeting("12:00", "13:00", "Talk")];

  test.each<
    [
      what: string,
      given: Partial<DraftInput>,
      logged: Partial<LoggedTimes>,
      reason: string | undefined,
      overtimeMinutes: number,
    ]
  >([
    ["if it is locked", locked, {}, LOCKED, 0],
    ["if an earlier call may still store hours on it", {}, { inDoubt }, IN_DOUBT, 0],
    ["if it is both", locked, { inDoubt }, IN_DOUBT, 0],
    ["if it is full, whether it is locked or not", locked, full, undefined, 85],
    ["if it requires nothing", { schedule: [day(MONDAY, 0)] }, {}, undefined, 85],
  ])("%s", (_, given, logged, reason, overtime) => {
    const { entries, worklogs, unmapped, leftOut, days } = draft(evidence, given, logged);
    expect({ entries, worklogs, unmapped, leftOut }).toEqual({
      ...{ entries: [], worklogs: [], unmapped: [] },
      leftOut: { "no issue on a date that takes no hours": 1 },
    });
    expect(days.map((it) => [it.reason, it.overtimeSeconds, it.draftedSeconds])).toEqual([
      [reason, overtime * 60, 0],
    ]);
    expect(days[0] && "reason" in days[0]).toBe(reason !== undefined);
  });

  test("while other dates have theirs", () => {
    const schedule = [day(MONDAY), day(TUESDAY)];
    const lockOf = (date: string) => (date === MONDAY ? LOCK : undefined);
    const made = draft([work("10:00", on(1)), work(`${TUESDAY} 10:00`, on(1))], { schedule, lockOf });
    expect(made.worklogs.map(({ date }) => date)).toEqual([TUESDAY]);
  });
});

test("a date says how much time the evidence has beyond what is missing, with or without an issue", () => {
  const evidence = [...session("01:00", 420, 1), meeting("12:00", "15:00", "Talk")];
  const [monday] = draft(evidence).days;
  expect([monday?.draftedSeconds, monday?.overtimeSeconds]).toEqual([7 * HOUR, 2 * HOUR]);
});

test("hours for evidence without an issue stay free", () => {
  const evidence = [...session("01:00", 180, 1), meeting("12:00", "13:00", "Talk")];
  const made = draft(evidence, { fill: true });
  expect([minutesOf(made), made.days[0]?.missingSecondsAfter]).toEqual([["DEMO-1 420", "c1 60"], HOUR]);
});

describe("what is in no entry is counted:", () => {
  test.each<[what: string, evidence: Evidence[], given: Partial<DraftInput>, leftOut: object]>([
    [
      "what the user leaves out",
      [work("10:00", on(1)), work("11:00", on(2))],
      { leaveOut: ["g2", "g1", "g2"] },
      { "left out by the user": 2 },
    ],
    [
      "what is too short for a step",
      [...session("08:00", 60, 1), work("09:05", on(2))],
      { stepSeconds: 900 },
      { "too short for a step": 1 },
    ],
    [
      "work for which meetings leave no room",
      [meeting("08:00", "17:00", "DEMO-1"), ...session("18:00", 60, 2), work("19:05", on(3))],
      { stepSeconds: 900 },
      { "no room on the date": 1, "too short for a step": 1 },
    ],
    [
      "what has no issue and less than a minute",
      [work("08:00", on(1)), work(`${MONDAY} 08:00:59`)],
      {},
      { "too short for a step": 1 },
    ],
    [
      "what was done in a meeting alone",
      [
        meeting("10:00", "11:00", "DEMO-1"),
        work("10:30", on(2)),
        work("10:40", { branch: "main", place: "api" }),
      ],
      {},
      { "no time of its own": 2 },
    ],
  ])("%s", (_, evidence, given, leftOut) => {
    expect(draft(evidence, given).leftOut).toEqual(leftOut);
  });
});

test("less than a minute without an issue is no row, keeps no hours free, and is no overtime", () => {
  const evidence = [...session("01:00", 180, 1), work(`${MONDAY} 04:00:59`)];
  const { unmapped, days, entries } = draft(evidence, { schedule: [day(MONDAY, 3)], stepSeconds: 900 });
  expect([unmapped, days[0]?.overtimeSeconds, entries[0]?.seconds]).toEqual([[], 0, 3 * HOUR]);
  expect(minutesOf(draft([work("08:00", on(1)), work("08:01")]))).toEqual(["DEMO-1 25", "g2 1"]);
});

describe("what the user leaves out", () => {
  test("is a meeting that did not take place, so that work meanwhile counts", () => {
    const evidence = [work("10:00", on(1)), meeting("10:00", "10:30", "Talk"), work("10:30", on(1))];
    expect(minutesOf(draft(evidence))).toEqual(["DEMO-1 25", "c1 30"]);
    expect(minutesOf(draft(evidence, { leaveOut: ["c1"] }))).toEqual(["DEMO-1 55"]);
  });

  test("is work with its time, which no other work gets", () => {
    const evidence = [work("10:00", on(1)), work("10:20", on(2)), work("10:30", on(1))];
    expect(minutesOf(draft(evidence, { leaveOut: ["g2"] }))).toEqual(["DEMO-1 35"]);
  });

  test("is no evidence of its date", () => {
    const made = draft([work("10:00", on(1))], { leaveOut: ["g1"] });
    expect([made.daysWithoutEvidence, made.leftOut]).toEqual([[MONDAY], { "left out by the user": 1 }]);
  });
});

describe("evidence has names", () => {
  test("by its source, in the order of time, one for each date, place and branch", () => {
    const evidence = [
      work(`${TUESDAY} 09:00`, on(1)),
      work("11:00", on(2)),
      work("10:00", { ...on(1), place: "web" }),
      work("12:00", { ...on(1), place: "api" }),
      work("13:00", on(1)),
      work("09:00", { ...on(1), kind: "session" }),
      ...[change("10:00", "DEMO-3"), change("08:00", "DEMO-4"), change("14:00", "DEMO-3", "Done")],
      ...[meeting("10:00", "11:00", "B"), meeting("10:00", "11:00", "A"), meeting("12:00", "13:00", "A")],
      ...[
        meeting("2026-01-04 10:00", "2026-01-04 11:00", "Before"),
        meeting("2026-01-07 10:00", "2026-01-07 11:00", "After"),
      ],
      work("2026-01-02 10:00", on(1)),
    ];
    const input = inputOf(evidence, { schedule: [day(MONDAY), day(TUESDAY)] });
    const titles = [...groupsByRef(input)].map(([ref, { item }]) => [ref, item.title]);
    expect(Object.fromEntries(titles.sort())).toEqual({
      ...{ c1: "A", c2: "B", c3: "A" },
      ...{ g1: "web DEMO-1", g2: "web DEMO-2", g3: "api DEMO-1", g4: "web DEMO-1" },
      ...{ j1: "DEMO-4", j2: "DEMO-3", s1: "web DEMO-1" },
    });
  });

  test("another one for commits that name another issue than their branch, whose name is said", () => {
    const on2 = (time: string, subject?: string) =>
      work(time, { branch: "DEMO-2", ...(subject !== undefined && { subject }) });
    const evidence = [
      on2("10:00", "DEMO-4: Add"),
      on2("10:10", "Fix"),
      on2("10:20", "DEMO-4 and DEMO-5: Add"),
      on2("10:30", "DEMO-5: Add"),
      on2("10:40", "DEMO-4 for DEMO-2: Add"),
      on2("10:50", "HID-1: Add"),
    ];
    const entryOf = ({ entries }: ReturnType<typeof draft>) =>
      entries.map(({ issue, refs, evidence }) => [issue.key, refs, evidence]);
    expect(entryOf(draft(evidence))).toEqual([
      ["DEMO-4", ["g1"], ["2 commits on DEMO-2, 10:00-10:20"]],
      ["DEMO-2", ["g2"], ["3 commits, 10:10-10:50"]],
      ["DEMO-5", ["g3"], ["1 commit on DEMO-2, 10:30"]],
    ]);
    expect(entryOf(draft(evidence, { assign: [{ ref: "g1", issueKey: "DEMO-2" }] }))).toEqual([
      ["DEMO-2", ["g1", "g2"], ["2 commits, 10:00-10:20", "3 commits, 10:10-10:50"]],
      ["DEMO-5", ["g3"], ["1 commit on DEMO-2, 10:30"]],
    ]);
  });

  test("and a title without characters that are not seen, cut in rows", () => {
    const title = `Talk\u0007 \u202e ${"x".repeat(300)}`;
    const evidence = [meeting("10:00", "11:00", title)];
    expect(groupsByRef(inputOf(evidence)).get("c1")?.item.title).toBe(`Talk ${"x".repeat(300)}`);
    expect(draft(evidence).unmapped[0]?.title).toBe(`Talk ${"x".repeat(194)}…`);
  });
});

test("without titles, a row has none", () => {
  expect(draft([meeting("10:00", "11:00", "Talk")], { hasTitles: false }).unmapped[0]).toEqual({
    ...{ ref: "c1", date: MONDAY, source: "calendar", title: undefined },
    ...{ start: "10:00", end: "11:00", seconds: HOUR, candidates: [] },
  });
});

test("a row for work has the time of what has no issue", () => {
  const evidence = [
    work("10:00", { branch: "main" }),
    work("10:20", { branch: "main", subject: "DEMO-1: Add" }),
    work("12:00", { branch: "main", place: "api" }),
    work("12:10", { branch: "main", place: "api" }),
  ];
  const rows = draft(evidence).unmapped.map(({ ref, title, start, end, seconds }) => [
    ref,
    title,
    start,
    end,
    seconds,
  ]);
  expect(rows).toEqual([
    ["g1", "web main", "09:35", "10:00", 1500],
    ["g3", "api main", "11:35", "12:10", 2100],
  ]);
});

test("no place leaves the machine", () => {
  const evidence = [work("10:00", on(1)), work("12:00", { branch: "main", place: "api" })];
  expect(JSON.stringify(draft(evidence))).not.toContain("/home/");
});

describe("arguments are refused", () => {
  const HOW = "Nothing was sent; draft the same dates again without it, and use the names of that draft.";

  test.each<[what: string, given: Partial<DraftInput>, message: string]>([
    [
      "that leave unknown evidence out",
      { leaveOut: ["g1", "c1", "c2", "c1"] },
      '`leaveOut`: this draft has no evidence named "c1", nor 1 more of the names in it.',
    ],
    [
      "that give evidence two issues",
      {
        assign: [
          { ref: "g1", issueKey: "DEMO-1" },
          { ref: "g1", issueKey: "DEMO-2" },
        ],
      },
      '`assign`: "g1" is given to DEMO-1 and to DEMO-2.',
    ],
    [
      "whose name is cut",
      { leaveOut: ["x".repeat(50)] },
      `\`leaveOut\`: this draft has no evidence named "${"x".repeat(20)}…".`,
    ],
  ])("%s", (_, given, message) => {
    const error = { name: "InvalidInputError", message: `${message} ${HOW}` };
    expect(() => draft([work("10:00", on(1))], given)).toThrow(expect.objectContaining(error));
  });

  test("that make more worklogs than one call posts", () => {
    const schedule = Array.from({ length: 31 }, (_, index) => day(addDays(MONDAY, index)));
    const evidence = (count: number) =>
      Array.from({ length: count }, (_, index) =>
        work(
          `${addDays(MONDAY, index % 31)} ${String(Math.floor(index / 31) + 1).padStart(2, "0")}:00`,
          on(1 + Math.floor(index / 31)),
        ),
      );
    expect(draft(evidence(500), { schedule }).worklogs).toHaveLength(500);
    const error = {
      name: "InvalidInputError",
      message: "The draft has 501 worklogs; one call posts at most 500. Nothing was sent; split the range.",
    };
    expect(() => draft(evidence(501), { schedule })).toThrow(expect.objectContaining(error));
  });
});

describe("the digest", () => {
  const digest = (evidence: Evidence[], given: Partial<DraftInput> = {}) =>
    digestOfPlan(draft(evidence, given));
  const evidence = [work("10:00", on(1))];

  test.each<[what: string, evidence: Evidence[], given: Partial<DraftInput>]>([
    ["the hours", [work("10:00", on(1)), work("10:10", on(1))], {}],
    ["the issue", [work("10:00", on(2))], {}],
    ["the comment", [work("10:00", { ...on(1), subject: "Add login" })], {}],
    ["filling", evidence, { fill: true }],
  ])("changes with %s", (_, changed, given) => {
    expect(digest(changed, given)).not.toBe(digest(evidence));
  });

  test("is the same for the same worklogs", () => {
    expect(digest([work("10:01", on(1))])).toBe(digest(evidence));
    expect(digest(evidence)).toMatch(/^[\da-f]{24}$/);
  });
});

test("five working days are read before the range, and eight weeks to learn from", () => {
  expect([LEAD_DAYS, LEARNING_DAYS]).toEqual([7, 56]);
});
