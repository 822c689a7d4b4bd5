import { describe, expect, test } from "vitest";
import type { DateRange } from "../../../src/timesheet/dates.ts";
import { deleteOwnWorklogs } from "../../../src/timesheet/editing/delete-worklogs.ts";
import {
  ForbiddenError,
  NoAnswerError,
  RejectedError,
  UnavailableError,
} from "../../../src/timesheet/errors.ts";
import { runOf } from "../posting/run.ts";
import { type Step, sent, unanswered } from "../posting/steps.ts";
import { fullWorklog } from "./worklogs.ts";

interface Parts {
  /** Failures by id, of reading and of deleting. */
  reading?: Record<string, Error>;
  deleting?: Record<string, Error>;
  checksPeriods?: boolean;
}

/** A Tempo with the user's worklogs 7 and 8, and everything that can be seen of a call. */
function open({ reading = {}, deleting = {}, checksPeriods = false }: Parts = {}) {
  const seen = {
    read: [] as string[],
    issues: [] as string[],
    deletes: [] as string[],
    locks: [] as string[],
    progress: [] as string[],
    runs: 0,
  };
  const run = runOf([], {
    getOwner: async () => ({ site: "", worker: "" }),
    async readWorklog(id) {
      seen.read.push(id);
      const failure = reading[id];
      if (failure) throw failure;
      const date = id === "7" ? "2026-01-05" : "2026-01-06";
      return ["7", "8"].includes(id) ? { worklog: fullWorklog({ id, date }), isOwn: true } : undefined;
    },
    async issuesById(ids) {
      seen.issues.push(...ids);
      return new Map();
    },
    async deleteWorklog(id, scope) {
      await scope.beforeWrite?.();
      seen.deletes.push(id);
      const failure = deleting[id];
      if (failure) throw failure;
    },
    approvals: {
      async read({ startDate, endDate }: DateRange) {
        seen.locks.push(`${startDate} to ${endDate}`);
        return [{ startDate: "2026-01-05", endDate: "2026-01-05", status: "in_review" }];
      },
      findReviewers: async () => [],
      submit: async () => ({ startDate: "", endDate: "", status: "open" }),
      recall: async () => ({ startDate: "", endDate: "", status: "open" }),
    },
  });
  const context: typeof run.context = {
    ...run.context,
    checksPeriods,
    writers: {
      run(owner, scope, write) {
        seen.runs += 1;
        return run.context.writers.run(owner, scope, write);
      },
    },
    progress: (settled, total) => void seen.progress.push(`${settled} of ${total}`),
  };
  const call = async (ids: string[], confirm?: string) => {
    const { deletions, digest, deleted } = await deleteOwnWorklogs(ids, confirm, context);
    const rows = deletions.map(({ id, worklog, failure }) => [id, worklog?.id, failure?.message]);
    return { rows, digest, deleted: [...deleted] };
  };
  return { call, seen };
}

test("a plan needs no lease, and reads each worklog, their issues and periods once", async () => {
  const { call, seen } = open({ checksPeriods: true });
  const { rows, digest, deleted } = await call(["0007", "8", "7", "9", "0"]);
  expect(rows).toEqual([
    ["7", "7", expect.stringMatching(/^Not sent: The period 2026-01-05 to 2026-01-05 was submitted/)],
    ["8", "8", undefined],
    ...["9", "0"].map((id) => [id, undefined, expect.stringMatching(`^Worklog ${id} does not exist`)]),
  ]);
  expect({ digest, deleted }).toEqual({ digest: expect.stringMatching(/^[0-9a-f]{24}$/), deleted: [] });
  expect(seen).toEqual({
    ...{
      read: ["7", "8", "9", "0"],
      issues: ["1"],
      deletes: [],
      locks: ["2026-01-05 to 2026-01-06"],
      progress: [],
      runs: 0,
    },
  });
});

test("a worklog that the user may not see is left out of the plan", async () => {
  const { call } = open({ reading: { 8: new ForbiddenError("No access.", 403) } });
  const { rows } = await call(["7", "8"]);
  expect(rows).toEqual([
    ["7", "7", undefined],
    ["8", undefined, "No access."],
  ]);
});

test("a worklog that cannot be read at all ends the call", async () => {
  const { call } = open({ reading: { 8: new UnavailableError("Tempo is away.", 503) } });
  await expect(call(["7", "8"])).rejects.toThrow("Tempo is away.");
});

test("a plan with nothing to delete has nothing to confirm", async () => {
  const { call } = open();
  const { digest, deleted } = await call(["9"]);
  expect({ digest, deleted }).toEqual({ digest: undefined, deleted: [] });
  expect(await call(["9"], "e3b0c442")).toMatchObject({ digest: undefined, deleted: [] });
});

test("each worklog that is settled is reported, and periods are read only if one was refused", async () => {
  const { call, seen } = open();
  const { digest } = await call(["7", "8"]);
  expect(await call(["7", "8"], digest)).toEqual({
    ...{
      rows: [
        ["7", "7", undefined],
        ["8", "8", undefined],
      ],
      digest: undefined,
      deleted: ["7", "8"],
    },
  });
  expect(seen).toMatchObject({ progress: ["1 of 2", "2 of 2"], locks: [], runs: 1 });
});

test("refusals are explained by the periods of their dates, with one read", async () => {
  const { call, seen } = open({
    deleting: { 7: new RejectedError("Bad request.", 400), 8: new UnavailableError("Tempo is away.", 503) },
  });
  const { digest } = await call(["7", "8"]);
  const { rows, deleted } = await call(["7", "8"], digest);
  expect(rows).toEqual([
    [
      "7",
      "7",
      expect.stringMatching(
        /^The period 2026-01-05 to 2026-01-05 was submitted .* Bad request\. Nothing was changed\. .* reopen it/,
      ),
    ],
    ["8", "8", "Tempo is away."],
  ]);
  expect(deleted).toEqual([]);
  expect(seen).toMatchObject({ progress: ["1 of 2", "2 of 2"], locks: ["2026-01-05 to 2026-01-05"] });
});

test("what is no failure of Tempo ends the call", async () => {
  const { call } = open({ deleting: { 8: new Error("A bug.") } });
  const { digest } = await call(["7", "8"]);
  await expect(call(["7", "8"], digest)).rejects.toThrow("A bug.");
});

describe("deletes", () => {
  /** Own worklogs by id, with their issues and dates. */
  const WORKLOGS: Record<string, { issueId: string; date: string }> = {
    7: { issueId: "1", date: "2026-01-05" },
    8: { issueId: "1", date: "2026-01-06" },
    9: { issueId: "2", date: "2026-01-07" },
  };

  /** Deletes the worklogs in a Tempo that takes a second for each. */
  async function deleteThree({ steps = [], failures = {}, oneWriteAnIssue = false }: Deletes = {}) {
    const requests: string[] = [];
    const held = new Set(Object.keys(WORKLOGS));
    const { context, ledger } = runOf([], {
      createLimits: { batchSize: 1, concurrency: 4, oneWriteAnIssue },
      getOwner: async () => ({ site: "", worker: "" }),
      getExistingWorklogs: async () => [],
      issuesById: async () => new Map(),
      readWorklog: async (id) =>
        held.has(id) ? { worklog: fullWorklog({ id, ...WORKLOGS[id] }), isOwn: true } : undefined,
      async deleteWorklog(id, scope) {
        await scope.beforeWrite?.();
        requests.push(`${id} at ${context.clock.now()}`);
        await context.clock.sleep(1000);
        const failure = failures[id];
        if (failure) throw failure;
        held.delete(id);
      },
    });
    for (const step of steps) step(ledger);
    const ids = Object.keys(WORKLOGS);
    const { digest } = await deleteOwnWorklogs(ids, undefined, context);
    const scope = { ...context, deadline: context.clock.now() + 47_500 };
    const { deletions, deleted } = await deleteOwnWorklogs(ids, digest, scope);
    const rows = deletions.map(({ id, failure }) => `${id} ${failure?.code ?? "deleted"}`);
    return {
      requests,
      rows,
      deleted: [...deleted],
      messages: deletions.map((it) => it.failure?.message),
    };
  }

  interface Deletes {
    steps?: Step[];
    failures?: Record<string, Error>;
    oneWriteAnIssue?: boolean;
  }

  const silent = { 7: new NoAnswerError("No answer.", 504) };

  test("of one issue go one after another, of several side by side", async () => {
    const { requests, deleted } = await deleteThree();
    expect(requests).toEqual(["7 at 0", "9 at 0", "8 at 1000"]);
    expect(deleted).toEqual(["7", "8", "9"]);
  });

  test("are not sent on Data Center while one of their issue is in doubt; elsewhere they go on", async () => {
    const busy = await deleteThree({ failures: silent, oneWriteAnIssue: true });
    expect(busy.requests).toEqual(["7 at 0", "9 at 0"]);
    expect(busy.rows).toEqual(["7 outcome_unknown", "8 not_sent", "9 deleted"]);
  });

  test("are not sent on a date that is in doubt", async () => {
    const { rows, messages } = await deleteThree({
      steps: [sent({ issue: "3", date: "2026-01-06" }), unanswered(1)],
    });
    expect(rows).toEqual(["7 deleted", "8 not_sent", "9 deleted"]);
    expect(messages[1]).toMatch(
      /^Not sent: Tempo has not said what became of an earlier request on the same date or issue\. It may still take effect until/,
    );
  });
});
