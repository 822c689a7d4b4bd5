import { describe, expect, test } from "vitest";
import type { DraftInput } from "../../../src/timesheet/draft/draft.ts";
import type { Evidence } from "../../../src/timesheet/draft/evidence.ts";
import { existingWorklog } from "../posting/worklogs.ts";
import { draft, meeting, minutesOf, work } from "./input.ts";

const TALK = meeting("09:00", "10:00", "1:1 with Alex");
const SPIKE = ["12:00", "12:30", "13:00"].map((time, index) =>
  work(time, { branch: "spike", subject: ["Try a parser", "wip", "More of it"][index] ?? "" }),
);
const logged = (issue: number, comment: string, hours = 1) =>
  existingWorklog(`${issue}`, { issue: `${issue}`, comment, hours });

describe("evidence that a worklog of its date has as its comment", () => {
  type Row = [
    what: string,
    evidence: Evidence[],
    existing: ReturnType<typeof logged>[],
    given: Partial<DraftInput>,
    minutes: string[],
    leftOut: object,
  ];
  const once = { "logged already": 1 };

  test.each<Row>([
    ["is logged, if it has no issue", [TALK], [logged(4, "1:1 with Alex")], {}, [], once],
    ["is logged, however the comment is stored", [TALK], [logged(4, "<p>1:1  With Alex</p>")], {}, [], once],
    ["is logged, however many hours it got", [TALK], [logged(4, "1:1 with Alex", 0.25)], {}, [], once],
    [
      "is logged, whatever other issue it is given now",
      [TALK],
      [logged(4, "1:1 with Alex")],
      { assign: [{ ref: "c1", issueKey: "DEMO-3" }] },
      [],
      once,
    ],
    [
      "is logged, whatever other issue it names",
      [meeting("09:00", "10:00", "DEMO-2: Review")],
      [logged(4, "DEMO-2: Review")],
      {},
      [],
      once,
    ],
    [
      "is logged, without the keys of other issues",
      [meeting("09:00", "10:00", "DEMO-2: Review"), work("12:00", { subject: "[DEMO-3] Add login" })],
      [logged(4, "Review"), logged(4, "Add login")],
      {},
      [],
      { "logged already": 2 },
    ],
    [
      "is not, if the comment has more words",
      [TALK],
      [logged(4, "Prepared 1:1 with Alex")],
      {},
      ["c1 60"],
      {},
    ],
    [
      "counts by its hours, if the issue is its own",
      [TALK],
      [logged(4, "1:1 with Alex", 0.5)],
      { assign: [{ ref: "c1", issueKey: "DEMO-4" }] },
      ["DEMO-4 30"],
      {},
    ],
    ["is a group of commits too", SPIKE, [logged(4, "Try a parser", 1.25)], {}, [], once],
    [
      "is as many commits of a group as its hours are",
      SPIKE,
      [logged(4, "Try a parser", 0.75)],
      {},
      ["g1 30"],
      {},
    ],
    [
      "is all of a group but what rounding has left",
      SPIKE,
      [logged(4, "Try a parser", 0.75)],
      { stepSeconds: 3600 },
      [],
      once,
    ],
    [
      "takes none of the hours that other evidence of that issue has",
      [TALK, work("12:00", { branch: "DEMO-4" }), work("12:30", { branch: "DEMO-4" })],
      [logged(4, "1:1 with Alex")],
      {},
      ["DEMO-4 55"],
      once,
    ],
    [
      "is one of two meetings with the title, if the hours are those of one",
      [TALK, meeting("15:00", "16:00", "1:1 with Alex")],
      [logged(4, "1:1 with Alex")],
      {},
      ["c2 60"],
      once,
    ],
    [
      "is evidence of the worklog's own issue before any other",
      [
        work("09:00", { branch: "DEMO-4", subject: "Tidy" }),
        work("12:00", { branch: "spike", subject: "Tidy" }),
      ],
      [logged(4, "Tidy")],
      {},
      ["g2 25"],
      once,
    ],
  ])("%s", (_, evidence, existing, given, minutes, leftOut) => {
    const made = draft(evidence, given, { existing });
    expect([minutesOf(made), made.leftOut]).toEqual([minutes, leftOut]);
  });

  test("is no time beyond what a full date requires", () => {
    const existing = [logged(4, "1:1 with Alex"), logged(9, "", 7)];
    const { days, leftOut } = draft([TALK], {}, { existing });
    expect([days[0]?.overtimeSeconds, leftOut]).toEqual([0, once]);
  });
});

test("each piece of evidence that is logged counts, on a full date too", () => {
  const evidence = [work("09:00", { branch: "DEMO-1" }), work("12:00", { branch: "DEMO-1-more" })];
  const { leftOut } = draft(evidence, {}, { existing: [logged(1, "", 8)] });
  expect(leftOut).toEqual({ "logged already": 2 });
});
