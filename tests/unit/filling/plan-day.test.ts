import { describe, expect, test } from "vitest";
import { type LoggedTime, planDay, type Target } from "../../../src/timesheet/filling/plan-day.ts";

const DATE = "2026-01-05";

/** Billable time on issue A without a comment, unless given; without minutes, what is left. */
interface Wanted {
  issue?: string;
  minutes?: number;
  billable?: number;
  comment?: string;
  attributes?: Record<string, string>;
}

/** Time that is logged: billable time on issue A of unknown comment, unless given. */
type Logged = Wanted & { minutes: number };

const valuesOf = (attributes: Record<string, string>) =>
  Object.entries(attributes).map(([key, value]) => ({ key, value }));

const target = ({ issue = "A", minutes, billable = 1, comment = "", attributes }: Wanted): Target => ({
  issue: { id: issue, key: `${issue}-1`, summary: "" },
  seconds: minutes === undefined ? undefined : minutes * 60,
  billable,
  comment,
  ...(attributes && { attributes: valuesOf(attributes) }),
});

const time = ({ issue = "A", minutes, billable = 1, comment, attributes }: Logged): LoggedTime => ({
  issueId: issue,
  seconds: minutes * 60,
  billableSeconds: minutes * 60 * billable,
  ...(comment !== undefined && { comment }),
  ...(attributes && { attributes: new Map(Object.entries(attributes)) }),
});

/** The plan of a day that requires eight hours, unless given: its worklogs as text, and why others are skipped. */
function plan(targets: Wanted[], logged: Logged[] = [], requiredMinutes = 480) {
  const loggedSeconds = logged.reduce((sum, { minutes }) => sum + minutes * 60, 0);
  const day = { date: DATE, requiredSeconds: requiredMinutes * 60, loggedSeconds };
  const { worklogs, skipped } = planDay(day, targets.map(target), logged.map(time));
  return [
    ...worklogs.map(({ issue, date, seconds, billableSeconds, comment, attributes = [] }) => {
      expect(date).toBe(DATE);
      const billable = billableSeconds === seconds ? "" : `, ${billableSeconds / 60} billable`;
      const given = attributes.map(({ key, value }) => ` ${key}=${value}`).join("");
      return `${issue.id} ${seconds / 60}${billable}${comment && `: ${comment}`}${given}`;
    }),
    ...skipped.map(({ date, issueKey, reason }) => {
      expect(date).toBe(DATE);
      return `${issueKey}: ${reason}`;
    }),
  ];
}

const A = { issue: "A", minutes: 120 };
const B = { issue: "B", minutes: 120 };
const REST = { issue: "C" };

describe("the plan of a day", () => {
  test.each<[what: string, targets: Wanted[], logged: Logged[], plan: string[]]>([
    ["has the rest on the target without hours", [A, REST], [], ["A 120", "C 360"]],
    ["has the rest after all other targets", [REST, A], [], ["A 120", "C 360"]],
    ["has what is billable in part in the same part", [{ ...A, billable: 0.25 }], [], ["A 120, 30 billable"]],
    ["rounds billable time to the second", [{ minutes: 1, billable: 1 / 7 }], [], ["A 1, 0.15 billable"]],
    ["has one worklog for equal targets", [A, B, A], [], ["A 240", "B 120"]],
    [
      "has one worklog for targets whose comments differ in space around",
      [A, { ...A, comment: " " }],
      [],
      ["A 240"],
    ],
    ["has one for each comment", [A, { ...A, comment: "Test" }], [], ["A 120", "A 120: Test"]],
    [
      "has one for time that is billable and one for time that is not",
      [A, { ...A, billable: 0 }],
      [],
      ["A 120", "A 120, 0 billable"],
    ],
    [
      "has one for time that is billable in parts of different size",
      [
        { ...A, billable: 0.5 },
        { ...A, billable: 0.25 },
      ],
      [],
      ["A 240, 90 billable"],
    ],
    ["adds the rest to what is wanted of the same issue", [A, { issue: "A" }], [], ["A 480"]],
    ["says what is logged", [A, { issue: "A" }], [A], ["A 360", "A-1: 2 h are logged on it already"]],
    ["lacks what an issue has already", [A, B], [{ minutes: 30 }], ["A 90", "B 120"]],
    ["lacks what several worklogs of an issue have", [A], [{ minutes: 30 }, { minutes: 40 }], ["A 50"]],
    [
      "skips what several worklogs have in full, and says all of it",
      [A],
      [{ minutes: 70 }, { minutes: 80 }],
      ["A-1: 2.5 h are logged on it already"],
    ],
    ["skips what is logged in full", [A], [A], ["A-1: 2 h are logged on it already"]],
    [
      "skips what lacks less than a minute",
      [A],
      [{ minutes: 119.5 }],
      ["A-1: 1.99 h are logged on it already"],
    ],
    ["has what lacks a minute", [A], [{ minutes: 119 }], ["A 1"]],
    [
      "says all that is logged on an issue, where it is more than is wanted",
      [A],
      [{ minutes: 180 }],
      ["A-1: 3 h are logged on it already"],
    ],
    [
      "cuts what does not fit",
      [A, B],
      [{ issue: "D", minutes: 300 }],
      ["A 120", "B 60", "B-1: 1 of 2 h do not fit"],
    ],
    [
      "cuts what does not fit of what lacks",
      [A, B],
      [
        { issue: "D", minutes: 320 },
        { issue: "B", minutes: 10 },
      ],
      ["A 120", "B 30", "B-1: 1.33 of 2 h do not fit"],
    ],
    [
      "leaves out what does not fit at all",
      [A, B, REST],
      [{ issue: "D", minutes: 360 }],
      ["A 120", "B-1: 2 of 2 h do not fit"],
    ],
    [
      "leaves out what fits for less than a minute",
      [{ ...A, minutes: 119.5 }, B],
      [{ issue: "D", minutes: 360 }],
      ["A 119.5", "B-1: 1.99 of 2 h do not fit"],
    ],
    [
      "has what fits for a minute",
      [{ ...A, minutes: 119 }, REST],
      [{ issue: "D", minutes: 360 }],
      ["A 119", "C 1"],
    ],
    [
      "has no rest of less than a minute",
      [{ ...A, minutes: 119.5 }, REST],
      [{ issue: "D", minutes: 360 }],
      ["A 119.5"],
    ],
  ])("%s", (_, targets, logged, expected) => {
    expect(plan(targets, logged)).toEqual(expected);
  });

  const REVIEW = { ...A, comment: "Review" };
  const TEST = { ...A, comment: "Test" };
  const FREE = { ...A, billable: 0 };
  const OPS = { ...A, attributes: { account: "OPS" } };
  const DEV = { ...A, attributes: { account: "DEV" } };

  test.each<[what: string, targets: Wanted[], logged: Logged[], plan: string[]]>([
    [
      "first for the target with its comment",
      [REVIEW, TEST],
      [{ minutes: 90, comment: " Test" }],
      ["A 120: Review", "A 30: Test"],
    ],
    [
      "first for what is billable as it is",
      [A, FREE],
      [{ minutes: 90, billable: 0, comment: "" }],
      ["A 120", "A 30, 0 billable"],
    ],
    [
      "then for what has its comment, billable or not",
      [TEST, { ...FREE, comment: "Review" }],
      [{ minutes: 90, comment: "Review" }],
      ["A 120: Test", "A 30, 0 billable: Review"],
    ],
    [
      "then for any target of its issue, in their order",
      [REVIEW, TEST],
      [{ minutes: 150, comment: "Else" }],
      ["A 90: Test", "A-1: 2.5 h are logged on it already"],
    ],
    [
      "once: what is left of it goes to the next",
      [REVIEW, TEST],
      [{ minutes: 150, comment: "Test" }],
      ["A 90: Review", "A-1: 2.5 h are logged on it already"],
    ],
    [
      "for no other target, if it has the comment of the rest on the same issue",
      [REVIEW, { issue: "A", comment: "Else" }],
      [{ minutes: 90, comment: "Else" }],
      ["A 120: Review", "A 270: Else"],
    ],
    [
      "for a target, if it has the comment of the rest on another issue",
      [REVIEW, { issue: "C", comment: "Else" }],
      [{ minutes: 90, comment: "Else" }],
      ["A 30: Review", "C 360: Else"],
    ],
    [
      "for a target, if its comment is not known, whatever the rest has",
      [REVIEW, { issue: "A" }],
      [{ minutes: 90 }],
      ["A 30: Review", "A 360"],
    ],
    [
      "first for the target that gives its attributes, whatever their order",
      [OPS, DEV],
      [{ minutes: 90, comment: "", attributes: { account: "DEV", role: "dev" } }],
      ["A 120 account=OPS", "A 30 account=DEV"],
    ],
    [
      "for the target that gives more of its attributes",
      [A, DEV],
      [{ minutes: 90, comment: "", attributes: { account: "DEV" } }],
      ["A 120", "A 30 account=DEV"],
    ],
    [
      "for the target that gives none of them, if another gives another value",
      [OPS, A],
      [{ minutes: 90, comment: "", attributes: { account: "DEV" } }],
      ["A 120 account=OPS", "A 30"],
    ],
    [
      "for the target that takes one away, if it has none",
      [OPS, { ...A, attributes: { account: "" } }],
      [{ minutes: 90, comment: "", attributes: {} }],
      ["A 120 account=OPS", "A 30 account="],
    ],
    [
      "by attributes before billable or not",
      [
        { ...OPS, billable: 0 },
        { ...DEV, billable: 1 },
      ],
      [{ minutes: 90, comment: "", attributes: { account: "OPS" } }],
      ["A 30, 0 billable account=OPS", "A 120 account=DEV"],
    ],
    [
      "by its comment before its attributes",
      [
        { ...DEV, comment: "Review" },
        { ...OPS, comment: "Test" },
      ],
      [{ minutes: 90, comment: "Test", attributes: { account: "DEV" } }],
      ["A 120: Review account=DEV", "A 30: Test account=OPS"],
    ],
    [
      "for another target of its comment, once it has all of its own",
      [OPS, DEV],
      [{ minutes: 150, comment: "", attributes: { account: "DEV" } }],
      ["A 90 account=OPS", "A-1: 2.5 h are logged on it already"],
    ],
    [
      "for no other target, if it has the attributes of the rest on the same issue",
      [OPS, { issue: "A", attributes: { account: "DEV" } }],
      [{ minutes: 90, comment: "", attributes: { account: "DEV" } }],
      ["A 120 account=OPS", "A 270 account=DEV"],
    ],
    [
      "for no target that gives fewer attributes than the rest does",
      [A, { issue: "A", attributes: { account: "DEV" } }],
      [{ minutes: 90, comment: "", attributes: { account: "DEV" } }],
      ["A 120", "A 270 account=DEV"],
    ],
    [
      "for the first target of its comment, if its attributes are not known",
      [OPS, DEV],
      [{ minutes: 90, comment: "" }],
      ["A 30 account=OPS", "A 120 account=DEV"],
    ],
  ])("counts what is logged %s", (_, targets, logged, expected) => {
    expect(plan(targets, logged)).toEqual(expected);
  });
});
