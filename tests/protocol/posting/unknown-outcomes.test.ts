import { describe, expect, test } from "vitest";
import { rejected } from "../../helpers/fault-script.ts";
import { LOST_RESPONSES } from "../../helpers/faults.ts";
import { mayTakeEffectUntil, notStored } from "../../helpers/in-doubt.ts";
import { entry, POST } from "../../helpers/inputs.ts";
import { openSession, type Session } from "../../helpers/session.ts";

const BOTH = ["cloud", "datacenter"] as const;

const writesAndStored = ({ sandbox, tempo }: Session) => ({
  writes: tempo.count("write"),
  stored: sandbox.state.worklogs.size,
});

const unknown504 = (seconds: number, { clock }: Session) =>
  `Tempo returned HTTP 504, so it is unknown whether the request took effect. ${mayTakeEffectUntil(seconds, clock)} ` +
  "Check your worklogs of that date before posting it again.";

describe("after a response that leaves the outcome unknown", () => {
  test.each([
    ["cloud", 503, 21],
    ["cloud", 504, 250],
    ["datacenter", 503, 21],
    ["datacenter", 504, 250],
  ] as const)(
    "what was not stored is known not to be, on %s after HTTP %d once %d s are over, and sent by the next call",
    async (deployment, status, seconds) => {
      const session = await openSession({ deployment, budget: 600_000 });
      session.tempo.onWrite(1, "gateway error, not processed", { status });
      expect(await session.refusal("post_worklog", POST)).toBe(notStored(`returned HTTP ${status}`));
      expect({ ...writesAndStored(session), milliseconds: session.clock.now() }).toEqual({
        writes: 1,
        stored: 0,
        milliseconds: seconds * 1000,
      });
      expect(await session.reply("post_worklog", POST)).toMatchObject({ worklog: { id: "1290000" } });
      expect(writesAndStored(session)).toEqual({ writes: 2, stored: 1 });
    },
  );

  test.each(BOTH.flatMap((deployment) => LOST_RESPONSES.map((lost) => [deployment, ...lost] as const)))(
    "on %s, an entry whose request meets a fault (%s) is stored once, now or by the next call",
    async (deployment, fault, processed) => {
      const session = await openSession({ deployment, budget: 600_000 });
      session.tempo.onWrite(1, fault);
      const first = await session.call("post_worklog", POST);
      expect(first.isError ?? false).toBe(processed === 0);
      expect(writesAndStored(session)).toEqual({ writes: 1, stored: processed });
      const again = await session.reply("post_worklog", POST);
      expect(again).toMatchObject({ worklog: { id: "1290000" } });
      expect(again.worklog.alreadyLogged).toBe(processed === 0 ? undefined : true);
      expect(writesAndStored(session)).toEqual({ writes: 2 - processed, stored: 1 });
    },
  );

  test("a group that is stored ten seconds after a failure is waited for, and not sent again", async () => {
    const session = await openSession();
    session.tempo.onWrite(1, "gateway timeout, processed late", { status: 503, processedAfter: 10_500 });
    const worklogs = Array(50).fill(entry("2026-01-05", { hours: 0.25 }));
    const { summary } = await session.reply("bulk_post_worklogs", { worklogs });
    expect({ ...writesAndStored(session), succeeded: summary.succeeded }).toEqual({
      writes: 1,
      stored: 50,
      succeeded: 50,
    });
  });

  test.each(BOTH)(
    "an entry is unknown, and not sent again, if a worklog of a rounded duration has appeared, on %s",
    async (deployment) => {
      const session = await openSession({ deployment });
      const { refusal, sandbox, tempo, clock } = session;
      tempo.onWrite("all", async (request, serve) => {
        await serve(request);
        for (const stored of sandbox.state.worklogs.values())
          stored.timeSpentSeconds = Math.floor(stored.timeSpentSeconds / 60) * 60;
        return new Response("", { status: 503 });
      });
      const rounded =
        "The outcome of 0.33 h on PROJ-123 for 2026-01-05 is unknown, and another worklog has appeared there since (worklog " +
        "1290000, 0.32 h). It may be the same entry: check it in Tempo before posting the entry again.";
      expect(await refusal("post_worklog", { ...POST, hours: 0.33 })).toBe(rounded);
      expect(clock.now()).toBe(21_000);
      expect(await refusal("post_worklog", { ...POST, hours: 0.33 })).toBe(rounded);
      expect(writesAndStored(session)).toEqual({ writes: 1, stored: 1 });
    },
  );

  test("an entry is unknown, and not sent again, if the worklogs cannot be read any more", async () => {
    const session = await openSession();
    const { failedReply, tempo } = session;
    tempo.onWrite("all", "gateway error, not processed");
    tempo.onRead(() => tempo.count("write") > 0, "gateway error, not processed");
    const { results } = await failedReply("bulk_post_worklogs", { worklogs: [entry(), entry("2026-01-06")] });
    expect(results.map(({ success, error }) => ({ success, error }))).toEqual(
      Array(2).fill({ success: false, error: unknown504(250, session) }),
    );
    expect(writesAndStored(session)).toEqual({ writes: 1, stored: 0 });
  });

  test("the worklogs are read until Tempo responds", async () => {
    const session = await openSession();
    session.tempo.onWrite(1, "gateway error, processed");
    session.tempo.onRead(
      ({ at }) => session.tempo.count("write") > 0 && at < 5000,
      "gateway error, not processed",
    );
    await session.reply("post_worklog", POST);
    expect(writesAndStored(session)).toEqual({ writes: 1, stored: 1 });
  });
});

describe("if the token is rejected", () => {
  test("while it is decided what was stored, nothing is waited for", async () => {
    const session = await openSession();
    session.tempo.onWrite("all", "gateway error, not processed");
    session.tempo.onRead(() => session.tempo.count("write") > 0, rejected(401));
    expect(await session.refusal("post_worklog", POST)).toBe(unknown504(250, session));
    expect({ ...writesAndStored(session), milliseconds: session.clock.now() }).toEqual({
      writes: 1,
      stored: 0,
      milliseconds: 0,
    });
  });

  test("for one entry, it is still decided what became of another", async () => {
    const session = await openSession({ deployment: "datacenter" });
    const { reply, tempo, clock } = session;
    tempo.onWrite(1, "gateway error, processed", { status: 503 });
    tempo.onWrite(2, rejected(401));
    const other = entry("2026-01-06", { issueKey: "PROJ-7" });
    const { results } = await reply("bulk_post_worklogs", { worklogs: [entry(), other] });
    expect(results).toMatchObject([
      { success: true, worklogId: "1290000" },
      { success: false, error: expect.stringContaining("HTTP 401") },
    ]);
    expect({ ...writesAndStored(session), milliseconds: clock.now() }).toEqual({
      writes: 2,
      stored: 1,
      milliseconds: 0,
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
