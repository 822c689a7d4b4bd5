import { describe, expect, test } from "vitest";
import {
  ForbiddenError,
  OutcomeUnknownError,
  RejectedError,
  type TimesheetError,
  UnauthorizedError,
  UnavailableError,
} from "../../../src/timesheet/errors.ts";
import type { NewWorklog, StoredWorklog } from "../../../src/timesheet/port.ts";
import { reasonToStop, send } from "../../../src/timesheet/posting/send.ts";
import { writer } from "../../helpers/writer.ts";
import { runOf } from "./run.ts";
import { type Content, existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

const A = { comment: "a" };
const B = { comment: "b" };
const OTHER_ISSUE = { comment: "c", issue: "2" };

interface Options {
  batchSize?: number;
  alone?: number[];
  existing?: string[];
}

/** The outcome of worklogs that are sent once to a Tempo that answers so. */
async function sent(
  wanted: Content[],
  answer: (group: NewWorklog[]) => StoredWorklog[] | TimesheetError,
  { batchSize = 50, alone = [], existing = [] }: Options = {},
) {
  const requests: string[] = [];
  const { run, batch, log, worklogs } = runOf(wanted.map(newWorklog), {
    createLimits: { batchSize, concurrency: 1 },
    async createWorklogs(group, scope) {
      await scope.beforeWrite?.();
      requests.push(group.map(({ comment }) => comment).join(""));
      const result = answer(group);
      if (!Array.isArray(result)) throw result;
      return result;
    },
  });
  batch.claimExisting(existing.map((id) => existingWorklog(id)));
  for (const index of alone) for (const worklog of worklogs.slice(index, index + 1)) run.alone.add(worklog);
  await send(run, worklogs);
  const states = worklogs.map((worklog) => {
    const id = batch.storedAs(worklog)?.stored.id;
    if (id) return id;
    if (batch.ready().includes(worklog)) return "ready";
    if (batch.rejected().includes(worklog))
      return run.alone.has(worklog) ? "rejected, then alone" : "rejected";
    return batch.uncertain().includes(worklog) ? "uncertain" : "failed";
  });
  return { run, batch, log, requests, states, worklogs };
}

describe("requests", () => {
  const listAll = (group: NewWorklog[]) =>
    group.map(({ comment, date, seconds, billableSeconds }) => ({
      id: `id of ${comment}`,
      date,
      seconds,
      billableSeconds,
      comment,
      isOwn: true,
    }));

  test.each<[what: string, wanted: Content[], options: Options, requests: string[]]>([
    ["have the worklogs of one issue", [A, OTHER_ISSUE, B], {}, ["ab", "c"]],
    ["have no more than a batch", [A, B, { comment: "d" }], { batchSize: 2 }, ["ab", "d"]],
    ["have one worklog each if there are no batches", [A, B], { batchSize: 1 }, ["a", "b"]],
    ["have a worklog alone if its group was rejected", [A, B, { comment: "d" }], { alone: [0] }, ["bd", "a"]],
  ])("%s", async (_, wanted, options, expected) => {
    const { requests, states } = await sent(wanted, listAll, options);
    expect(requests).toEqual(expected);
    expect(states).toEqual(wanted.map(({ comment }) => `id of ${comment}`));
  });
});

describe("a response", () => {
  test.each<[what: string, listed: StoredWorklog[], options: Options, states: string[], log: string[]]>([
    ["settles what it lists", [storedWorklog("2", B), storedWorklog("1", A)], {}, ["1", "2"], []],
    ["leaves open what it does not list", [storedWorklog("1", A)], {}, ["1", "uncertain"], []],
    [
      "settles nothing by an id that existed before",
      [storedWorklog("1", A), storedWorklog("2", B)],
      { existing: ["2"] },
      ["1", "uncertain"],
      [],
    ],
    [
      "settles one worklog by an id that it lists twice",
      [storedWorklog("1", A), storedWorklog("1", A)],
      {},
      ["1", "uncertain"],
      [],
    ],
    [
      "settles nothing more if it lists something else",
      [storedWorklog("1", A), storedWorklog("9", { date: "2026-01-06" })],
      {},
      ["1", "failed"],
      ["Tempo also lists worklog 9 as stored, which was not sent; check in Tempo"],
    ],
    [
      "fails what it lists under another user",
      [{ ...storedWorklog("1", A), isOwn: false }, storedWorklog("2", B)],
      {},
      ["failed", "2"],
      [],
    ],
    [
      "is logged if it lists another user's copy",
      [storedWorklog("1", A), storedWorklog("2", B), { ...storedWorklog("3", A), isOwn: false }],
      {},
      ["1", "2"],
      ["Tempo also lists worklog 3 as stored, which was not sent; check in Tempo"],
    ],
  ])("%s", async (_, listed, options, states, log) => {
    const result = await sent([A, B], () => listed, options);
    expect({ states: result.states, log: result.log }).toEqual({ states, log });
  });

  test("that lists something else reports it as a change, and lets no worklog be that later", async () => {
    const { batch, run } = await sent([A, B], () => [
      storedWorklog("1", A),
      storedWorklog("9", { date: "2026-01-06" }),
    ]);
    expect({ isClaimed: batch.isClaimed("9"), stored: run.context.changes.ids("stored", true) }).toEqual({
      isClaimed: true,
      stored: ["1", "9"],
    });
  });

  test("that lists a worklog twice has one more to look for", async () => {
    const silent = ({ billableSeconds: _, ...worklog }: StoredWorklog) => worklog;
    const { batch, worklogs, log } = await sent([A, B], () => [
      storedWorklog("1", A),
      storedWorklog("2", B),
      silent(storedWorklog("3", B)),
    ]);
    expect({ resent: batch.resent, isClaimed: batch.isClaimed("3"), log }).toEqual({
      resent: [worklogs[1]],
      isClaimed: false,
      log: [],
    });
  });

  test("without billable time stands for what was sent", async () => {
    const { batch, worklogs } = await sent([{ ...A, billable: false }], () => {
      const { billableSeconds: _, ...worklog } = storedWorklog("1", A);
      return [worklog];
    });
    expect(worklogs.map((worklog) => batch.storedAs(worklog)?.stored.billableSeconds)).toEqual([0]);
  });

  test("under another user stops the batch, and what it lists is reported as a change", async () => {
    const { requests, states, run } = await sent([A, OTHER_ISSUE], () => [
      { ...storedWorklog("1", A), isOwn: false },
    ]);
    expect({ requests, states, stored: run.context.changes.ids("stored", true) }).toEqual({
      requests: ["a"],
      states: ["failed", "failed"],
      stored: ["1"],
    });
  });
});

describe("a failure", () => {
  test.each<[what: string, wanted: Content[], error: TimesheetError, states: string[], requests: string[]]>([
    [
      "of unknown outcome leaves its group uncertain",
      [A, B],
      new OutcomeUnknownError(""),
      ["uncertain", "uncertain"],
      ["ab"],
    ],
    ["without a status is final", [A, B], new RejectedError(""), ["failed", "failed"], ["ab"]],
    [
      "that may be meant for one of a group has them sent alone",
      [A, B],
      new RejectedError("", 400),
      ["rejected, then alone", "rejected, then alone"],
      ["ab"],
    ],
    ["of one worklog is to be verified", [A], new ForbiddenError("", 403), ["rejected"], ["a"]],
    [
      "of the sender stops the batch",
      [A, OTHER_ISSUE],
      new UnauthorizedError("", 401),
      ["rejected", "failed"],
      ["a"],
    ],
    [
      "of a busy Tempo leaves the rest ready",
      [A, OTHER_ISSUE],
      new UnavailableError("", 503),
      ["rejected", "ready"],
      ["a"],
    ],
  ])("%s", async (_, wanted, error, states, requests) => {
    const result = await sent(wanted, () => error);
    expect({ states: result.states, requests: result.requests }).toEqual({ states, requests });
  });

  test("of a busy Tempo makes the wait twice as long each time, up to the longest", async () => {
    const { run, worklogs } = await sent([A, B], () => new UnavailableError("", 503));
    const waits = [run.busyUntil - run.context.clock.now()];
    for (let times = 0; times < 5; times += 1) {
      await send(run, worklogs);
      waits.push(run.busyUntil - run.context.clock.now());
    }
    expect(waits).toEqual([375, 750, 1500, 3000, 6000, 6000]);
    expect(worklogs.map((worklog) => run.busySends.get(worklog))).toEqual([6, 6]);
  });

  test("of a busy Tempo makes a group wait as long as the worklog that was sent most often", async () => {
    const { run, worklogs } = runOf([newWorklog(A), newWorklog(B)], {
      async createWorklogs(_, scope) {
        await scope.beforeWrite?.();
        throw new UnavailableError("", 503);
      },
    });
    for (const worklog of worklogs.slice(0, 1)) run.busySends.set(worklog, 1);
    await send(run, worklogs);
    expect(run.busyUntil - run.context.clock.now()).toBe(750);
  });

  test("of a sender alone no longer sends a worklog alone", async () => {
    const { states } = await sent([A, B], () => new ForbiddenError("", 403), { alone: [0] });
    expect(states).toEqual(["rejected", "rejected"]);
  });
});

describe("sending", () => {
  const list = async (group: NewWorklog[]) => group.map(({ comment }) => storedWorklog("1", { comment }));

  test("is stopped by what one response said of all, by the caller, by another process, and by time", () => {
    const { run } = runOf([newWorklog(A)]);
    const reason = new RejectedError("Stop.");
    const cancelled = { ...run.context, signal: AbortSignal.abort() };
    const kindOf = (error: TimesheetError | undefined) => error?.constructor.name;
    expect([
      reasonToStop({ ...run, stopReason: reason }),
      kindOf(reasonToStop({ ...run, context: cancelled })),
      kindOf(reasonToStop({ ...run, writer: { ...run.writer, mayWrite: () => false } })),
      kindOf(reasonToStop({ ...run, sendUntil: run.context.clock.now() })),
      reasonToStop({ ...run, sendUntil: run.context.clock.now() + 1 }),
    ]).toEqual([reason, "CancelledError", "NotSentError", "NotSentError", undefined]);
  });

  test("waits until Tempo is no longer busy, and otherwise not", async () => {
    const { run, batch, worklogs, advance } = runOf([newWorklog(A)], { createWorklogs: list });
    const start = run.context.clock.now();
    run.busyUntil = start + 1000;
    await send(run, worklogs);
    expect([run.context.clock.now() - start, batch.ready()]).toEqual([1000, []]);
    advance(1000);
    await send(run, []);
    expect(run.context.clock.now() - start).toBe(2000);
  });

  test.each([1, 2])("records nothing as sent if the lease is lost before check %i", async (check) => {
    const { run, batch, journal, worklogs } = runOf([newWorklog(A)], {
      createWorklogs: async (group, scope) => {
        await scope.beforeWrite?.();
        return list(group);
      },
    });
    let checks = 0;
    const mayWrite = () => {
      checks += 1;
      return checks <= check;
    };
    await send({ ...run, writer: writer(journal, mayWrite) }, worklogs);
    expect([batch.ready(), batch.storedByThisCall()]).toEqual([[], []]);
    expect(journal.entries().map(({ state }) => state)).toEqual(check === 1 ? [] : ["notStored"]);
  });

  test("fails what was refused before it left, without verifying it", async () => {
    const { run, batch, worklogs } = runOf([newWorklog(A)], {
      async createWorklogs() {
        throw new RejectedError("", 400);
      },
    });
    await send(run, worklogs);
    expect([batch.rejected(), batch.ready()]).toEqual([[], []]);
  });

  test("counts a worklog of unknown outcome as sent again, once for each request", async () => {
    const { run, batch, worklogs } = runOf([newWorklog(A)], {
      async createWorklogs(_, scope) {
        await scope.beforeWrite?.();
        await scope.beforeWrite?.();
        throw new OutcomeUnknownError("");
      },
    });
    await send(run, worklogs);
    expect(batch.resent).toEqual([]);
    await send(run, worklogs);
    expect(batch.resent).toEqual(worklogs);
  });
});
