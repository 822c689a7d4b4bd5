import { describe, expect, test } from "vitest";
import {
  ForbiddenError,
  NoAnswerError,
  OutcomeUnknownError,
  RejectedError,
  type TimesheetError,
  UnauthorizedError,
  UnavailableError,
} from "../../../src/timesheet/errors.ts";
import type { ExistingWorklog, NewWorklog, StoredWorklog, Timesheet } from "../../../src/timesheet/port.ts";
import { send } from "../../../src/timesheet/posting/send.ts";
import {
  CANCELLED_WAIT_MS,
  LATEST_COMMIT_MS,
  MAX_BUSY_SENDS,
  SENDING_SHARE,
  UNKNOWN_LIST_LAG_MS,
} from "../../../src/timesheet/timeline.ts";
import { writer as writerOf } from "../../helpers/writer.ts";
import { runOf } from "./run.ts";
import { type Step, sent, stored } from "./steps.ts";
import { type Content, existingWorklog, newWorklog } from "./worklogs.ts";

const CALL_MS = 47_500;
const DECIDED_MS = LATEST_COMMIT_MS + UNKNOWN_LIST_LAG_MS;

/** The answer to a request: worklogs, or an error; `stores` if it stores the rows, whatever it answers. */
interface Answer {
  after?: number;
  error?: Error;
  stores?: true;
  /** The answer in place of the stored rows. */
  says?: StoredWorklog[];
}

interface Parts {
  limits?: Partial<Timesheet["createLimits"]>;
  /** Worklogs that exist before. */
  existing?: ExistingWorklog[];
  /** Records before the call. */
  steps?: Step[];
  mayWrite?: () => boolean;
  /** When the call is cancelled. */
  cancelledAfter?: number;
  unreadable?: true;
}

/** Sends rows to a Tempo that takes a second for each request, unless an answer says otherwise; the comments name the rows. */
async function play(
  contents: Content[],
  answerTo: (comments: string, sends: number) => Answer | undefined = () => undefined,
  { limits, existing = [], steps = [], mayWrite, cancelledAfter, unreadable }: Parts = {},
) {
  const requests: { comments: string; issue: string; from: number; to?: number }[] = [];
  const held = [...existing];
  let lists = 0;
  const caller = new AbortController();
  const run = runOf(contents.map(newWorklog), {
    createLimits: { batchSize: 2, concurrency: 4, oneWriteAnIssue: false, ...limits },
    async getExistingWorklogs({ startDate, endDate }) {
      lists += 1;
      if (unreadable) throw new UnavailableError("Tempo is away.", 503);
      return held.filter(({ date }) => startDate <= date && date <= endDate);
    },
    async readWorklog(id) {
      const worklog = held.find((it) => it.id === id);
      return worklog && { worklog: { ...worklog, attributes: [] }, isOwn: true };
    },
    async createWorklogs(rows, scope) {
      await scope.beforeWrite?.();
      const comments = rows.map(({ comment }) => comment).join(" ");
      const request: (typeof requests)[number] = {
        comments,
        issue: rows[0]?.issue.key ?? "",
        from: clock.now(),
      };
      requests.push(request);
      const sends = requests.filter((it) => it.comments === comments).length;
      const { after = 1000, error, stores, says } = answerTo(comments, sends) ?? {};
      await clock.sleep(after);
      request.to = clock.now();
      if (!error || stores) for (const row of rows) held.push(storedOf(row));
      if (error) throw error;
      return says ?? rows.map((row) => ({ ...storedOf(row), isOwn: true }));
    },
  });
  const { batch, context, ledger, log } = run;
  const { clock } = context;
  for (const step of steps) step(ledger);
  const writer = mayWrite ? writerOf(ledger, mayWrite) : run.writer;
  const options = {
    batch,
    view: { rows: existing, missing: [], isBehind: false },
    startTimes: new Map(),
  };
  if (cancelledAfter !== undefined) void clock.sleep(cancelledAfter).then(() => caller.abort());
  await send(options, { ...context, signal: caller.signal }, writer);
  const endedAt = clock.now();
  const outcomes = batch
    .outcomes()
    .map((outcome) =>
      "failure" in outcome
        ? `${outcome.failure.code}: ${outcome.failure.message}`
        : `stored ${outcome.stored.id}`,
    );
  const fates = () => ledger.all().map(({ number, fate }) => `${number} ${fate.is}`);
  return {
    outcomes,
    requests,
    fates,
    endedAt,
    log,
    clock,
    context,
    sent: requests.map((it) => it.comments),
    lists,
  };
}

function storedOf({ issue, ...row }: NewWorklog): ExistingWorklog {
  return { ...row, id: `w-${row.comment}`, issueId: issue.id };
}

const A = { comment: "a" };
const B = { comment: "b", date: "2026-01-06" };
const C = { comment: "c", date: "2026-01-07" };

const busy = (httpStatus: number, retryAfter?: number) => ({
  error: new UnavailableError("Tempo is busy.", httpStatus, retryAfter),
});
const failing = (httpStatus: number) => ({ error: new OutcomeUnknownError("Tempo failed.", httpStatus) });

describe("requests", () => {
  const rows = ["1", "2", "3", "4", "5", "6"].flatMap((issue) =>
    [A, B, C].map((it) => ({ ...it, issue, comment: `${it.comment}${issue}` })),
  );

  test("of one issue go one after another, with as many rows as the deployment takes; four issues side by side", async () => {
    const { requests, outcomes } = await play(rows);
    expect(outcomes).toEqual(rows.map(({ comment }) => `stored w-${comment}`));
    const running = (at: number) => requests.filter(({ from, to = from }) => from <= at && at < to);
    for (const { from } of requests) {
      const issues = running(from).map(({ issue }) => issue);
      expect([new Set(issues).size, issues.length <= 4]).toEqual([issues.length, true]);
    }
    expect(running(0).map(({ comments }) => comments)).toEqual(["a1 b1", "a2 b2", "a3 b3", "a4 b4"]);
    expect(requests.map(({ from }) => from)).toEqual([
      ...[0, 0, 0, 0],
      ...[1000, 1000, 1000, 1000],
      ...[2000, 2000, 3000, 3000],
    ]);
  });

  test("are not sent in the last part of the call, which is for answers", async () => {
    const late = Math.ceil(CALL_MS * SENDING_SHARE);
    const { outcomes, sent } = await play([A, { ...B, issue: "1" }], () => ({ after: late }), {
      limits: { batchSize: 1 },
    });
    expect(sent).toEqual(["a"]);
    expect(outcomes).toEqual([
      "stored w-a",
      expect.stringMatching(/^not_sent: Not sent: the call's time ran out/),
    ]);
  });

  test("are not sent by a process that has lost the lease", async () => {
    const { outcomes, sent, fates } = await play([A], undefined, { mayWrite: () => false });
    expect([outcomes, sent, fates()]).toEqual([
      [expect.stringMatching(/^not_sent: Not sent: this process was paused/)],
      [],
      [],
    ]);
  });
});

describe("an answer that Tempo is busy", () => {
  test.each([409, 429])(
    "(%i) is followed by the same request, once the wait that it asks for is over",
    async (status) => {
      const { requests, outcomes, fates } = await play([A], (_, sends) =>
        sends < 3 ? busy(status, 5000) : undefined,
      );
      expect(requests.map(({ from }) => from)).toEqual([0, 6000, 12_000]);
      expect([outcomes, fates()]).toEqual([["stored w-a"], ["1 void", "2 void", "3 done"]]);
    },
  );

  test("is followed by longer and longer waits, and by an error in the end", async () => {
    const { requests, outcomes, fates } = await play([A], () => ({ ...busy(429), after: 0 }));
    expect(requests.map(({ from }) => from)).toEqual([0, 375, 1125, 2625, 5625, 11_625, 17_625]);
    expect(requests).toHaveLength(MAX_BUSY_SENDS);
    expect(outcomes).toEqual(["unavailable: Tempo is busy."]);
    expect(new Set(fates().map((fate) => fate.split(" ")[1]))).toEqual(new Set(["void"]));
  });

  test("ends the call if the wait is longer than it may send", async () => {
    const { outcomes, sent } = await play([A], () => busy(429, CALL_MS));
    expect([outcomes, sent]).toEqual([["unavailable: Tempo is busy."], ["a"]]);
  });

  test("makes other issues wait too", async () => {
    const { requests } = await play(
      [A, { ...B, issue: "2" }],
      (comments, sends) => (comments === "a" && sends === 1 ? busy(429, 5000) : undefined),
      { limits: { concurrency: 1 } },
    );
    expect(requests.map(({ comments, from }) => `${comments} ${from}`)).toEqual(["a 0", "a 6000", "b 7000"]);
  });
});

describe("a group that Tempo rejects", () => {
  const rejected = { error: new RejectedError("Closed.", 400) };

  test.each<[error: TimesheetError]>([
    [new RejectedError("Closed.", 400)],
    [new ForbiddenError("Closed.", 403)],
  ])("is sent row by row, since it may be meant for one of it: %s", async (error) => {
    const { outcomes, sent, fates } = await play([A, B], (comments) =>
      comments === "a b" || comments === "b" ? { error } : undefined,
    );
    expect(sent).toEqual(["a b", "a", "b"]);
    expect(outcomes).toEqual(["stored w-a", `${error.code}: Closed.`]);
    expect(fates()).toEqual(["1 void", "2 void", "3 done", "4 void"]);
  });

  test("is not sent again as far as it is stored all the same", async () => {
    const { outcomes, sent, fates } = await play([A, B], () => ({ ...rejected, stores: true }));
    expect([outcomes, sent, fates()]).toEqual([["stored w-a", "stored w-b"], ["a b"], ["1 done", "2 done"]]);
  });

  test("is unknown if it cannot be read whether a part of it is stored", async () => {
    const { outcomes, sent } = await play([A, B], () => rejected, { unreadable: true });
    expect(sent).toEqual(["a b"]);
    expect(outcomes).toEqual(
      Array(2).fill(
        expect.stringMatching(
          /^outcome_unknown: Tempo rejected this request \(HTTP 400\), and it cannot be read whether it has carried it out/,
        ),
      ),
    );
  });

  test("of one row is refused, unless it is stored all the same", async () => {
    expect((await play([A], () => rejected)).outcomes).toEqual(["rejected: Closed."]);
    const stored = await play([A], () => ({ ...rejected, stores: true }));
    expect([stored.outcomes, stored.sent]).toEqual([["stored w-a"], ["a"]]);
  });
});

describe("an answer that does not list what was sent", () => {
  test("and lists another worklog leaves the row unsure", async () => {
    const { outcomes, sent, fates, log } = await play([A], () => ({
      says: [{ ...storedOf(newWorklog({ ...C, hours: 3 })), isOwn: true }],
    }));
    expect([sent, log]).toEqual([["a"], []]);
    expect(outcomes).toEqual([
      expect.stringMatching(
        /^outcome_unknown: Tempo accepted the request, .* 1 h on PROJ-1 .* \(it lists others: worklog w-c\)/,
      ),
    ]);
    expect(fates()).toEqual(["1 unsure"]);
  });

  test("and lists nothing is settled by what Tempo shows: stored", async () => {
    const { outcomes, sent, endedAt } = await play([A], () => ({ says: [], stores: true }));
    expect([outcomes, sent, endedAt]).toEqual([["stored w-a"], ["a"], 1000]);
  });

  test("and lists what existed before says nothing: a cache may have answered", async () => {
    const existing = [storedOf(newWorklog(A))];
    const { outcomes, fates } = await play(
      [A],
      () => ({
        after: 0,
        error: undefined as never,
        says: [{ ...(existing[0] as ExistingWorklog), isOwn: true }],
      }),
      { existing },
    );
    expect([outcomes, fates()]).toEqual([
      [expect.stringMatching(/^unavailable: Not stored: Tempo gave no usable answer/)],
      ["1 void"],
    ]);
  });

  test("and lists more says so in the log", async () => {
    const { outcomes, log } = await play([A], () => ({
      says: ["w-a", "w-x"].map((id) => ({ ...storedOf(newWorklog(A)), id, isOwn: true })),
    }));
    expect(outcomes).toEqual(["stored w-a"]);
    expect(log).toEqual(["Tempo also lists worklog w-x as stored, which was not sent; look at it in Tempo"]);
  });

  test("as the user's own stops sending", async () => {
    const { outcomes, sent, fates } = await play(
      [A, B],
      () => ({ says: [{ ...storedOf(newWorklog(A)), isOwn: false }] }),
      { limits: { batchSize: 1 } },
    );
    expect(sent).toEqual(["a"]);
    expect(outcomes).toEqual([
      expect.stringMatching(/^wrong_author: Tempo stored this as worklog w-a under another user/),
      expect.stringMatching(/^cancelled: Not sent: Tempo stored another entry under another user/),
    ]);
    expect(fates()).toEqual(["1 void"]);
  });
});

describe("a request that fails", () => {
  test.each([500, 503])(
    "with HTTP %i is decided after some seconds: nothing is stored, and nothing was sent again",
    async (status) => {
      const { outcomes, sent, endedAt, fates } = await play([A], () => failing(status));
      expect(outcomes).toEqual([
        `unavailable: Not stored: Tempo returned HTTP ${status}, and shows no such worklog. Send the same call again.`,
      ]);
      expect([sent, endedAt, fates()]).toEqual([["a"], 1000 + DECIDED_MS, ["1 void"]]);
    },
  );

  test("is decided at once if Tempo shows its worklog", async () => {
    const { outcomes, endedAt, fates } = await play([A], () => ({ ...failing(503), stores: true }));
    expect([outcomes, endedAt, fates()]).toEqual([["stored w-a"], 1000, ["1 done"]]);
  });

  test("and that a gateway may have given up, stays in doubt", async () => {
    const { outcomes, sent, fates } = await play([A], () => ({
      error: new NoAnswerError("No answer.", 504),
    }));
    expect(sent).toEqual(["a"]);
    expect(outcomes).toEqual([
      expect.stringMatching(
        /^outcome_unknown: No answer\. It may still take effect until \d\d:\d\d:\d\d, 203 seconds from now\. Send the same call again then/,
      ),
    ]);
    expect(fates()).toEqual(["1 lost"]);
  });

  test("without having left took no effect, and is not looked for", async () => {
    const { outcomes, sent, endedAt, fates, lists } = await play([A], () => ({
      error: new UnavailableError("No connection."),
    }));
    expect([outcomes, sent, endedAt, fates(), lists]).toEqual([
      ...[["unavailable: No connection."], ["a"], 1000, ["1 void"], 0],
    ]);
  });

  test("since a token is refused ends the others too", async () => {
    const error = new UnauthorizedError("The token is refused.", 401);
    const rows = [A, { ...B, issue: "2" }, { ...C, issue: "3" }];
    const limits = { concurrency: 1 };
    const { outcomes, sent, lists } = await play(rows, () => ({ error }), { limits });
    expect([sent, lists]).toEqual([["a"], 0]);
    expect(outcomes).toEqual(Array(3).fill("unauthorized: The token is refused."));
  });

  test("by a bug ends the call, and stays in doubt", async () => {
    const error = new TypeError("A bug.");
    await expect(play([A], () => ({ error, stores: true }))).rejects.toBe(error);
  });

  test("keeps nothing of other rows from being sent", async () => {
    const { outcomes, sent } = await play([A, B, C], (comments) =>
      comments === "a b" ? failing(503) : undefined,
    );
    expect(sent).toEqual(["a b", "c"]);
    expect(outcomes.slice(2)).toEqual(["stored w-c"]);
  });
});

describe("a request that is not answered", () => {
  const slow = () => ({ after: 60_000 });

  test("has the time of the call; its answer is recorded when it comes", async () => {
    const { outcomes, fates, endedAt, clock } = await play([A], slow);
    expect(endedAt).toBe(CALL_MS);
    expect(outcomes).toEqual([
      expect.stringMatching(
        /^outcome_unknown: Tempo has not answered in time, .* until \d\d:\d\d:\d\d, 203 seconds from now\./,
      ),
    ]);
    expect(fates()).toEqual(["1 sent"]);
    await clock.sleep(20_000);
    expect(fates()).toEqual(["1 done"]);
  });

  test("is waited for a moment in a call that is cancelled", async () => {
    const { endedAt, outcomes, sent } = await play([A, { ...B, issue: "1" }], slow, {
      ...{ cancelledAfter: 3000, limits: { batchSize: 1 } },
    });
    expect([endedAt, sent]).toEqual([3000 + CANCELLED_WAIT_MS, ["a"]]);
    expect(outcomes).toEqual([
      expect.stringMatching(/^outcome_unknown: /),
      expect.stringMatching(/^cancelled: Not sent/),
    ]);
  });

  test("keeps no other issue, and on Cloud no other rows of its issue, from being sent", async () => {
    const { sent } = await play(
      [A, B, { ...C, issue: "2" }],
      (comments) => (comments === "a" ? { error: new NoAnswerError("", 504) } : undefined),
      {
        limits: { batchSize: 1 },
      },
    );
    expect(sent.sort()).toEqual(["a", "b", "c"]);
  });
});

describe("on Data Center, which adds to an issue's time without a lock", () => {
  const limits = { batchSize: 1, oneWriteAnIssue: true };

  test("a request in doubt keeps the issue busy, and no other", async () => {
    const silent = { error: new NoAnswerError("No answer.", 504) };
    const { outcomes, sent } = await play(
      [A, B, { ...C, issue: "2" }],
      (it) => (it === "a" ? silent : undefined),
      { limits },
    );
    expect(sent.sort()).toEqual(["a", "c"]);
    expect(outcomes).toEqual([
      expect.stringMatching(/^outcome_unknown: No answer\./),
      expect.stringMatching(
        /^not_sent: Not sent: Tempo has not said what became of an earlier request on the same date or issue\./,
      ),
      "stored w-c",
    ]);
  });

  test("the next row of an issue is sent once the one before is decided", async () => {
    const { outcomes, requests } = await play([A, B], (it) => (it === "a" ? failing(503) : undefined), {
      limits,
    });
    expect(requests.map(({ comments, from }) => `${comments} ${from}`)).toEqual([
      "a 0",
      `b ${1000 + DECIDED_MS}`,
    ]);
    expect(outcomes).toEqual([expect.stringMatching(/^unavailable: Not stored/), "stored w-b"]);
  });
});

test("rows are sent with their batch, and with the worklogs of others that were on their issues and dates before", async () => {
  const existing = [
    existingWorklog("0", A),
    existingWorklog("1", A),
    existingWorklog("2", { ...A, issue: "2" }),
    existingWorklog("3", C),
    existingWorklog("4", B),
  ];
  const { context, batch, writer, ledger } = runOf(
    [newWorklog({ ...A, hours: 2 }), newWorklog({ ...B, hours: 2 })],
    {
      async createWorklogs(rows, scope) {
        await scope.beforeWrite?.();
        return rows.map((row) => ({ ...storedOf(row), isOwn: true }));
      },
      serverTime: () => 5000,
    },
  );
  for (const step of [sent(A), stored(1, "0", A)]) step(ledger);
  const view = { rows: existing, missing: [], isBehind: false };
  await send({ batch, view, startTimes: new Map(), plan: "d1" }, context, writer);
  expect(
    ledger
      .all()
      .slice(1)
      .map(({ number, batch: of, plan, seen }) => [number, of, plan, [...(seen ?? [])]]),
  ).toEqual([
    [2, 2, "d1", ["1", "4"]],
    [3, 2, "d1", ["1", "4"]],
  ]);
});
