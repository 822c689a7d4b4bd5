import { describe, expect, test } from "vitest";
import { rejected } from "../../helpers/fault-script.ts";
import { detach } from "../../helpers/faults.ts";
import { entry, POST } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

const UNKNOWN =
  "Tempo returned HTTP 504, so it is unknown whether the request took effect. Check your worklogs before retrying.";

const BOTH = ["cloud", "datacenter"] as const;

describe("after a response that leaves the outcome unknown", () => {
  test("what was stored is found and not sent again", async () => {
    const { reply, sandbox, tempo } = await openSession();
    tempo.onWrite("all", "gateway error, processed");
    const worklogs = [entry(), entry(), entry("2026-01-06")];
    const { summary, results } = await reply("bulk_post_worklogs", { worklogs });
    expect(summary).toEqual({ total: 3, succeeded: 3, failed: 0, totalHours: 24 });
    expect(results.map(({ worklogId }) => worklogId).sort()).toEqual(["1290000", "1290001", "1290002"]);
    expect({ writes: tempo.count("write"), stored: sandbox.state.worklogs.size }).toEqual({
      writes: 1,
      stored: 3,
    });
  });

  test("what was not stored is sent again", async () => {
    const { reply, sandbox, tempo } = await openSession();
    tempo.onWrite(1, "gateway error, not processed");
    expect(await reply("post_worklog", POST)).toMatchObject({ success: true, worklog: { id: "1290000" } });
    expect({ writes: tempo.count("write"), stored: sandbox.state.worklogs.size }).toEqual({
      writes: 2,
      stored: 1,
    });
  });

  test("what is never stored is sent four times, however long the call may take", async () => {
    const { refusal, tempo } = await openSession({ budget: 600_000 });
    tempo.onWrite("all", "gateway error, not processed");
    expect(await refusal("post_worklog", POST)).toBe(UNKNOWN);
    expect(tempo.count("write")).toBe(4);
  });

  test("a worklog that existed before is not taken for what was sent", async () => {
    const existing = worklog({ startDate: "2026-01-05", description: "Something else" });
    const { reply, sandbox, tempo } = await openSession({ seed: { worklogs: [existing] } });
    tempo.onWrite(1, "gateway error, not processed");
    expect(await reply("post_worklog", POST)).toMatchObject({ worklog: { id: "1290001", comment: "" } });
    expect({ writes: tempo.count("write"), stored: sandbox.state.worklogs.size }).toEqual({
      writes: 2,
      stored: 2,
    });
  });

  test.each([5, 10])("what is stored %d seconds after the timeout is waited for", async (seconds) => {
    const { reply, sandbox, tempo } = await openSession();
    tempo.onWrite("all", "gateway timeout, processed late", { processedAfter: seconds * 1000 });
    expect(await reply("post_worklog", POST)).toMatchObject({ worklog: { id: "1290000" } });
    expect({ writes: tempo.count("write"), stored: sandbox.state.worklogs.size }).toEqual({
      writes: 1,
      stored: 1,
    });
  });

  test.each(BOTH)(
    "an entry is unknown, and neither sent again nor awaited any longer, if a worklog of a rounded duration has appeared, on %s",
    async (deployment) => {
      const { refusal, sandbox, tempo, clock } = await openSession({ deployment });
      tempo.onWrite("all", async (request, serve) => {
        await serve(request);
        for (const stored of sandbox.state.worklogs.values())
          stored.timeSpentSeconds = Math.floor(stored.timeSpentSeconds / 60) * 60;
        return new Response("", { status: 504 });
      });
      expect(await refusal("post_worklog", { ...POST, hours: 0.33 })).toMatch(
        /^The outcome of 0\.33 h .* is unknown, .* \(worklog 1290000, 0\.32 h\)/,
      );
      const { size: stored } = sandbox.state.worklogs;
      expect({ writes: tempo.count("write"), stored, milliseconds: clock.now() }).toEqual({
        writes: 1,
        stored: 1,
        milliseconds: 11_000,
      });
    },
  );

  test("an entry is unknown, and not sent again, if the worklogs cannot be read any more", async () => {
    const { failedReply, sandbox, tempo } = await openSession();
    tempo.onWrite("all", "gateway error, not processed");
    tempo.onRead(() => tempo.count("write") > 0, "gateway error, not processed");
    const { results } = await failedReply("bulk_post_worklogs", { worklogs: [entry(), entry("2026-01-06")] });
    expect(results.map(({ success, error }) => ({ success, error }))).toEqual(
      Array(2).fill({ success: false, error: UNKNOWN }),
    );
    expect({ writes: tempo.count("write"), stored: sandbox.state.worklogs.size }).toEqual({
      writes: 1,
      stored: 0,
    });
  });

  test("the worklogs are read until Tempo responds, before anything is sent again", async () => {
    const { reply, sandbox, tempo } = await openSession();
    tempo.onWrite(1, "gateway error, not processed");
    tempo.onRead(({ at }) => at > 8000 && at < 22_000, "gateway error, not processed");
    await reply("post_worklog", POST);
    expect({ writes: tempo.count("write"), stored: sandbox.state.worklogs.size }).toEqual({
      writes: 2,
      stored: 1,
    });
  });

  test("nothing is sent again until eleven seconds after the last failure", async () => {
    const { reply, sandbox, tempo, clock } = await openSession({ deployment: "datacenter" });
    tempo.onWrite(1, "gateway error, not processed");
    tempo.onWrite(2, async () => {
      await clock.sleep(4000);
      return new Response("", { status: 504 });
    });
    await reply("bulk_post_worklogs", { worklogs: [entry(), entry("2026-01-06")] });
    expect(tempo.writeTimes).toEqual([0, 0, 15_000, 15_000]);
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test.each([
    ["cloud", 17],
    ["cloud", 20],
    ["cloud", 24],
    ["datacenter", 17],
    ["datacenter", 19],
  ] as const)(
    "a Tempo that takes its time (%s, %d seconds) stores nothing twice",
    async (deployment, seconds) => {
      const { call, sandbox, tempo, clock } = await openSession({ deployment });
      tempo.onWrite("all", async (request, serve) => {
        const detached = detach(request);
        const stored = clock.sleep(seconds * 1000).then(() => serve(detached));
        await clock.sleep(seconds * 1000, request.signal);
        request.signal.throwIfAborted();
        return stored;
      });
      const worklogs = ["05", "06", "07", "08"].map((day) => entry(`2026-01-${day}`));
      await call("bulk_post_worklogs", { worklogs });
      await clock.sleep(60_000);
      expect(sandbox.state.worklogs.size).toBe(4);
    },
  );
});

describe("if the token is rejected", () => {
  test("while reconciling, nothing is sent again and nothing is waited for", async () => {
    const { refusal, tempo, clock } = await openSession();
    tempo.onWrite("all", "gateway error, not processed");
    tempo.onRead(() => tempo.count("write") > 0, rejected(401));
    expect(await refusal("post_worklog", POST)).toBe(UNKNOWN);
    expect({ writes: tempo.count("write"), milliseconds: clock.now() }).toEqual({
      writes: 1,
      milliseconds: 1000,
    });
  });

  test("for one entry, the unknown outcome of another is still reconciled, once", async () => {
    const { failedReply, tempo, clock } = await openSession({ deployment: "datacenter" });
    tempo.onWrite(1, "gateway error, not processed");
    tempo.onWrite(2, rejected(401));
    const { results } = await failedReply("bulk_post_worklogs", { worklogs: [entry(), entry("2026-01-06")] });
    expect(results.map(({ error }) => error)).toEqual([UNKNOWN, expect.stringContaining("HTTP 401")]);
    expect({ writes: tempo.count("write"), milliseconds: clock.now() }).toEqual({
      writes: 2,
      milliseconds: 11_000,
    });
  });
});

test("a batch that was certainly not sent is not reported as unknown", async () => {
  const { failedReply, tempo } = await openSession();
  tempo.onWrite("all", "connection refused");
  tempo.onRead(() => tempo.count("write") > 0, "connection refused");
  const { results } = await failedReply("bulk_post_worklogs", { worklogs: [entry(), entry("2026-01-06")] });
  for (const { error } of results)
    expect(error).toMatch(/ \(ECONNREFUSED\)\. Nothing was changed by this request\./);
});
