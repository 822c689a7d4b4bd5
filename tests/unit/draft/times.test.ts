import { describe, expect, test } from "vitest";
import type { Evidence } from "../../../src/timesheet/draft/evidence.ts";
import { change, day, draft, MONDAY, meeting, minutesOf, TUESDAY, work, worklog } from "./input.ts";

const on = (number: number) => ({ branch: `feature/DEMO-${number}` });

const edit = (time: string, key: string): Evidence => ({ ...change(time, key), kind: "edit" }) as Evidence;

describe("the time of work", () => {
  test.each<[what: string, evidence: Evidence[], minutes: string[]]>([
    ["a single event has the 25 minutes before it", [work("10:00", on(1))], ["DEMO-1 25"]],
    [
      "events with a gap of exactly 30 minutes are one session",
      [work("10:00", on(1)), work("10:30", on(1))],
      ["DEMO-1 55"],
    ],
    [
      "a longer gap makes two sessions",
      [work("10:00", on(1)), work("2026-01-05 10:30:00.001", on(1))],
      ["DEMO-1 50"],
    ],
    [
      "the time between two events belongs to the later one",
      [work("10:00", on(1)), work("10:20", on(2)), work("10:25", on(1))],
      ["DEMO-1 30", "DEMO-2 20"],
    ],
    [
      "all sources make one session",
      [work("10:00", on(1)), change("10:20", "DEMO-2"), work("10:40", { ...on(3), kind: "session" })],
      ["DEMO-1 25", "DEMO-2 20", "DEMO-3 20"],
    ],
    [
      "events at the same moment have its time once",
      [work("10:00", on(1)), work("10:00", on(2))],
      ["DEMO-1 25"],
    ],
    [
      "of events at the same moment, Jira's comes first",
      [work("10:00", { ...on(2), place: "A" }), change("10:00", "DEMO-1")],
      ["DEMO-1 25"],
    ],
    [
      "an edit in passing has no time, and ends none",
      [work("10:00", on(1)), edit("10:10", "DEMO-2"), work("10:20", on(1))],
      ["DEMO-1 45"],
    ],
    [
      "an edit in passing that is the last event has no time",
      [work("10:00", on(1)), edit("10:30", "DEMO-2")],
      ["DEMO-1 25"],
    ],
    [
      "an edit of an issue that the day has other evidence of has time",
      [work("10:00", on(1)), edit("10:10", "DEMO-2"), meeting("15:00", "16:00", "DEMO-2")],
      ["DEMO-1 25", "DEMO-2 70"],
    ],
    [
      "an edit more than 30 minutes from other work has time",
      [work("10:00", on(1)), edit("10:31", "DEMO-2")],
      ["DEMO-1 25", "DEMO-2 25"],
    ],
    [
      "edits among edits have time",
      [edit("10:00", "DEMO-1"), edit("10:10", "DEMO-2"), edit("10:15", "DEMO-3")],
      ["DEMO-1 25", "DEMO-2 10", "DEMO-3 5"],
    ],
    ["no work is before midnight", [work("00:05", on(1))], ["DEMO-1 5"]],
    [
      "a checkout counts for the branch that it leaves",
      [work("10:00", { ...on(1), kind: "checkout" })],
      ["DEMO-1 25"],
    ],
    [
      "a checkout counts for nothing on a day with a commit in its repository",
      [
        work("10:00", { ...on(1), kind: "checkout" }),
        work("11:00", on(2)),
        work("15:00", { ...on(3), kind: "checkout", place: "api" }),
      ],
      ["DEMO-2 25", "DEMO-3 25"],
    ],
    [
      "a meeting is cut out of a session",
      [work("10:00", on(1)), meeting("10:05", "10:15", "DEMO-4"), work("10:30", on(1))],
      ["DEMO-1 45", "DEMO-4 10"],
    ],
    [
      "a session goes on after a meeting within it, and no event in it has time",
      [
        work("09:50", on(1)),
        meeting("10:00", "11:00", "DEMO-4"),
        work("10:20", on(2)),
        work("10:50", on(2)),
        work("11:10", on(1)),
      ],
      ["DEMO-1 35", "DEMO-4 60", "DEMO-2 10"],
    ],
    [
      "a session after a meeting begins with its end",
      [meeting("10:00", "11:00", "DEMO-4"), work("11:10", on(1))],
      ["DEMO-4 60", "DEMO-1 10"],
    ],
  ])("%s", (_, evidence, minutes) => {
    expect(minutesOf(draft(evidence))).toEqual(minutes);
  });

  test("commits at the same moment on one branch are in one order, whatever order they come in", () => {
    const commits = ["DEMO-2: Add", "DEMO-1: Add"].map((subject) => work("10:00", { subject }));
    expect([commits, commits.toReversed()].map((it) => minutesOf(draft(it)))).toEqual([
      ["DEMO-1 25"],
      ["DEMO-1 25"],
    ]);
  });

  test("a session ends with its date", () => {
    const schedule = [day(MONDAY), day(TUESDAY)];
    const evidence = [work("23:50", on(1)), work(`${TUESDAY} 00:10`, on(1)), work(`${TUESDAY} 00:30`, on(1))];
    expect(minutesOf(draft(evidence, { schedule }))).toEqual([`${MONDAY} DEMO-1 25`, `${TUESDAY} DEMO-1 30`]);
    expect(minutesOf(draft(evidence, { schedule: [day(TUESDAY)] }))).toEqual(["DEMO-1 30"]);
  });

  test.each([
    ["the hour that is skipped", "2026-03-29", ["2026-03-29 00:50", "2026-03-29 01:10"], "01:50-03:10"],
    ["the hour that comes twice", "2026-10-25", ["2026-10-25 00:50", "2026-10-25 01:10"], "02:50-02:10"],
  ])("no minute is lost or made in %s", (_, date, times, shown) => {
    const evidence = times.map((time) => work(time, on(1)));
    const [entry] = draft(evidence, { zone: "Europe/Berlin", schedule: [day(date)] }).entries;
    expect([entry?.evidenceSeconds, entry?.evidence]).toEqual([45 * 60, [`2 commits, ${shown}`]]);
  });
});

describe("an event of two hours or more without an issue", () => {
  const focus = (title = "Focus time", end = "16:00") => meeting("07:00", end, title);
  const commits = ["08:00", "08:20", "08:40"].map((time) => work(time, on(1)));
  const prompts = commits.map((it) => ({ ...it, kind: "session" as const, isPrompt: true }));
  const WORKED = ["DEMO-1 65"];

  test.each<[what: string, evidence: Evidence[], minutes: string[]]>([
    ["three commits", [focus(), ...commits], WORKED],
    ["three prompts", [focus(), ...prompts], WORKED],
    ["a commit and two prompts", [focus(), ...commits.slice(0, 1), ...prompts.slice(1)], WORKED],
    ["commits from its first moment on", [meeting("08:00", "10:00", "Home"), ...commits], WORKED],
    [
      "a meeting and commits",
      [focus(), meeting("08:25", "08:35", "DEMO-4"), ...commits],
      ["DEMO-1 55", "DEMO-4 10"],
    ],
  ])("does not cut work if it has %s in it", (_, evidence, minutes) => {
    const drafted = draft(evidence);
    expect(minutesOf(drafted)).toEqual(minutes);
    expect(drafted.workedIn).toHaveLength(1);
  });

  test.each<[what: string, evidence: Evidence[], minutes: string]>([
    ["two commits in it", [focus(), ...commits.slice(1)], "c1 540"],
    ["three commits, one at its end", [meeting("06:40", "08:40", "Home"), ...commits], "c1 120"],
    ["less than two hours", [focus("Focus time", "08:59"), ...commits], "c1 119"],
    ["the key of an issue", [focus("DEMO-4 Workshop"), ...commits], "DEMO-4 540"],
    ["the key of another client's issue", [focus("ACME-4 Workshop"), ...commits], "c1 540"],
    [
      "moves of issues in it",
      [focus(), ...commits.map(({ at }) => ({ ...change("08:00", "DEMO-2"), at }))],
      "c1 540",
    ],
    ["commits by another in it", [focus(), ...commits.map((it) => ({ ...it, isByAnother: true }))], "c1 540"],
    [
      "what an assistant wrote in it",
      [focus(), ...prompts.map((it) => ({ ...it, isPrompt: false }))],
      "c1 540",
    ],
  ])("is a meeting with %s", (_, evidence, minutes) => {
    const drafted = draft(evidence, { schedule: [day(MONDAY, 24)] });
    expect(minutesOf(drafted)).toContain(minutes);
    expect(drafted.workedIn).toEqual([]);
  });

  test.each<[what: string, given: Parameters<typeof draft>[1]]>([
    ["gives it one", { assign: [{ ref: "c1", issueKey: "DEMO-4" }] }],
    ["has a rule for it", { rules: [{ pattern: "Focus*", issueKey: "DEMO-4" }] }],
    ["logged it before", { learnt: [worklog("2025-12-29", 4, "Focus time")] }],
  ])("is a meeting once the user %s", (_, given) => {
    const drafted = draft([focus(), ...commits], { schedule: [day(MONDAY, 24)], ...given });
    expect(minutesOf(drafted)).toContain("DEMO-4 540");
    expect(drafted.workedIn).toEqual([]);
  });

  test.each([
    [true, "c1 (meeting 'Home office', 07:00-16:00 on 5 January)"],
    [false, "c1 (meeting, 07:00-16:00 on 5 January)"],
  ])("is named, with its title: %s", (hasTitles, named) => {
    const drafted = draft([focus("Home office"), ...commits], { hasTitles });
    expect(drafted.workedIn).toEqual([
      `${named} is no meeting here, since it has 3 of your commits or prompts in it. If it was one, give it its issue.`,
    ]);
    expect(drafted.leftOut).toEqual({ "no time of its own": 1 });
  });

  test("is named once with all others of its title, and the fewest commits in one of them", () => {
    const deep = (date: string) => [
      meeting(`${date} 17:00`, `${date} 20:00`, "Deep work"),
      ...["17:10", "17:20", "17:30"].map((time) => work(`${date} ${time}`, on(1))),
    ];
    const drafted = draft(
      [
        ...[focus(), ...commits, work("10:00", on(1)), ...deep(MONDAY), ...deep(TUESDAY)],
        meeting(`${TUESDAY} 07:00`, `${TUESDAY} 16:00`, "Focus time"),
        ...["09:00", "09:10", "09:20"].map((time) => work(`${TUESDAY} ${time}`, on(1))),
      ],
      { schedule: [day(MONDAY, 8), day(TUESDAY, 8)] },
    );
    const why =
      "are no meetings here, since each has 3 or more of your commits or prompts in it. If one was, give it its issue.";
    expect(drafted.workedIn).toEqual([
      `c1, c3 (meeting 'Focus time', 07:00-16:00 on 5 January, and others) ${why}`,
      `c2, c4 (meeting 'Deep work', 17:00-20:00 on 5 January, and others) ${why}`,
    ]);
  });

  test("is not named on a date that takes no hours, nor if the user leaves it out", () => {
    const evidence = [focus(), ...commits];
    for (const given of [{ schedule: [day(MONDAY, 0)] }, { leaveOut: ["c1"] }])
      expect(draft(evidence, given).workedIn).toEqual([]);
  });
});

describe("the time of meetings", () => {
  test.each<[what: string, evidence: Evidence[], minutes: string[]]>([
    [
      "the shorter of two keeps the overlap",
      [meeting("10:00", "11:00", "DEMO-1"), meeting("10:30", "11:00", "DEMO-2")],
      ["DEMO-1 30", "DEMO-2 30"],
    ],
    [
      "an accepted one goes before a shorter tentative one",
      [meeting("10:00", "11:00", "DEMO-1"), meeting("10:45", "11:15", "DEMO-2", "tentative")],
      ["DEMO-1 60", "DEMO-2 15"],
    ],
    [
      "of tentative ones the shorter keeps the overlap",
      [
        meeting("10:00", "12:00", "DEMO-1", "tentative"),
        meeting("10:30", "11:00", "DEMO-2", "tentative"),
        meeting("10:45", "11:45", "DEMO-3", "tentative"),
      ],
      ["DEMO-1 45", "DEMO-2 30", "DEMO-3 45"],
    ],
    [
      "the first of two of equal length keeps the overlap",
      [meeting("10:30", "11:30", "DEMO-2"), meeting("10:00", "11:00", "DEMO-1")],
      ["DEMO-1 60", "DEMO-2 30"],
    ],
    [
      "one within a longer one leaves both sides to it",
      [meeting("10:00", "12:00", "DEMO-1"), meeting("10:30", "11:00", "DEMO-2")],
      ["DEMO-1 90", "DEMO-2 30"],
    ],
    [
      "one that another covers has no time",
      [meeting("10:00", "11:00", "DEMO-1"), meeting("10:00", "11:00", "DEMO-2", "tentative")],
      ["DEMO-1 60"],
    ],
  ])("%s", (_, evidence, minutes) => {
    expect(minutesOf(draft(evidence))).toEqual(minutes);
  });

  const NIGHT = [
    meeting("2026-01-04 23:00", "00:30", "DEMO-1"),
    meeting("23:30", "2026-01-06 01:00", "Release"),
  ];

  test("one beyond midnight is on both dates under one name, as far as they are in the range", () => {
    const schedule = [day(MONDAY), day(TUESDAY)];
    const { entries, unmapped } = draft(NIGHT, { schedule });
    expect(entries).toEqual([expect.objectContaining({ date: MONDAY, seconds: 1800, refs: ["c1"] })]);
    const rows = unmapped.map(({ ref, date, start, end, seconds }) => [ref, date, start, end, seconds]);
    expect(rows).toEqual([
      ["c2", MONDAY, "23:30", "00:00", 1800],
      ["c2", TUESDAY, "00:00", "01:00", 3600],
    ]);
  });

  test("one that another covers beyond midnight is named on both dates", () => {
    const evidence = ["23:20", "23:40"].map((start) => meeting(start, `${TUESDAY} 00:05`, "DEMO-4: Daily"));
    const { entries } = draft(evidence, { schedule: [day(MONDAY), day(TUESDAY)] });
    expect(entries.map(({ seconds, refs }) => [seconds / 60, refs])).toEqual([
      [40, ["c1", "c2"]],
      [5, ["c1", "c2"]],
    ]);
  });

  test("one without an issue is cut out of work too", () => {
    const evidence = [work("10:00", on(1)), meeting("10:10", "10:20", "Talk"), work("10:30", on(1))];
    expect(minutesOf(draft(evidence))).toEqual(["DEMO-1 45", "c1 10"]);
  });
});
