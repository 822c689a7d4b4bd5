import { describe, expect, test } from "vitest";
import { journalInMemory } from "../../../src/state/journal-memory.ts";
import { noChanges } from "../../../src/timesheet/call-context.ts";
import { InvalidInputError, OutcomeUnknownError, RejectedError } from "../../../src/timesheet/errors.ts";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import type { NewWorklog } from "../../../src/timesheet/port.ts";
import { BatchState, type Row, toConfirmed } from "../../../src/timesheet/posting/batch-state.ts";
import { existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

const UNKNOWN = new OutcomeUnknownError("The response was lost.");
const REJECTED = new RejectedError("The period is closed.");
const stored = (id: string) => ({ ...storedWorklog(id), billableSeconds: 3600 });

/** A batch, its worklogs, and everything that it has reported. */
function batchOf(...rows: Row[]) {
  const progress: string[] = [];
  const changes = noChanges();
  let now = 0;
  const clock = { now: () => now, wallClock: () => now, random: () => 0, sleep: async () => {} };
  const context = {
    clock,
    progress: (settled: number, total: number) => void progress.push(`${settled} of ${total}`),
    changes,
  };
  const batch = new BatchState(rows, context, new Journal(journalInMemory(), clock));
  const worklogs = batch.worklogs as [NewWorklog, NewWorklog];
  return { batch, worklogs, progress, changes, advance: (milliseconds: number) => (now += milliseconds) };
}

describe("outcomes", () => {
  test("come in the order of the rows, whatever order they were settled in", () => {
    const invalid = new InvalidInputError("Hours must be at most 24.");
    const { batch, worklogs, progress } = batchOf(newWorklog(), invalid, newWorklog({ issue: "2" }));
    batch.settle([[worklogs[1], { stored: stored("w2") }]]);
    batch.fail([worklogs[0]], REJECTED);
    expect(batch.finish()).toEqual([
      { failure: REJECTED },
      { failure: invalid },
      { stored: stored("w2"), issue: { id: "2", key: "PROJ-2", summary: "" } },
    ]);
    expect(progress).toEqual(["1 of 3", "2 of 3", "3 of 3"]);
  });

  test("are kept for each row, though one object is in the batch twice", () => {
    const row = newWorklog();
    const { batch, worklogs } = batchOf(row, row);
    batch.settle([[worklogs[0], { stored: stored("w1") }]]);
    expect(batch.unsettled()).toEqual([worklogs[1]]);
  });

  test("that are not settled at the end are unknown, with the last reason given", () => {
    const { batch, worklogs, changes } = batchOf(newWorklog(), newWorklog({ hours: 2 }));
    const better = new OutcomeUnknownError("Another worklog has appeared.");
    batch.markUnknown([worklogs[0]], UNKNOWN);
    batch.explainUnknown(worklogs[0], better);
    expect(batch.finish()).toEqual([{ failure: better }, { failure: expect.any(OutcomeUnknownError) }]);
    expect(changes.possiblyStored).toEqual(["1 h on PROJ-1 for 2026-01-05", "2 h on PROJ-1 for 2026-01-05"]);
  });
});

describe("an unknown outcome", () => {
  test("stays unknown, whatever happened to a later request", () => {
    const { batch, worklogs, progress } = batchOf(newWorklog(), newWorklog());
    batch.markUnknown([worklogs[0]], UNKNOWN);
    batch.fail(worklogs, REJECTED);
    expect({ uncertain: batch.uncertain(), progress }).toEqual({
      uncertain: [worklogs[0]],
      progress: ["1 of 2"],
    });
    expect(batch.finish()).toEqual([{ failure: UNKNOWN }, { failure: REJECTED }]);
  });

  test("is settled by a worklog that has appeared, which is recorded as stored", () => {
    const { batch, worklogs, changes } = batchOf(newWorklog());
    batch.markSending(worklogs, true);
    batch.markUnknown([worklogs[0]], UNKNOWN);
    const found = existingWorklog("w1");
    batch.adopt(batch.unclaimed([found]));
    expect({ uncertain: batch.uncertain(), left: batch.unclaimed([found]), stored: changes.stored }).toEqual({
      uncertain: [],
      left: [],
      stored: ["w1"],
    });
    expect(batch.finish()).toEqual([{ stored: toConfirmed(found), issue: worklogs[0].issue }]);
  });

  test("dates from the last failure, not from a better reason", () => {
    const { batch, worklogs, advance } = batchOf(newWorklog());
    advance(4000);
    batch.markUnknown([worklogs[0]], UNKNOWN);
    advance(4000);
    batch.explainUnknown(worklogs[0], UNKNOWN);
    expect(batch.lastUnknownAt).toBe(4000);
  });
});

describe("worklogs that are accounted for", () => {
  test("are those that existed before and those that the call stored", () => {
    const { batch, changes } = batchOf(newWorklog());
    batch.claimExisting([existingWorklog("before")]);
    batch.claimStored([storedWorklog("ours")]);
    const now = ["before", "ours", "new"].map((id) => existingWorklog(id));
    expect(batch.unclaimed(now)).toEqual([existingWorklog("new")]);
    expect(changes.stored).toEqual(["ours"]);
  });
});

describe("what was sent again", () => {
  test("may be stored twice, as often as it was sent again", () => {
    const { batch, worklogs } = batchOf(newWorklog(), newWorklog());
    batch.markSending(worklogs, true);
    batch.markUnknown([worklogs[0]], UNKNOWN);
    batch.markSending([worklogs[0]], true);
    batch.markSending([worklogs[0]], true);
    expect(batch.resent).toEqual([worklogs[0], worklogs[0]]);
  });

  test("has one duplicate less to expect after one was found, which is accounted for", () => {
    const { batch, worklogs } = batchOf(newWorklog());
    batch.markUnknown([worklogs[0]], UNKNOWN);
    batch.markSending([worklogs[0]], true);
    batch.markSending([worklogs[0]], true);
    const late = existingWorklog("late");
    for (const duplicate of batch.possibleDuplicates().slice(0, 1)) batch.claimLateDuplicate(duplicate, late);
    expect({ resent: batch.resent, left: batch.unclaimed([late]) }).toEqual({
      resent: [worklogs[0]],
      left: [],
    });
  });

  test.each([
    ["what was sent, while nothing of it is known", "sent", undefined, undefined],
    ["the response, if the worklog was not read back", "in the response", "in the response", undefined],
    ["the worklog that was read back, if there is one", "read back", "in the response", "read back"],
  ])("has a duplicate that looks like %s", (_, comment, inResponse, readBack) => {
    const { batch, worklogs } = batchOf(newWorklog({ comment: "sent" }));
    batch.markUnknown([worklogs[0]], UNKNOWN);
    batch.markSending([worklogs[0]], true);
    if (inResponse) batch.settle([[worklogs[0], { stored: { ...stored("w1"), comment: inResponse } }]]);
    if (readBack) batch.unclaimed([existingWorklog("w1", { comment: readBack })]);
    const { id: _id, ...content } = existingWorklog("", { comment });
    expect(batch.possibleDuplicates()).toEqual([{ ...content, worklog: worklogs[0] }]);
  });
});
