import { describe, expect, test } from "vitest";
import { CallChanges } from "../../../src/timesheet/call-changes.ts";
import { InvalidInputError, OutcomeUnknownError, RejectedError } from "../../../src/timesheet/errors.ts";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import { journalInMemory } from "../../../src/timesheet/journal/records.ts";
import type { NewWorklog } from "../../../src/timesheet/port.ts";
import { BatchState } from "../../../src/timesheet/posting/batch-state.ts";
import { type Row, toConfirmed } from "../../../src/timesheet/posting/outcome.ts";
import { existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

const UNKNOWN = new OutcomeUnknownError("The response was lost.");
const REJECTED = new RejectedError("The period is closed.");
const stored = (id: string) => ({ ...storedWorklog(id), billableSeconds: 3600 });

/** A batch, its worklogs, and everything that it has reported. */
function batchOf(...rows: Row[]) {
  const progress: string[] = [];
  const changes = new CallChanges();
  let now = 0;
  const clock = {
    now: () => now,
    wallClock: () => now,
    machine: () => ({ uptime: now }),
    random: () => 0,
    sleep: async () => {},
  };
  const context = {
    clock,
    progress: (settled: number, total: number) => void progress.push(`${settled} of ${total}`),
    changes,
    timesheet: {},
  };
  const journal = new Journal(journalInMemory(), clock);
  const batch = new BatchState(rows, context, journal);
  const worklogs = batch.worklogs as [NewWorklog, NewWorklog];
  return {
    batch,
    worklogs,
    journal,
    progress,
    changes,
    advance: (milliseconds: number) => (now += milliseconds),
  };
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
    expect(changes.ids("stored", false)).toEqual([
      "1 h on PROJ-1 for 2026-01-05",
      "2 h on PROJ-1 for 2026-01-05",
    ]);
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
    batch.markSending(worklogs);
    batch.markSent(worklogs);
    batch.markUnknown([worklogs[0]], UNKNOWN);
    const found = existingWorklog("w1");
    batch.adopt(batch.unclaimed([found]));
    expect({
      uncertain: batch.uncertain(),
      left: batch.unclaimed([found]),
      stored: changes.ids("stored", true),
    }).toEqual({
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

describe("a worklog", () => {
  /** Which worklogs of a batch are in which state, by index. */
  const statesOf = (batch: BatchState, worklogs: readonly NewWorklog[]) => {
    const indexes = (some: readonly NewWorklog[]) => some.map((worklog) => worklogs.indexOf(worklog));
    return {
      ready: indexes(batch.ready()),
      rejected: indexes(batch.rejected()),
      uncertain: indexes(batch.uncertain()),
      storedByThisCall: batch.storedByThisCall().map(([worklog, { id }]) => [worklogs.indexOf(worklog), id]),
    };
  };
  const states = (parts: Partial<ReturnType<typeof statesOf>>) => ({
    ready: [],
    rejected: [],
    uncertain: [],
    storedByThisCall: [],
    ...parts,
  });

  type Batch = ReturnType<typeof batchOf>;

  test.each<[what: string, act: (parts: Batch) => void, expected: Partial<ReturnType<typeof statesOf>>]>([
    ["is ready at first", () => {}, { ready: [0, 1] }],
    [
      "is rejected until that is verified",
      ({ batch, worklogs }) => batch.markRejected([worklogs[0]], REJECTED),
      { ready: [1], rejected: [0] },
    ],
    [
      "is ready again if it was rejected and is not stored",
      ({ batch, worklogs }) => {
        batch.markRejected(worklogs, REJECTED);
        batch.markReady([worklogs[0]]);
      },
      { ready: [0], rejected: [1] },
    ],
    [
      "is uncertain, not rejected, once its outcome is unknown",
      ({ batch, worklogs }) => {
        batch.markRejected(worklogs, REJECTED);
        batch.markUnknown([worklogs[0]], UNKNOWN);
      },
      { rejected: [1], uncertain: [0] },
    ],
    [
      "is uncertain if an earlier call has sent it",
      ({ batch, worklogs }) => batch.waitForEarlier(worklogs[0], UNKNOWN, 0),
      { ready: [1], uncertain: [0] },
    ],
    [
      "is uncertain, not rejected, if a later request for it fails",
      ({ batch, worklogs }) => {
        batch.markUnknown([worklogs[0]], UNKNOWN);
        batch.markRejected([worklogs[0]], REJECTED);
        batch.fail([worklogs[0]], REJECTED);
      },
      { ready: [1], uncertain: [0] },
    ],
    [
      "is settled once it has failed, whatever it was",
      ({ batch, worklogs }) => {
        batch.markRejected([worklogs[0]], REJECTED);
        batch.markUnknown([worklogs[1]], UNKNOWN);
        batch.fail([worklogs[0]], REJECTED);
        batch.failUncertain(worklogs[1], UNKNOWN);
      },
      {},
    ],
    [
      "is stored here if it was sent, and not if it was found",
      ({ batch, worklogs }) => {
        batch.markSending([worklogs[0]]);
        batch.markSent([worklogs[0]]);
        batch.settleStored([
          [worklogs[0], stored("1")],
          [worklogs[1], stored("2")],
        ]);
      },
      { storedByThisCall: [[0, "1"]] },
    ],
    [
      "is not stored here if it existed, though it was sent",
      ({ batch, worklogs }) => {
        batch.markSending(worklogs);
        batch.markSent(worklogs);
        batch.settleExisting([[worklogs[0], stored("1")]]);
        batch.settleStored([[worklogs[1], stored("2")]]);
      },
      { storedByThisCall: [[1, "2"]] },
    ],
    [
      "is no longer stored here once it has disappeared",
      ({ batch, worklogs }) => {
        batch.markSending(worklogs);
        batch.markSent(worklogs);
        batch.settleStored([[worklogs[0], stored("1")]]);
        batch.failUncertain(worklogs[0], UNKNOWN);
      },
      { ready: [1] },
    ],
    [
      "is settled, not rejected, if it is found stored",
      ({ batch, worklogs }) => {
        batch.markSending(worklogs);
        batch.markSent(worklogs);
        batch.markRejected(worklogs, REJECTED);
        batch.adopt([existingWorklog("1", { issue: "2" })]);
      },
      { rejected: [0], storedByThisCall: [[1, "1"]] },
    ],
  ])("%s", (_, act, expected) => {
    const parts = batchOf(newWorklog(), newWorklog({ issue: "2" }));
    act(parts);
    expect(statesOf(parts.batch, parts.worklogs)).toEqual(states(expected));
  });

  test("has the last rejection as its reason, until that is settled", () => {
    const { batch, worklogs } = batchOf(newWorklog());
    batch.markRejected(worklogs, REJECTED);
    expect(batch.rejectionOf(worklogs[0])).toBe(REJECTED);
    batch.fail(worklogs, REJECTED);
    expect(batch.rejectionOf(worklogs[0])).toBeUndefined();
  });

  test("that is rejected is found stored before an equal one of unknown outcome", () => {
    const { batch, worklogs } = batchOf(newWorklog(), newWorklog());
    batch.markSending(worklogs);
    batch.markSent(worklogs);
    batch.markUnknown([worklogs[0]], UNKNOWN);
    batch.markRejected([worklogs[1]], REJECTED);
    batch.adopt([existingWorklog("1")]);
    expect(statesOf(batch, worklogs)).toEqual(states({ uncertain: [0], storedByThisCall: [[1, "1"]] }));
  });

  test("of unknown outcome does not take the copy of one that is settled", () => {
    const { batch, worklogs } = batchOf(newWorklog({ comment: "a" }), newWorklog({ comment: "b" }));
    batch.markSending(worklogs);
    batch.markSent(worklogs);
    batch.settleStored([[worklogs[0], stored("1")]]);
    batch.markUnknown([worklogs[1]], UNKNOWN);
    const { others } = batch.adopt([existingWorklog("2", { comment: "a" })]);
    expect({ uncertain: batch.uncertain(), others: others.map(({ id }) => id) }).toEqual({
      uncertain: [worklogs[1]],
      others: ["2"],
    });
  });

  test("that an earlier call has sent may be stored until the later of two failures", () => {
    const { batch, worklogs } = batchOf(newWorklog(), newWorklog());
    expect(batch.lastUnknownAt).toBe(Number.NEGATIVE_INFINITY);
    batch.waitForEarlier(worklogs[0], UNKNOWN, 5000);
    batch.waitForEarlier(worklogs[1], UNKNOWN, 3000);
    batch.markUnknown([worklogs[1]], UNKNOWN);
    expect(batch.lastUnknownAt).toBe(5000);
  });
});

describe("a worklog that is stored", () => {
  const outcomeOf = (act: (parts: ReturnType<typeof batchOf>) => void) => {
    const parts = batchOf(newWorklog());
    act(parts);
    return { ...parts, outcome: parts.batch.storedAs(parts.worklogs[0]) };
  };

  test("by this call is recorded as its change, in the journal too", () => {
    const { outcome, changes, journal, batch } = outcomeOf(({ batch, worklogs }) => {
      batch.markSending(worklogs);
      batch.markSent(worklogs);
      batch.settleStored([[worklogs[0], stored("1")]]);
    });
    expect(outcome).toEqual({ stored: stored("1") });
    expect(changes.ids("stored", true)).toEqual(["1"]);
    expect(journal.entryOfId("1")?.state).toBe("stored");
    expect([batch.isClaimed("1"), batch.isClaimed("2")]).toEqual([true, false]);
  });

  test("though it was not sent was logged before, and is no change of this call", () => {
    const { outcome, changes, batch } = outcomeOf(({ batch, worklogs }) =>
      batch.settleStored([[worklogs[0], stored("1")]]),
    );
    expect({ outcome, changes: changes.ids("stored", true), isClaimed: batch.isClaimed("1") }).toEqual({
      outcome: { stored: stored("1"), alreadyLogged: true },
      changes: [],
      isClaimed: true,
    });
  });

  test.each([
    ["no second copy", undefined, {}],
    ["a second copy", "2", { possibleDuplicateId: "2" }],
  ])("before this call may have %s", (_, copy, more) => {
    const { outcome, batch } = outcomeOf(({ batch, worklogs }) =>
      batch.settleExisting([[worklogs[0], stored("1"), copy]]),
    );
    expect(outcome).toEqual({ stored: stored("1"), alreadyLogged: true, ...more });
    expect(batch.isClaimed("1")).toBe(true);
  });

  test("keeps its outcome when a second copy is reported", () => {
    const { outcome } = outcomeOf(({ batch, worklogs }) => {
      batch.settleExisting([[worklogs[0], stored("1")]]);
      batch.reportDuplicate(worklogs[0], "2");
    });
    expect(outcome).toEqual({ stored: stored("1"), alreadyLogged: true, possibleDuplicateId: "2" });
  });

  test("is the copy that is left, after the other was deleted", () => {
    const { outcome, journal } = outcomeOf(({ batch, worklogs }) => {
      batch.markSending(worklogs);
      batch.markSent(worklogs);
      batch.settleStored([[worklogs[0], stored("2")]]);
      batch.markKept(worklogs[0], stored("1"));
    });
    expect(outcome).toEqual({ stored: stored("1") });
    expect(journal.entryOfId("1")?.entry).toBe(1);
  });

  test("has no second copy, and no outcome, if it failed", () => {
    const { outcome } = outcomeOf(({ batch, worklogs }) => {
      batch.fail(worklogs, REJECTED);
      batch.reportDuplicate(worklogs[0], "2");
    });
    expect(outcome).toBeUndefined();
  });

  test("is the user's own, with the content that Tempo shows", () => {
    const { issueId: _, ...content } = existingWorklog("1", { comment: "a", billable: false });
    expect(toConfirmed(existingWorklog("1", { comment: "a", billable: false }))).toEqual({
      ...content,
      isOwn: true,
    });
  });
});

describe("the journal of a batch", () => {
  test.each<[what: string, act: (parts: ReturnType<typeof batchOf>) => void, states: string[]]>([
    [
      "is open for what failed with an unknown outcome",
      ({ batch, worklogs }) => batch.markUnknown(worklogs, UNKNOWN),
      ["open"],
    ],
    [
      "is settled for what was not stored",
      ({ batch, worklogs }) => batch.fail(worklogs, REJECTED),
      ["notStored"],
    ],
    [
      "is settled for what can be sent again",
      ({ batch, worklogs }) => batch.markReady(worklogs),
      ["notStored"],
    ],
    [
      "has another entry for what was sent again",
      ({ batch, worklogs }) => {
        batch.markUnknown(worklogs, UNKNOWN);
        batch.markSending(worklogs);
        batch.markSent(worklogs);
      },
      ["replaced", "open"],
    ],
    [
      "is settled for what is found to have existed",
      ({ batch, worklogs }) => batch.settleExisting([[worklogs[0], stored("1")]]),
      ["stored"],
    ],
    [
      "is open for what disappeared",
      ({ batch, worklogs }) => batch.failUncertain(worklogs[0], UNKNOWN),
      ["open"],
    ],
  ])("%s", (_, act, states) => {
    const parts = batchOf(newWorklog());
    parts.batch.markSending(parts.worklogs);
    parts.batch.markSent(parts.worklogs);
    act(parts);
    expect(parts.journal.entries().map(({ state }) => state)).toEqual(states);
  });

  test("knows when a request failed, and what existed before it", () => {
    const { batch, worklogs, journal, advance } = batchOf(
      newWorklog(),
      newWorklog({ hours: 2 }),
      newWorklog({ hours: 3 }),
    );
    batch.claimExisting([existingWorklog("50")]);
    batch.markSending([worklogs[0]]);
    batch.markSent([worklogs[0]]);
    batch.unclaimed([existingWorklog("50"), existingWorklog("60")]);
    advance(1000);
    batch.failUncertain(worklogs[0], UNKNOWN);
    batch.markSending([worklogs[1]]);
    batch.markSent([worklogs[1]]);
    advance(1000);
    batch.markUnknown([worklogs[1]], UNKNOWN);
    expect(journal.entries().map(({ afterId, failedAt }) => [afterId, failedAt])).toEqual([
      ["50", 1000],
      ["60", 2000],
    ]);
  });

  test("takes over the entry of an earlier call", () => {
    const { batch, worklogs, journal } = batchOf(newWorklog());
    journal.sending(worklogs, { batch: 1, afterId: "0", again: () => [] });
    for (const entry of journal.entries()) batch.takeOver(worklogs[0], entry);
    batch.settleExisting([[worklogs[0], stored("1")]]);
    expect(journal.entryOfId("1")?.entry).toBe(1);
  });

  test("accounts for what another batch has stored", () => {
    const { batch, worklogs, journal } = batchOf(newWorklog());
    const entry =
      journal.sending(worklogs, { batch: 1, afterId: "0", again: () => [] }).get(worklogs[0]) ?? 0;
    journal.stored([{ entry, stored: stored("1") }]);
    expect(batch.unclaimed([existingWorklog("1"), existingWorklog("2")]).map(({ id }) => id)).toEqual(["2"]);
  });
});

describe("worklogs that are accounted for", () => {
  test("are those that existed before and those that the call stored", () => {
    const { batch, changes } = batchOf(newWorklog());
    batch.claimExisting([existingWorklog("before")]);
    batch.claimStored([storedWorklog("ours")]);
    const now = ["before", "ours", "new"].map((id) => existingWorklog(id));
    expect(batch.unclaimed(now)).toEqual([existingWorklog("new")]);
    expect(changes.ids("stored", true)).toEqual(["ours"]);
  });
});

describe("what was sent again", () => {
  test("may be stored twice, as often as it was sent again", () => {
    const { batch, worklogs } = batchOf(newWorklog(), newWorklog());
    batch.markSending(worklogs);
    batch.markSent(worklogs);
    batch.markUnknown([worklogs[0]], UNKNOWN);
    batch.markSending([worklogs[0]]);
    batch.markSent([worklogs[0]]);
    batch.markSending([worklogs[0]]);
    batch.markSent([worklogs[0]]);
    expect(batch.resent).toEqual([worklogs[0], worklogs[0]]);
  });

  test("is not what was repeated because the first request never left, nor what was sent after it was not stored", () => {
    const { batch, worklogs } = batchOf(newWorklog(), newWorklog());
    batch.markUnknown([worklogs[0]], UNKNOWN);
    batch.markSending(worklogs);
    batch.markSending([worklogs[1]]);
    batch.markSent([worklogs[1]]);
    expect(batch.resent).toEqual([]);
  });

  test("is what a gateway may have sent twice", () => {
    const { batch, worklogs } = batchOf(newWorklog());
    batch.expectDuplicate(worklogs[0]);
    expect(batch.resent).toEqual([worklogs[0]]);
  });

  test("loses the duplicate that was found, and keeps those of the others", () => {
    const { batch, worklogs } = batchOf(newWorklog(), newWorklog({ issue: "2" }));
    batch.expectDuplicate(worklogs[0]);
    batch.expectDuplicate(worklogs[1]);
    const [, second] = batch.possibleDuplicates();
    if (second) batch.claimLateDuplicate(second, existingWorklog("late"));
    expect(batch.resent).toEqual([worklogs[0]]);
  });

  test("was read back if the last list shows it", () => {
    const { batch } = batchOf(newWorklog());
    batch.unclaimed([existingWorklog("1")]);
    expect(batch.lastListed("1")).toEqual(existingWorklog("1"));
    batch.unclaimed([existingWorklog("2")]);
    expect([batch.lastListed("1"), batch.lastListed("2")]).toEqual([undefined, existingWorklog("2")]);
  });

  test("has one duplicate less to expect after one was found, which is accounted for", () => {
    const { batch, worklogs } = batchOf(newWorklog());
    batch.markUnknown([worklogs[0]], UNKNOWN);
    batch.markSending([worklogs[0]]);
    batch.markSent([worklogs[0]]);
    batch.markSending([worklogs[0]]);
    batch.markSent([worklogs[0]]);
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
    batch.markSending([worklogs[0]]);
    batch.markSent([worklogs[0]]);
    if (inResponse) batch.settle([[worklogs[0], { stored: { ...stored("w1"), comment: inResponse } }]]);
    if (readBack) batch.unclaimed([existingWorklog("w1", { comment: readBack })]);
    const { id: _id, ...content } = existingWorklog("", { comment });
    expect(batch.possibleDuplicates()).toEqual([{ ...content, worklog: worklogs[0] }]);
  });
});
