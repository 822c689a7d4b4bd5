import { describe, expect, test } from "vitest";
import { RejectedError, type TimesheetError, UnavailableError } from "../../../src/timesheet/errors.ts";
import { verifyRejections } from "../../../src/timesheet/posting/verify-rejections.ts";
import { MAX_BUSY_SENDS, REJECTION_CHECK_DELAYS_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "./run.ts";
import { build, existingWorklog, type Named, newWorklog, storedWorklog } from "./worklogs.ts";

const A = { comment: "a" };
const B = { comment: "b" };
const LONGER = { hours: 2 };
const { before, beforeSendingAgain } = REJECTION_CHECK_DELAYS_MS;

type Status = 400 | 409 | 429;

interface Row {
  /** The worklogs that were sent, and the status with which Tempo rejected each. */
  rejected: [content: { comment: string }, status: Status][];
  /** Whether the worklogs were rejected as a group. */
  isGroup?: boolean;
  /** The number of times that Tempo has said that it is busy. */
  sends?: number;
  /** The wait that it has asked for, relative to the end of sending. */
  busyUntil?: number;
  /** The worklogs that each read lists; undefined if it fails. The last one stays. */
  lists: (Named | undefined)[];
  /** A worklog that another call has stored a moment ago. */
  storedElsewhere?: string;
  outcome: string[];
  /** When the worklogs are read, in milliseconds after the rejection. */
  readAt: number[];
}

const TABLES: Record<string, [behaviour: string, row: Row][]> = {
  "what was rejected": [
    [
      "fails with the reason of Tempo if it is not stored",
      { rejected: [[A, 400]], lists: [{}], outcome: ["HTTP 400"], readAt: [before] },
    ],
    [
      "is stored if an equal worklog has appeared",
      { rejected: [[A, 400]], lists: [{ 7: A }], outcome: ["7"], readAt: [before] },
    ],
    [
      "is unknown if another worklog that has appeared may be it",
      { rejected: [[A, 400]], lists: [{ 7: LONGER }], outcome: ["may be the same entry"], readAt: [before] },
    ],
    [
      "is unknown if the worklogs cannot be read",
      { rejected: [[A, 400]], lists: [undefined], outcome: ["cannot be read"], readAt: [before] },
    ],
    [
      "is unknown if the list is behind",
      {
        rejected: [[A, 400]],
        lists: [{}],
        storedElsewhere: "5",
        outcome: ["cannot be read"],
        readAt: [before],
      },
    ],
    [
      "is decided apart from the others",
      {
        rejected: [
          [A, 400],
          [B, 409],
        ],
        lists: [{}],
        outcome: ["HTTP 400", "ready"],
        readAt: [before, beforeSendingAgain],
      },
    ],
  ],
  "a group": [
    [
      "is sent one by one, after another look",
      {
        rejected: [
          [A, 400],
          [B, 400],
        ],
        isGroup: true,
        lists: [{}],
        outcome: ["ready", "ready"],
        readAt: [before, beforeSendingAgain],
      },
    ],
    [
      "is sent without what the first look has found",
      {
        rejected: [
          [A, 400],
          [B, 400],
        ],
        isGroup: true,
        lists: [{ 7: A }],
        outcome: ["7", "ready"],
        readAt: [before, beforeSendingAgain],
      },
    ],
    [
      "is sent without what the second look has found",
      {
        rejected: [
          [A, 400],
          [B, 400],
        ],
        isGroup: true,
        lists: [{}, { 7: A }],
        outcome: ["7", "ready"],
        readAt: [before, beforeSendingAgain],
      },
    ],
    [
      "is unknown if the second look fails",
      {
        rejected: [
          [A, 400],
          [B, 400],
        ],
        isGroup: true,
        lists: [{}, undefined],
        outcome: ["cannot be read", "cannot be read"],
        readAt: [before, beforeSendingAgain],
      },
    ],
  ],
  "what Tempo was too busy for": [
    [
      "is sent again after another look, if it was rejected with a 409",
      { rejected: [[A, 409]], lists: [{}], outcome: ["ready"], readAt: [before, beforeSendingAgain] },
    ],
    [
      "is sent again after the first look, if it met the rate limit",
      { rejected: [[A, 429]], lists: [{}], outcome: ["ready"], readAt: [before] },
    ],
    [
      "is sent again after another look, if one of several was rejected with a 409",
      {
        rejected: [
          [A, 429],
          [B, 409],
        ],
        lists: [{}],
        outcome: ["ready", "ready"],
        readAt: [before, beforeSendingAgain],
      },
    ],
    [
      "is sent as often as a worklog may be",
      { rejected: [[A, 429]], sends: MAX_BUSY_SENDS - 1, lists: [{}], outcome: ["ready"], readAt: [before] },
    ],
    [
      "fails after that",
      { rejected: [[A, 429]], sends: MAX_BUSY_SENDS, lists: [{}], outcome: ["HTTP 429"], readAt: [before] },
    ],
    [
      "is sent again if Tempo asks for a wait within the time for sending",
      { rejected: [[A, 429]], busyUntil: -1, lists: [{}], outcome: ["ready"], readAt: [before] },
    ],
    [
      "fails if Tempo asks for a longer one",
      { rejected: [[A, 429]], busyUntil: 0, lists: [{}], outcome: ["HTTP 429"], readAt: [before] },
    ],
  ],
};

describe.each(Object.entries(TABLES))("%s", (_, rows) => {
  test.each(rows)("%s", async (_, { rejected, isGroup, sends, busyUntil, lists, ...row }) => {
    const reads: number[] = [];
    const { run, batch, journal, worklogs } = runOf(
      rejected.map(([content]) => newWorklog(content)),
      {
        async getExistingWorklogs() {
          reads.push(run.context.clock.now());
          const listed = lists[Math.min(reads.length, lists.length) - 1];
          if (!listed) throw new UnavailableError("", 503);
          return [...build(listed, (content, id) => existingWorklog(id, content)).values()];
        },
      },
    );
    if (row.storedElsewhere) {
      journal.sending([newWorklog()], { batch: 1, afterId: "0", again: () => [] });
      journal.stored([{ entry: 1, stored: storedWorklog(row.storedElsewhere) }]);
    }
    const start = run.context.clock.now();
    if (busyUntil !== undefined) run.busyUntil = run.sendUntil + busyUntil;
    for (const [index, worklog] of worklogs.entries()) {
      batch.markSending([worklog]);
      batch.markSent([worklog]);
      batch.markRejected([worklog], rejection(rejected[index]?.[1]));
      if (isGroup) run.alone.add(worklog);
      if (sends !== undefined) run.busySends.set(worklog, sends);
    }

    await verifyRejections(run);

    const ready = batch.ready();
    const outcome = batch.finish().map((became, index) => {
      const worklog = worklogs[index];
      if (worklog && ready.includes(worklog)) return "ready";
      if ("stored" in became) return became.stored.id;
      const { message } = became.failure;
      return /cannot be read|may be the same entry/.exec(message)?.[0] ?? message;
    });
    expect({ outcome, readAt: reads.map((time) => time - start) }).toEqual({
      outcome: row.outcome,
      readAt: row.readAt,
    });
  });
});

test("without rejections, nothing is read", async () => {
  const { run, batch, worklogs } = runOf([newWorklog(A)]);
  await verifyRejections(run);
  expect(batch.ready()).toEqual(worklogs);
});

function rejection(status: Status | undefined): TimesheetError {
  return status === 400
    ? new RejectedError(`HTTP ${status}`, status)
    : new UnavailableError(`HTTP ${status}`, status);
}
