import { describe, expect, test } from "vitest";
import type { SandboxBehaviour, SandboxWorklog } from "../../../src/sandbox/state.ts";
import { rejected, type TempoRequest } from "../../helpers/fault-script.ts";
import { page, rejection } from "../../helpers/faults.ts";
import { entry } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { DAYS, openUndo } from "./open-undo.ts";

test("a batch that was deleted elsewhere is passed over once Tempo's lists are up to date", async () => {
  const { post, undo, sandbox, clock, stored } = openUndo();
  await post(DAYS[0]);
  await post(DAYS[1]);
  sandbox.state.worklogs.delete(1290001);
  const unfound = {
    code: 12,
    outcome: [
      "1290001 not found, perhaps not yet",
      "Deleted 0 of 1, 1 not deleted; tempofiller undo --batch 2 tries again",
    ],
  };
  expect([await undo(), await undo()]).toEqual([unfound, unfound]);
  await clock.sleep(60_000);
  expect(await undo()).toEqual({
    code: 0,
    outcome: ["1290001 no longer exists", "Deleted 0 of 1, 1 no longer existed"],
  });
  expect(await undo()).toMatchObject({ code: 0, outcome: ["1290000 deleted", "Deleted 1 of 1"] });
  expect(stored()).toEqual([]);
});

test("a worklog that a call stores meanwhile under the id of one that is gone does not count as deleted", async () => {
  const { post, undo, tempo, sandbox, clock, stored } = openUndo();
  await post(DAYS[0]);
  // Tempo is restored from a backup.
  sandbox.state.worklogs.clear();
  sandbox.state.nextWorklogId = 1290000;
  await clock.sleep(60_000);
  let isPosted = false;
  tempo.onRead("all", async (request, serve) => {
    const response = await serve(request);
    if (isPosted || !request.url.endsWith("/worklogs/1290000")) return response;
    isPosted = true;
    await post(DAYS[0]);
    return response;
  });
  expect(await undo()).toMatchObject({ code: 0, outcome: ["1290000 no longer exists", expect.anything()] });
  await post(DAYS[0]);
  expect(stored()).toEqual([1290000]);
});

test("what another call is changing while undo waits for its turn is kept", async () => {
  const { post, update, undo, tempo, clock, sandbox } = openUndo();
  await post(DAYS[0]);
  tempo.onUpdate(1, async (request, serve) => {
    await clock.sleep(5000);
    return serve(request);
  });
  let changing: Promise<unknown> | undefined;
  tempo.onRead("all", async (request, serve) => {
    const response = await serve(request);
    if (!request.url.endsWith("/worklogs/1290000") || changing) return response;
    changing = update("1290000", { hours: 3 });
    return response;
  });
  expect(await undo()).toMatchObject({
    outcome: ["1290000 kept: it was changed meanwhile", expect.anything()],
  });
  await changing;
  expect([...sandbox.state.worklogs.values()].map((it) => it.timeSpentSeconds)).toEqual([3 * 3600]);
});

test("what was changed since is kept and named, and is the last batch still", async () => {
  const { post, update, undo, printed, stored } = openUndo();
  await post(entry("2026-01-08"));
  await post(...DAYS);
  await update("1290002", { hours: 6 });
  expect(await undo()).toMatchObject({
    code: 0,
    outcome: ["1290001 deleted", "1290003 deleted", "Deleted 2 of 2"],
  });
  expect(printed()).toContain(
    "\n\nChanged since, or not surely its own, and therefore kept: worklog 1290002.\n\n",
  );
  await expect(undo()).rejects.toThrow(
    "There is nothing to undo: what the last batch (2) has stored was changed since (worklog 1290002). Delete it by its id if it is no longer wanted. tempofiller journal shows the batches.",
  );
  expect(stored()).toEqual([1290000, 1290002]);
});

test("a change that did not take effect keeps nothing", async () => {
  const { post, update, undo, tempo, stored } = openUndo();
  await post(entry());
  tempo.onUpdate("all", rejected(400));
  await expect(update("1290000", { hours: 6 })).rejects.toThrow("HTTP 400");
  expect(await undo()).toMatchObject({ code: 0 });
  expect(stored()).toEqual([]);
});

test("what exists already is not part of the batch", async () => {
  const { post, undo, stored } = openUndo();
  await post(entry("2026-01-05"));
  await post(entry("2026-01-05"), entry("2026-01-06"));
  expect(await undo()).toMatchObject({ code: 0, outcome: ["1290001 deleted", "Deleted 1 of 1"] });
  expect(stored()).toEqual([1290000]);
});

describe.each(["cloud", "datacenter"] as const)("a batch without an outcome on %s", (deployment) => {
  const isOf = (date: string) => (request: TempoRequest) => request.body.includes(date);

  /** A batch that stands, and a later one whose call ends before Tempo stores it, or never does. */
  async function openUnsettled(storedAfter?: number, behaviour?: Partial<SandboxBehaviour>) {
    const opened = openUndo(deployment, behaviour);
    await opened.post(entry("2026-01-05"));
    const caller = new AbortController();
    opened.tempo.onWrite(isOf("2026-01-06"), async (request, serve) => {
      const stored =
        storedAfter === undefined ? undefined : opened.clock.sleep(storedAfter).then(() => serve(request));
      stored?.catch(() => {});
      caller.abort();
      return page(504);
    });
    await opened.postUntil(caller.signal, entry("2026-01-06"));
    return opened;
  }

  test("is waited for and deleted, and the batch before stands", async () => {
    const { undo, stored } = await openUnsettled(4000);
    expect(stored()).toEqual([1290000]);
    expect(await undo()).toEqual({ code: 0, outcome: ["1290001 deleted", "Deleted 1 of 1"] });
    expect(stored()).toEqual([1290000]);
  });

  test("is not stored after all, and the batch before stands until the next undo", async () => {
    const { undo, stored } = await openUnsettled();
    await expect(undo()).rejects.toThrow(
      "There is nothing to undo: nothing of the last batch (2) is stored. tempofiller journal shows the batches.",
    );
    expect(stored()).toEqual([1290000]);
    expect(await undo()).toEqual({ code: 0, outcome: ["1290000 deleted", "Deleted 1 of 1"] });
    expect(stored()).toEqual([]);
  });

  test("of a process that was killed is waited for and deleted", async () => {
    const { undo, stored, kill, sandbox, clock } = openUndo(deployment);
    sandbox.state.worklogs.set(1290000, { id: 1290000, ...worklog({ startDate: "2026-01-05" }) });
    await kill(worklog({ startDate: "2026-01-06" }));
    const storing = clock
      .sleep(18_000)
      .then(() =>
        sandbox.state.worklogs.set(1290001, { id: 1290001, ...worklog({ startDate: "2026-01-06" }) }),
      );
    expect(await undo()).toEqual({ code: 0, outcome: ["1290001 deleted", "Deleted 1 of 1"] });
    await storing;
    expect(stored()).toEqual([1290000]);
  });

  test("keeps a worklog that nothing proves to be its own, since Tempo has changed it", async () => {
    const change: SandboxBehaviour["change"] = (worklog) => ({ ...worklog, description: "Tempo: work" });
    const { undo, stored, batches } = await openUnsettled(4000, { change });
    const [, last] = await batches();
    const refusal = "has stored was changed since (worklog 1290001)";
    await expect(undo()).rejects.toThrow(refusal);
    await expect(undo(last)).rejects.toThrow(refusal);
    expect(stored()).toEqual([1290000, 1290001]);
  });

  test("is left and named if only a user can say what it is, and the rest of the batch is deleted", async () => {
    const { post, postUntil, undo, tempo, clock, sandbox, stored, printed } = openUndo(deployment);
    await post(entry("2026-01-05"));
    const caller = new AbortController();
    tempo.onWrite(isOf("2026-01-07"), () => {
      caller.abort();
      return page(504);
    });
    const other = deployment === "cloud" ? { issueKey: "PROJ-7" } : {};
    await postUntil(caller.signal, entry("2026-01-06", other), entry("2026-01-07"));
    const [, own] = stored();
    const createdAt = new Date(clock.wallClock()).toISOString().slice(0, 19);
    const byHand = worklog({ startDate: "2026-01-07", timeSpentSeconds: 3600, createdAt });
    sandbox.state.worklogs.set(1290009, { id: 1290009, ...byHand });
    expect(await undo()).toEqual({ code: 0, outcome: [`${own} deleted`, "Deleted 1 of 1"] });
    const unknown =
      "it is unknown whether 8 h on PROJ-123 for 2026-01-07 is stored; it may be worklog 1290009: look at it in Tempo.";
    expect(printed()).toContain(`\n\nLeft: ${unknown}\n\n`);
    expect(stored()).toEqual([1290000, 1290009]);
    await expect(undo()).rejects.toThrow(
      `There is nothing to undo: nothing of the last batch (2) is known to be stored; ${unknown} tempofiller journal shows the batches.`,
    );
    expect(stored()).toEqual([1290000, 1290009]);
  });

  test("keeps everything if the call has no time to see", async () => {
    const { undo, stored, clock } = await openUnsettled(9000);
    await expect(undo(undefined, 8000)).rejects.toThrow(
      "Nothing was deleted: Tempo has not said what became of a part of the last batch (2): 8 h on PROJ-123 for 2026-01-06. It may still",
    );
    expect(stored()).toEqual([1290000]);
    await clock.sleep(20_000);
    expect(await undo(undefined, 8000)).toMatchObject({
      code: 0,
      outcome: ["1290001 deleted", "Deleted 1 of 1"],
    });
    expect(stored()).toEqual([1290000]);
  });

  test("keeps everything if Tempo's list is behind", async () => {
    const { undo, batches, sandbox, stored, clock } = await openUnsettled(1000);
    sandbox.state.behaviour.listed = () => [];
    await clock.sleep(30_000);
    const [, second] = await batches();
    await expect(undo(second, 8000)).rejects.toThrow("Nothing was deleted: Tempo has not said");
    sandbox.state.behaviour.listed = (worklogs) => worklogs;
    expect(await undo(second)).toMatchObject({ code: 0, outcome: ["1290001 deleted", "Deleted 1 of 1"] });
    expect(stored()).toEqual([1290000]);
  });
});

test.each(["cloud", "datacenter"] as const)(
  "what undo may still delete keeps its date from being posted to, on %s",
  async (deployment) => {
    const { post, undo, tempo, clock, stored } = openUndo(deployment);
    await post(entry("2026-01-05"));
    tempo.onDelete(1, "gateway timeout, processed late", { processedAfter: 100_000 });
    expect(await undo(undefined, 20_000)).toMatchObject({
      code: 8,
      outcome: [expect.stringContaining("1290000 failed: It is unknown"), expect.anything()],
    });
    expect((await post(entry("2026-01-05"))).outcomes).toMatchObject([{ failure: { code: "not_sent" } }]);
    await clock.sleep(100_000);
    await post(entry("2026-01-05"));
    expect(stored()).toEqual([1290001]);
  },
);

test.each([
  ["", false],
  [", although a repeated post has found it", true],
])(
  "an equal worklog that the user logs by hand later is kept, where Tempo says when it was created%s",
  async (_, isPostedAgain) => {
    const { clock, sandbox, tempo, post, postUntil, undo, stored } = openUndo();
    const caller = new AbortController();
    tempo.onWrite(1, () => {
      caller.abort();
      return page(504);
    });
    await postUntil(caller.signal, entry("2026-01-05"));
    // Longer than Tempo may take for it.
    await clock.sleep(300_000);
    const createdAt = new Date(clock.wallClock()).toISOString().slice(0, 19);
    const equal = {
      startDate: "2026-01-05",
      timeSpentSeconds: 8 * 3600,
      billableSeconds: 8 * 3600,
      createdAt,
    };
    sandbox.state.worklogs.set(1290000, { id: 1290000, ...worklog(equal) });
    if (isPostedAgain)
      expect((await post(entry("2026-01-05"))).outcomes).toMatchObject([{ alreadyLogged: true }]);
    await expect(undo()).rejects.toThrow("There is nothing to undo: no");
    expect(stored()).toEqual([1290000]);
  },
);

test("a batch of which nothing was stored is passed over silently", async () => {
  const { post, undo, tempo, stored } = openUndo();
  await post(entry("2026-01-05"));
  tempo.onWrite(({ body }) => body.includes("2026-01-06"), rejected(400));
  await post(entry("2026-01-06"));
  expect(await undo()).toEqual({ code: 0, outcome: ["1290000 deleted", "Deleted 1 of 1"] });
  expect(stored()).toEqual([]);
});

test("a batch that is named is undone alone, however often", async () => {
  const { post, undo, batches, printed, stored } = openUndo();
  for (const day of DAYS) await post(day);
  const [, second = ""] = await batches();
  expect(await undo(second)).toEqual({ code: 0, outcome: ["1290001 deleted", "Deleted 1 of 1"] });
  expect(printed()).toMatch(new RegExp(`^Batch ${second} on https://sandbox.invalid, sent `));
  await expect(undo(second)).rejects.toThrow(
    `what batch ${second} has stored is deleted already (worklog 1290001).`,
  );
  expect(stored()).toEqual([1290000, 1290002]);
});

describe.each(["cloud", "datacenter"] as const)("what Tempo holds is shown on %s", (deployment) => {
  test("with its comment, cleaned, redacted and cut", async () => {
    const { post, undo, printed } = openUndo(deployment);
    const long = "x".repeat(2100);
    await post(
      entry("2026-01-05", { hours: 2, description: "Log\u202ein by S3C\u200bRET" }),
      entry("2026-01-06"),
      entry("2026-01-07", { description: long }),
    );
    await undo();
    const lines = printed().split("\n").slice(2, 5);
    expect(lines.slice(0, 2)).toEqual([
      "PROJ-123  2026-01-05  2 h  1290000  Login by [redacted]",
      "PROJ-123  2026-01-06  8 h  1290001",
    ]);
    expect(lines[2]).toMatch(/^PROJ-123 {2}2026-01-07 {2}8 h {2}1290002 {2}x+… \(\d+ more characters\)$/);
  });

  test("and what cannot be found a moment after it was stored is not taken for deleted", async () => {
    const { post, undo, tempo, printed, stored } = openUndo(deployment);
    await post(entry());
    let isBehind = true;
    tempo.onRead("all", (request, serve) =>
      isBehind && request.url.endsWith("/worklogs/1290000") ? rejection(404, "Not found") : serve(request),
    );
    expect(await undo()).toMatchObject({ code: 12 });
    expect(printed()).toContain("PROJ-123  2026-01-05  8 h  1290000  (not found, perhaps not yet)\n");
    expect(stored()).toEqual([1290000]);
    isBehind = false;
    expect(await undo()).toEqual({ code: 0, outcome: ["1290000 deleted", "Deleted 1 of 1"] });
  });

  test.each<[what: string, change: Partial<SandboxWorklog>]>([
    ["start time", { startTime: "09:00:00" }],
    ["time of its making", { createdAt: "2026-01-14T10:00:00" }],
    ["hours", { timeSpentSeconds: 3600 }],
    ["comment", { description: "by hand" }],
    ["date", { startDate: "2026-01-09" }],
    ["issue", { issueId: 10007 }],
  ])("and what has another %s now is kept and named", async (_, change) => {
    const { post, undo, changeByHand, printed, stored } = openUndo(deployment);
    await post(...DAYS);
    changeByHand(1290001, change);
    expect(await undo()).toMatchObject({
      code: 0,
      outcome: ["1290000 deleted", "1290002 deleted", "Deleted 2 of 2"],
    });
    expect(printed()).toContain(
      "\n\nChanged since, or not surely its own, and therefore kept: worklog 1290001.\n\n",
    );
    expect(stored()).toEqual([1290001]);
  });

  test.each<[what: string, change: Partial<SandboxWorklog>, kept: number[]]>([
    ["another start time", { startTime: "09:00:00" }, [1290001]],
    ["another attribute", { attributes: { _Account_: "OPS" } }, [1290001]],
    ["all as it had", {}, []],
  ])("and of what a list has shown as stored, what has %s now is kept", async (_, change, kept) => {
    const { post, undo, changeByHand, tempo, stored } = openUndo(deployment);
    tempo.onWrite("all", "gateway error, processed");
    await post(...DAYS);
    changeByHand(1290001, change);
    await undo();
    expect(stored()).toEqual(kept);
  });

  test("and what Tempo made of it when it stored it is no change", async () => {
    const { post, undo, stored } = openUndo(deployment, {
      change: (worklog) => ({ ...worklog, timeSpentSeconds: 8.25 * 3600, description: "Tempo: work" }),
    });
    await post(...DAYS);
    expect(await undo()).toMatchObject({ code: 0 });
    expect(stored()).toEqual([]);
  });

  test("and what is changed while the answer is awaited is kept", async () => {
    const { post, undo, changeByHand, tempo, stored } = openUndo(deployment);
    await post(...DAYS);
    tempo.onDelete(1, async (request, serve) => {
      changeByHand(1290002, { timeSpentSeconds: 3600 });
      return serve(request);
    });
    expect(await undo()).toMatchObject({
      code: 0,
      outcome: [
        "1290000 deleted",
        "1290001 deleted",
        "1290002 kept: it was changed meanwhile",
        "Deleted 2 of 3, 1 kept",
      ],
    });
    expect(stored()).toEqual([1290002]);
  });

  test("and what is deleted while the answer is awaited is passed over", async () => {
    const { post, undo, sandbox, tempo, clock, stored } = openUndo(deployment);
    await post(...DAYS);
    await clock.sleep(60_000);
    tempo.onDelete(1, async (request, serve) => {
      sandbox.state.worklogs.delete(1290002);
      return serve(request);
    });
    expect(await undo()).toMatchObject({
      code: 0,
      outcome: [
        "1290000 deleted",
        "1290001 deleted",
        "1290002 no longer exists",
        "Deleted 2 of 3, 1 no longer existed",
      ],
    });
    await expect(undo()).rejects.toThrow("no batch is remembered");
    expect(stored()).toEqual([]);
  });

  test("and what one may not read any more is reported, and the others are deleted", async () => {
    const { post, undo, tempo, stored } = openUndo(deployment);
    await post(...DAYS);
    tempo.onRead("all", (request, serve) =>
      request.url.endsWith("/worklogs/1290001") ? rejection(403, "Forbidden") : serve(request),
    );
    expect(await undo()).toMatchObject({
      code: 9,
      outcome: [
        "1290000 deleted",
        expect.stringMatching(/^1290001 failed: .*HTTP 403/),
        "1290002 deleted",
        "Deleted 2 of 3, 1 not deleted; tempofiller undo --batch 1 tries again",
      ],
    });
    expect(stored()).toEqual([1290001]);
  });

  test("and a worklog that has the id of another one now is kept", async () => {
    const { post, undo, changeByHand, stored } = openUndo(deployment);
    await post(entry());
    changeByHand(1290000, { description: "of another user", createdAt: "2026-01-14T10:00:00" });
    await expect(undo()).rejects.toThrow("was changed since (worklog 1290000)");
    expect(stored()).toEqual([1290000]);
  });
});

test.each([
  ["before the old worklog was deleted", false, [1290000, 1290001]],
  ["before it knew that the old worklog is deleted", true, [1290001]],
])(
  "after a move on Cloud that ended %s, the hours are kept, and each worklog that has them is named",
  async (_, isDeleted, held) => {
    const { post, update, undo, tempo, clock, stored } = openUndo("cloud");
    await post(entry());
    let isAway = false;
    tempo.onDelete("all", async (request, serve) => {
      isAway = true;
      if (isDeleted) await serve(request);
      return page(504);
    });
    tempo.onRead(
      () => isAway,
      () => page(503),
    );
    await expect(update("1290000", { issueKey: "PROJ-7" })).rejects.toThrow("1290001");
    isAway = false;
    await clock.sleep(60_000);
    await expect(undo()).rejects.toThrow(`was changed since (worklog ${held.join(", ")})`);
    expect(stored()).toEqual(held);
  },
);

test("after a move on Cloud that was not finished, and whose new worklog the user has deleted in Tempo, the old one is kept and named", async () => {
  const { post, update, undo, tempo, clock, sandbox, stored } = openUndo("cloud");
  await post(entry());
  let isAway = true;
  tempo.onDelete(
    () => isAway,
    () => page(504),
  );
  await expect(update("1290000", { issueKey: "PROJ-7" })).rejects.toThrow("1290001");
  isAway = false;
  sandbox.state.worklogs.delete(1290001);
  await clock.sleep(60_000);
  await expect(undo()).rejects.toThrow("was changed since (worklog 1290000, 1290001)");
  expect(stored()).toEqual([1290000]);
});

test("what may be an entry that is unsure is named, though all that is known to be stored was changed", async () => {
  const round: SandboxBehaviour["change"] = (it) => ({ ...it, timeSpentSeconds: 3600 });
  const { post, update, undo, tempo, clock, stored } = openUndo("cloud", { change: round });
  let isAway = false;
  tempo.onWrite(1, async (request, serve) => {
    isAway = true;
    await serve(request);
    return page(504);
  });
  tempo.onRead(
    () => isAway,
    () => page(503),
  );
  await post(...[0.9, 1].map((hours) => entry("2026-01-05", { hours, description: String(hours) })));
  isAway = false;
  await clock.sleep(250_000);
  await update("1290001", { date: "2026-01-06" });
  await expect(undo()).rejects.toThrow(
    "was changed since (worklog 1290001). Delete it by its id if it is no longer wanted. It is unknown whether 0.9 h on PROJ-123 for " +
      "2026-01-05 is stored; it may be worklog 1290000: look at it in Tempo.",
  );
  expect(stored()).toEqual([1290000, 1290001]);
});
