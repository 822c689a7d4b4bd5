import { describe, expect, test } from "vitest";
import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import { entry, POST } from "../../helpers/inputs.ts";
import { openSession, replyOf, type SessionOptions } from "../../helpers/session.ts";

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  const open = (options: SessionOptions = {}) => openSession({ deployment, ...options });

  test("TEMPO_DUPLICATES=allow stores duplicates, and still reconciles an unknown outcome", async () => {
    const { reply, sandbox, tempo } = await open({ duplicates: "allow" });
    tempo.onWrite(1, "gateway error, processed");
    await reply("bulk_post_worklogs", { worklogs: [entry()] });
    await reply("bulk_post_worklogs", { worklogs: [entry()] });
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test("two calls with the same batch at the same time store it once", async () => {
    const { call, sandbox } = await open();
    const batch = { worklogs: [entry(), entry("2026-01-06")] };
    const results = await Promise.all([call("bulk_post_worklogs", batch), call("bulk_post_worklogs", batch)]);
    expect(results.map((result) => replyOf(result, "bulk_post_worklogs").summary.succeeded)).toEqual([2, 2]);
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  describe("a worklog that has the id of what an entry became", () => {
    const REVIEW = { ...POST, hours: 2, description: "Review" };
    const THEN = "2026-01-15T08:00:00";

    /** Posts an entry, and changes its worklog in Tempo itself. */
    async function posted(change: Partial<SandboxWorklog>, options: SessionOptions = {}) {
      const session = await open({
        behaviour: { change: (worklog) => ({ ...worklog, createdAt: THEN }) },
        ...options,
      });
      await session.reply("post_worklog", REVIEW);
      const { worklogs } = session.sandbox.state;
      const stored = worklogs.get(1290000);
      if (stored) worklogs.set(1290000, { ...stored, ...change });
      return session;
    }

    test("counts if it was changed by hand, and is shown as Tempo holds it", async () => {
      const { reply, sandbox } = await posted({ timeSpentSeconds: 3 * 3600, description: "Long review" });
      const existing = { alreadyLogged: true, hours: 3, comment: "Long review" };
      expect((await reply("post_worklog", REVIEW)).worklog).toMatchObject({ id: "1290000", ...existing });
      const batch = { worklogs: [entry("2026-01-05", { hours: 2, description: "Review" })] };
      const { results, summary } = await reply("bulk_post_worklogs", batch);
      expect(results).toEqual([
        { date: "2026-01-05", issueKey: "PROJ-123", success: true, worklogId: "1290000", ...existing },
      ]);
      expect(summary.totalHours).toBe(3);
      expect(sandbox.state.worklogs.size).toBe(1);
    });

    test.each<[what: string, change: Partial<SandboxWorklog>]>([
      ["on its date", {}],
      ["on another date", { startDate: "2026-01-12" }],
      ["on another issue", { issueId: 10007 }],
    ])("does not count if it was created at another time, %s, and the entry is logged", async (_, change) => {
      const another = {
        createdAt: "2026-01-15T12:00:00",
        timeSpentSeconds: 3 * 3600,
        description: "Another",
      };
      const { reply, sandbox } = await posted({ ...another, ...change });
      const { worklog } = await reply("post_worklog", REVIEW);
      expect(worklog).toMatchObject({ id: "1290001", hours: 2, comment: "Review" });
      expect(worklog.alreadyLogged).toBeUndefined();
      expect(sandbox.state.worklogs.size).toBe(2);
    });
  });

  test("what Tempo stores after it was restored from a backup, under ids that were given before, is stored once", async () => {
    let createdAt = "2026-01-15T08:00:00";
    const { reply, sandbox, tempo, clock } = await open({
      behaviour: { change: (worklog) => ({ ...worklog, createdAt }) },
    });
    const batch = { worklogs: [entry(), entry(), entry("2026-01-06", { description: "Review" })] };
    await reply("bulk_post_worklogs", batch);
    await clock.sleep(120_000);
    sandbox.state.worklogs.clear();
    sandbox.state.nextWorklogId = 1_290_000;
    createdAt = "2026-01-15T12:00:00";
    tempo.onWrite(tempo.count("write") + 1, "gateway error, processed");
    const ids = ["1290000", "1290001", "1290002"];
    const restored = await reply("bulk_post_worklogs", batch);
    expect(restored.results.map(({ worklogId }) => worklogId).sort()).toEqual(ids);
    const { results } = await reply("bulk_post_worklogs", batch);
    expect(results.map(({ worklogId, alreadyLogged }) => [worklogId, alreadyLogged]).sort()).toEqual(
      ids.map((id) => [id, true]),
    );
    expect(sandbox.state.worklogs.size).toBe(3);
  });

  test("a reply has the comments that Tempo has stored", async () => {
    const { reply } = await open({
      behaviour: { change: (worklog) => ({ ...worklog, description: worklog.description.slice(0, 3) }) },
    });
    const worklogs = [entry("2026-01-05", { description: "Review" }), entry("2026-01-06")];
    const { results } = await reply("bulk_post_worklogs", { worklogs });
    expect(results.map(({ comment }) => comment)).toEqual(["Rev", undefined]);
  });

  test("nothing is sent if the existing worklogs cannot be read", async () => {
    const { refusal, sandbox, tempo } = await open();
    tempo.onRead("all", "gateway error, not processed");
    expect(await refusal("post_worklog", POST)).toBe(
      'Tempo is temporarily unavailable (HTTP 504). It says: "gateway". Try again in a minute.',
    );
    expect({ writes: tempo.count("write"), stored: sandbox.state.worklogs.size }).toEqual({
      writes: 0,
      stored: 0,
    });
  });
});
