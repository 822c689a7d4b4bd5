import { expect, test } from "vitest";
import { OutcomeUnknownError, RejectedError } from "../../../src/timesheet/errors.ts";
import { type RowOutcome, toConfirmed } from "../../../src/timesheet/posting/outcome.ts";
import { plannedOutcomes } from "../../../src/timesheet/posting/planned-outcomes.ts";
import { existingWorklog, newWorklog } from "./worklogs.ts";

test("worklogs of a plan are stored, or fail, and what may be stored twice does both", () => {
  const [a, b, c, d] = [
    newWorklog({ issue: "1" }),
    newWorklog({ issue: "2", date: "2026-01-06" }),
    newWorklog({ issue: "3", date: "2026-01-07", hours: 2 }),
    newWorklog({ issue: "4" }),
  ] as const;
  const renamed = { id: "3", key: "MOVED-3", summary: "Renamed" };
  const failure = new RejectedError("Closed.", 400);
  const outcomes: RowOutcome[] = [
    { stored: toConfirmed(existingWorklog("7")), issue: a.issue },
    { failure },
    { stored: toConfirmed(existingWorklog("8")), issue: renamed, possibleDuplicateId: "9" },
  ];
  // The last one has no outcome.
  expect(plannedOutcomes([a, b, c, d], outcomes)).toEqual({
    stored: [
      { planned: a, stored: toConfirmed(existingWorklog("7")), issue: a.issue },
      { planned: c, stored: toConfirmed(existingWorklog("8")), issue: renamed },
    ],
    failures: [
      { date: "2026-01-06", issueKey: "PROJ-2", failure },
      {
        date: "2026-01-07",
        issueKey: "PROJ-3",
        failure: new OutcomeUnknownError(
          "2 h on PROJ-3 for 2026-01-07 may be logged twice after a lost response: worklog 9 may be a second copy. Check your " +
            "worklogs of 2026-01-07, and delete the copy if it is one.",
        ),
      },
    ],
  });
});
