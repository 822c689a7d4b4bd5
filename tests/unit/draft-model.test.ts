import { describe, expect, test } from "vitest";
import type { DraftInput } from "../../src/timesheet/draft/draft.ts";
import type { Evidence } from "../../src/timesheet/draft/evidence.ts";
import { localTime, momentOf } from "../draft/local-time.ts";
import { allowedOn, notLogged } from "../draft/model/day.ts";
import { modelOf } from "../draft/model/model.ts";
import { unfairRounding } from "../draft/model/rounding.ts";
import {
  draftInput,
  existingWorklog,
  jiraEvent,
  learntWorklog,
  meeting,
  scheduleFrom,
  workIn,
} from "../draft/world.ts";

const DATE = "2026-11-16";
const ZONE = "Europe/Berlin";
const NOTHING_LOGGED = { existing: [], unlisted: [], inDoubt: new Map<string, string>() };

const at = (time: string, date = DATE) => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return momentOf(date, hour * 60 + minute, ZONE);
};
const commit = (time: string, branch: string | undefined, subject = "Work", date = DATE) =>
  workIn("site", {
    kind: "commit",
    source: "git",
    at: at(time, date),
    subject,
    ...(branch !== undefined && { branch }),
  });
const meet = (from: string, to: string, title: string, isTentative = false) =>
  meeting({ start: at(from), end: at(to), title, isTentative });

function dayOf(evidence: Evidence[], parts: Partial<DraftInput> = {}, logged = NOTHING_LOGGED) {
  const input = draftInput({
    range: { startDate: DATE, endDate: DATE },
    zone: ZONE,
    schedule: scheduleFrom(DATE, [28_800]),
    evidence,
    ...parts,
  });
  const [day] = modelOf(input, logged).days;
  const minutes = day?.issues.map((it) => [it.key, it.meetings / 60, it.work / 60, it.basis]);
  return { day, minutes, unmapped: [...(day?.unmapped ?? [])].map(([ref, own]) => [ref, own / 60]) };
}

describe("rules 2 and 3: time", () => {
  test.each<[string, Evidence[], unknown]>([
    ["an event has 25 minutes before it", [commit("10:00", "DEMO-1")], [["DEMO-1", 0, 25, "named"]]],
    [
      "a gap of 30 minutes belongs to the later event",
      [commit("10:00", "DEMO-1"), commit("10:30", "DEMO-2")],
      [
        ["DEMO-1", 0, 25, "named"],
        ["DEMO-2", 0, 30, "named"],
      ],
    ],
    [
      "after 31 minutes a session begins",
      [commit("10:00", "DEMO-1"), commit("10:31", "DEMO-2")],
      [
        ["DEMO-1", 0, 25, "named"],
        ["DEMO-2", 0, 25, "named"],
      ],
    ],
    [
      "a meeting is cut out of a session",
      [commit("10:00", "DEMO-1"), commit("10:30", "DEMO-1"), meet("10:10", "10:20", "DEMO-5")],
      [
        ["DEMO-1", 0, 45, "named"],
        ["DEMO-5", 10, 0, "named"],
      ],
    ],
    [
      "the shorter meeting keeps the overlap",
      [meet("10:00", "11:00", "DEMO-5"), meet("10:30", "11:15", "DEMO-6")],
      [
        ["DEMO-5", 30, 0, "named"],
        ["DEMO-6", 45, 0, "named"],
      ],
    ],
    [
      "an accepted meeting goes before a shorter tentative one",
      [meet("10:00", "11:00", "DEMO-5"), meet("10:30", "11:15", "DEMO-6", true)],
      [
        ["DEMO-5", 60, 0, "named"],
        ["DEMO-6", 15, 0, "named"],
      ],
    ],
    ["the day begins at midnight", [commit("00:05", "DEMO-1")], [["DEMO-1", 0, 5, "named"]]],
  ])("%s", (_, evidence, expected) => {
    expect(dayOf(evidence).minutes).toEqual(expected);
  });
});

test.each<[string, Evidence[], Partial<DraftInput>, unknown, unknown]>([
  [
    "a subject's key goes before the branch's, unless it quotes another subject",
    [commit("10:00", "DEMO-1", "DEMO-2: x"), commit("10:10", "DEMO-1", 'Revert "DEMO-2: x"')],
    {},
    [
      ["DEMO-2", 0, 25, "named"],
      ["DEMO-1", 0, 10, "named"],
    ],
    [],
  ],
  [
    "a key that is not visible in a project of the user's goes before the branch's, and one of another does not",
    [commit("10:00", "DEMO-1", "DEMO-404: x"), commit("10:10", "DEMO-1", "HIDDEN-7: x")],
    {},
    [["DEMO-1", 0, 10, "named"]],
    [["g1", 25]],
  ],
  [
    "a key that is not visible does not count beside one that is",
    [commit("10:00", "DEMO-404", "UTF-8 DEMO-2")],
    {},
    [["DEMO-2", 0, 25, "named"]],
    [],
  ],
  [
    "commits that name another issue than their branch have a name of their own",
    [
      commit("10:00", "DEMO-1", "DEMO-2: x"),
      commit("10:10", "DEMO-1", "x"),
      commit("10:20", "DEMO-1", "DEMO-2, DEMO-1"),
    ],
    { leaveOut: ["g1"] },
    [["DEMO-1", 0, 20, "named"]],
    [],
  ],
  [
    "a word with a number is no key, unless two commits have it",
    [
      commit("10:00", "main", "DEMO-1 x"),
      commit("10:10", "main", "Use HIDDEN-7"),
      commit("16:00", "spike", "DEMO-1 x"),
      commit("16:10", "spike", "Use OTHER-7"),
      commit("16:20", "spike", "Keep OTHER-8"),
    ],
    {},
    [["DEMO-1", 0, 60, "inferred"]],
    [["g3", 20]],
  ],
  [
    "of a key that is not visible nothing is learnt",
    [meet("10:00", "11:00", "HIDDEN-7: Planning")],
    { learnt: [learntWorklog("DEMO-1", "2026-11-01", "HIDDEN-7: Planning")] },
    [],
    [["c1", 60]],
  ],
  [
    "of a key that is not visible nothing is inferred, nor beside one",
    [
      commit("10:00", "main", "DEMO-1 x"),
      commit("10:10", "main", "UTF-8"),
      commit("10:20", "main", "HIDDEN-7 x"),
      commit("10:30", "main"),
    ],
    {},
    [["DEMO-1", 0, 35, "inferred"]],
    [["g2", 20]],
  ],
  ["a part of a key is not a key", [commit("10:00", "XDEMO-1", "DEMO-1234")], {}, [], [["g1", 25]]],
  [
    "a rule names a place and branch",
    [commit("10:00", "main")],
    { rules: [{ pattern: "site m*", issueKey: "DEMO-3" }] },
    [["DEMO-3", 0, 25, "rule"]],
    [],
  ],
  [
    "the latest worklog with the title is learnt from",
    [meet("10:00", "11:00", "One to  one")],
    {
      learnt: [
        learntWorklog("DEMO-1", "2026-11-01", "One to one"),
        learntWorklog("DEMO-2", "2026-11-02", "ONE to one"),
      ],
    },
    [["DEMO-2", 60, 0, "learnt"]],
    [],
  ],
  [
    "the only issue of a branch is inferred",
    [commit("10:00", undefined, "DEMO-1 x", "2026-11-13"), commit("10:00", "main")],
    {},
    [["DEMO-1", 0, 25, "inferred"]],
    [],
  ],
  [
    "the only issue of another branch is not inferred",
    [commit("10:00", "DEMO-1", "x", "2026-11-13"), commit("10:00", "main")],
    {},
    [],
    [["g1", 25]],
  ],
  [
    "of two issues none is inferred",
    [
      commit("09:00", "main", "DEMO-1 x", "2026-11-13"),
      commit("10:00", "main", "DEMO-2 x", "2026-11-13"),
      commit("10:00", "main"),
    ],
    {},
    [],
    [["g1", 25]],
  ],
  [
    "a Jira event is named",
    [jiraEvent(at("10:00"), "status", "DEMO-2")],
    {},
    [["DEMO-2", 0, 25, "named"]],
    [],
  ],
  [
    "the user's own choice goes before all",
    [meet("10:00", "11:00", "DEMO-1")],
    { assign: [{ ref: "c1", issueKey: "DEMO-2" }] },
    [["DEMO-2", 60, 0, "assigned"]],
    [],
  ],
  ["what the user leaves out is not there", [meet("10:00", "11:00", "DEMO-1")], { leaveOut: ["c1"] }, [], []],
])("rule 4: %s", (_, evidence, parts, minutes, unmapped) => {
  expect(dayOf(evidence, parts)).toMatchObject({ minutes, unmapped });
});

test.each<[string, Evidence[], unknown]>([
  [
    "an edit near other work has no time",
    [commit("10:00", "DEMO-1"), jiraEvent(at("10:10"), "edit", "DEMO-2"), commit("10:20", "DEMO-1")],
    [
      ["DEMO-1", 0, 45, "named"],
      ["DEMO-2", 0, 0, "named"],
    ],
  ],
  [
    "an edit far from other work has time",
    [commit("10:00", "DEMO-1"), jiraEvent(at("10:31"), "edit", "DEMO-2")],
    [
      ["DEMO-1", 0, 25, "named"],
      ["DEMO-2", 0, 25, "named"],
    ],
  ],
  [
    "an edit of an issue with other evidence has time",
    [
      commit("10:00", "DEMO-1"),
      jiraEvent(at("10:10"), "edit", "DEMO-2"),
      jiraEvent(at("16:00"), "comment", "DEMO-2"),
    ],
    [
      ["DEMO-1", 0, 25, "named"],
      ["DEMO-2", 0, 35, "named"],
    ],
  ],
])("rule 3: %s", (_, evidence, minutes) => {
  expect(dayOf(evidence).minutes).toEqual(minutes);
});

test("a meeting that another one covers is evidence of each date that it reaches into", () => {
  const nextDay = "2026-11-17";
  const daily = (from: string) =>
    meeting({ start: at(from), end: at("00:05", nextDay), title: "DEMO-4: Daily" });
  const input = draftInput({
    range: { startDate: DATE, endDate: nextDay },
    zone: ZONE,
    schedule: scheduleFrom(DATE, [28_800, 28_800]),
    evidence: [daily("23:20"), daily("23:40")],
  });
  const refs = modelOf(input, NOTHING_LOGGED).days.map(({ issues }) => issues.map((it) => [it.key, it.refs]));
  expect(refs).toEqual([[["DEMO-4", ["c1", "c2"]]], [["DEMO-4", ["c1", "c2"]]]]);
});

describe("rules 5 and 6: hours", () => {
  const session = (branch: string, from: number, hours: number) =>
    Array.from({ length: hours * 2 }, (_, index) => {
      const minute = from * 60 + (index === 0 ? 10 : index * 30);
      return commit(`${Math.floor(minute / 60)}:${minute % 60}`, branch);
    });
  const allowed = (evidence: Evidence[], required: number, fill: boolean, logged = 0) => {
    const times = logged === 0 ? [] : [existingWorklog("DEMO-1", DATE, logged)];
    const parts = { schedule: scheduleFrom(DATE, [required]) };
    const { day } = dayOf(evidence, parts, { ...NOTHING_LOGGED, existing: times as never[] });
    if (!day) throw new Error("no day");
    const { shares, partsOfSecond, sum } = allowedOn(day, notLogged(day, "work", { stepSeconds: 900 }), {
      fill,
      stepSeconds: 900,
    });
    return {
      shares: Object.fromEntries(shares.map(({ key, parts }) => [key, Number(parts / partsOfSecond)])),
      sum,
    };
  };
  // A session of N hours lacks 15 minutes: its first event has 25 before it, the next comes 20 after it.
  test.each<[string, Evidence[], number, boolean, number, unknown]>([
    ["work is stretched", session("DEMO-1", 9, 2), 7200, true, 0, { shares: { "DEMO-1": 7200 }, sum: 7200 }],
    [
      "at most to three times",
      session("DEMO-1", 9, 2),
      28_800,
      true,
      0,
      { shares: { "DEMO-1": 18_900 }, sum: 18_900 },
    ],
    ["only if wanted", session("DEMO-1", 9, 2), 28_800, false, 0, { shares: { "DEMO-1": 6300 }, sum: 6300 }],
    [
      "logged hours are taken off",
      session("DEMO-1", 9, 2),
      28_800,
      false,
      3600,
      { shares: { "DEMO-1": 2700 }, sum: 2700 },
    ],
    ["work is cut", session("DEMO-1", 9, 2), 3600, false, 0, { shares: { "DEMO-1": 3600 }, sum: 3600 }],
    [
      "work is cut before meetings",
      [...session("DEMO-1", 9, 2), meet("12:00", "13:00", "DEMO-5")],
      5400,
      true,
      0,
      { shares: { "DEMO-1": 1800, "DEMO-5": 3600 }, sum: 5400 },
    ],
    [
      "then meetings are",
      [...session("DEMO-1", 9, 2), meet("12:00", "13:00", "DEMO-5")],
      1800,
      true,
      0,
      { shares: { "DEMO-1": 0, "DEMO-5": 1800 }, sum: 1800 },
    ],
    [
      "meetings are never stretched",
      [meet("12:00", "13:00", "DEMO-5")],
      28_800,
      true,
      0,
      { shares: { "DEMO-5": 3600 }, sum: 3600 },
    ],
    [
      "unmapped hours stay free",
      [...session("DEMO-1", 9, 2), meet("12:00", "13:00", "Nothing known")],
      12_000,
      true,
      0,
      { shares: { "DEMO-1": 8400 }, sum: 8100 },
    ],
    [
      "filling makes no day shorter",
      [...session("DEMO-1", 9, 2), meet("12:00", "12:10", "DEMO-1"), meet("13:00", "14:00", "Nothing known")],
      10_560,
      true,
      0,
      { shares: { "DEMO-1": 6900 }, sum: 7200 },
    ],
  ])("%s", (_, evidence, required, fill, logged, expected) => {
    expect(allowed(evidence, required, fill, logged)).toEqual(expected);
  });
});

test.each<[string, Record<string, number>, Record<string, number>, boolean]>([
  ["shares that are steps", { A: 1800, B: 900 }, { A: 1800, B: 900 }, true],
  ["the larger remainder up", { A: 2000, B: 1600 }, { A: 1800, B: 1800 }, true],
  ["the smaller remainder up", { A: 2000, B: 1600 }, { A: 2700, B: 900 }, false],
  ["a small share given to the largest", { A: 3200, B: 400 }, { A: 3600 }, true],
  ["a small share kept", { A: 3200, B: 400 }, { A: 2700, B: 900 }, false],
  ["a rest for the largest", { A: 3000, B: 1000 }, { A: 3100, B: 900 }, true],
  ["a rest for another one", { A: 2000, B: 1000 }, { A: 1800, B: 1200 }, false],
  ["two steps too many", { A: 3600, B: 1800 }, { A: 1800, B: 3600 }, false],
  ["hours without a share", {}, { A: 900 }, false],
  ["of like remainders that of the larger share up", { A: 1350, B: 2250 }, { A: 900, B: 2700 }, true],
  ["of like remainders that of the smaller share up", { A: 1350, B: 2250 }, { A: 1800, B: 1800 }, false],
  ["of like shares the first one up", { A: 1350, B: 1350 }, { A: 1800, B: 900 }, true],
  ["of like shares the later one up", { A: 1350, B: 1350 }, { A: 900, B: 1800 }, false],
  ["a rest for the later one of like shares", { A: 950, B: 950 }, { A: 900, B: 1000 }, false],
])("rule 7: %s", (_, shares, drafted, isFair) => {
  const inOrder = Object.entries(shares).map(([key, seconds], first) => ({
    ...{ key, first },
    parts: BigInt(seconds),
  }));
  const allowed = { shares: inOrder, partsOfSecond: 1n, sum: 0 };
  const reason = unfairRounding(allowed, new Map(Object.entries(drafted)), 900);
  expect(reason === undefined).toBe(isFair);
});

test.each([
  ["2026-03-29", 150, "Europe/Berlin", "2026-03-29 03:00"],
  ["2026-03-29", 240, "Europe/Berlin", "2026-03-29 04:00"],
  ["2026-10-25", 150, "Europe/Berlin", "2026-10-25 02:30"],
  ["2026-04-24", 0, "Africa/Cairo", "2026-04-24 01:00"],
  ["2026-11-16", 570, "Asia/Kolkata", "2026-11-16 09:30"],
])("minute %s %i in %s is %s", (date, minute, zone, expected) => {
  const shown = localTime(momentOf(date, minute, zone), zone);
  expect(`${shown.date} ${shown.time}`).toBe(expected);
});
