import { describe, expect, test } from "vitest";
import { fileWriters } from "../../../src/state/file-writers.ts";
import { entry, POST } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

const HOURS = 3600;

/** 20 hours on a Tuesday. */
const FULL = {
  worklogs: [worklog({ startDate: "2026-01-06", timeSpentSeconds: 20 * HOURS, description: "old" })],
};

const refused = (hours: number, date: string, sum: number) =>
  `Not sent: with these ${hours} h, ${date} would have ${sum} h, and a day has 24. Check the date, the hours and your worklogs ` +
  "of that date.";

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  test("a post with which its date would have more than 24 hours is an error, and nothing is sent", async () => {
    const { call, tempo, sandbox } = await openSession({ deployment, seed: FULL });
    expect(await call("post_worklog", { ...POST, startDate: "2026-01-06" })).toMatchObject({
      isError: true,
      content: [{ type: "text", text: refused(8, "2026-01-06", 28) }],
      _meta: { "tempofiller/error": { code: "invalid_input", retryable: false } },
    });
    expect({ writes: tempo.count("write"), stored: sandbox.state.worklogs.size }).toEqual({
      writes: 0,
      stored: 1,
    });
  });

  test("of a range, the days that fit are stored, and the error names the others", async () => {
    const { refusal, sandbox } = await openSession({ deployment, seed: FULL });
    const text = await refusal("post_worklog", { ...POST, endDate: "2026-01-07" });
    expect(text.replaceAll(/worklog 12900\d\d/g, "worklog ID")).toBe(
      "2 of 3 days were stored.\n" +
        "Stored: 2026-01-05 (worklog ID), 2026-01-07 (worklog ID).\n" +
        `Not stored. Fix the cause, then post these again: 2026-01-06: ${refused(8, "2026-01-06", 28)}`,
    );
    expect(sandbox.state.worklogs.size).toBe(3);
  });

  test.each(["skip", "allow"] as const)(
    "of a batch, each row that would exceed it fails alone, counted in the order of the call (duplicates: %s)",
    async (duplicates) => {
      const { reply, sandbox } = await openSession({ deployment, seed: FULL, duplicates });
      const { results, summary } = await reply("bulk_post_worklogs", {
        worklogs: [
          entry("2026-01-05", { hours: 16 }),
          entry("2026-01-06", { hours: 4.1 }),
          entry("2026-01-05", { hours: 8.5, description: "reworded" }),
          entry("2026-01-06", { hours: 4, issueKey: "PROJ-7" }),
          entry("2026-01-05", { hours: 8, issueKey: "PROJ-4" }),
          entry("2026-01-06", { hours: 0.1 }),
        ],
      });
      expect(results.map(({ success, error }) => error ?? success)).toEqual([
        true,
        refused(4.1, "2026-01-06", 24.1),
        refused(8.5, "2026-01-05", 24.5),
        true,
        true,
        refused(0.1, "2026-01-06", 24.1),
      ]);
      expect(summary).toEqual({ total: 6, succeeded: 3, failed: 3, totalHours: 28 });
      expect(sandbox.state.worklogs.size).toBe(4);
    },
  );

  test("rows that are logged already add nothing, and count anew if duplicates are allowed", async () => {
    const worklogs = [
      entry("2026-01-06", { hours: 20, description: "old" }),
      entry("2026-01-06", { hours: 4 }),
    ];
    const skip = await openSession({ deployment, seed: FULL });
    expect((await skip.reply("bulk_post_worklogs", { worklogs })).results).toMatchObject([
      { success: true, alreadyLogged: true },
      { success: true },
    ]);
    const allow = await openSession({ deployment, seed: FULL, duplicates: "allow" });
    expect((await allow.reply("bulk_post_worklogs", { worklogs })).results).toMatchObject([
      { success: false, error: refused(20, "2026-01-06", 40) },
      { success: true },
    ]);
  });

  test("a batch of nothing else is sent nowhere and reports a failure as a whole", async () => {
    const { failedReply, tempo } = await openSession({ deployment, seed: FULL });
    const { summary } = await failedReply("bulk_post_worklogs", { worklogs: [entry("2026-01-06")] });
    expect({ ...summary, writes: tempo.count("write") }).toEqual({
      total: 1,
      succeeded: 0,
      failed: 1,
      totalHours: 0,
      writes: 0,
    });
  });

  test("hours whose outcome is unknown count while Tempo may still store them", async () => {
    const { reply, failedReply, tempo, clock } = await openSession({ deployment, budget: 8000 });
    tempo.onWrite(1, "gateway error, not processed");
    await failedReply("bulk_post_worklogs", { worklogs: [entry("2026-01-05", { hours: 20 })] });
    const reworded = { worklogs: [entry("2026-01-05", { hours: 20, description: "reworded" })] };
    const { results } = await failedReply("bulk_post_worklogs", reworded);
    expect(results[0]?.error).toBe(
      `${refused(20, "2026-01-05", 40)} 20 h of them were sent a moment ago and are not in Tempo's list yet; if you have deleted ` +
        "them, try again in a minute.",
    );
    await clock.sleep(20_000);
    expect((await reply("bulk_post_worklogs", reworded)).summary.succeeded).toBe(1);
  });

  test("a row that an earlier call sent is not sent again if its date is too full for it by now", async () => {
    const clock = virtualClock();
    const shared = { deployment, clock, writers: fileWriters({ clock, folder: undefined, log: () => {} }) };
    const batch = { worklogs: [entry("2026-01-05", { hours: 16 })] };
    const first = await openSession({ ...shared, budget: 8000 });
    first.tempo.onWrite("all", "gateway error, not processed");
    await first.failedReply("bulk_post_worklogs", batch);
    const byHand = worklog({ startDate: "2026-01-05", issueId: 10007, timeSpentSeconds: 10 * HOURS });
    const second = await openSession({ ...shared, seed: { worklogs: [byHand] } });
    const { results } = await second.failedReply("bulk_post_worklogs", batch);
    expect(results[0]?.error).toBe(
      "An earlier call has sent 16 h on PROJ-123 for 2026-01-05 and got no response, so it is unknown whether it is stored. " +
        "Check your worklogs of 2026-01-05 before posting it again.",
    );
    expect(second.tempo.count("write")).toBe(0);
  });

  test("a row that was refused is not taken for an equal one whose response was lost", async () => {
    const clock = virtualClock();
    const shared = { deployment, clock, writers: fileWriters({ clock, folder: undefined, log: () => {} }) };
    const row = entry("2026-01-05", { hours: 16, description: "" });
    const first = await openSession({ ...shared, budget: 8000 });
    first.tempo.onWrite("all", "gateway error, not processed");
    await first.failedReply("bulk_post_worklogs", { worklogs: [row, row] });
    const sent = worklog({ startDate: "2026-01-05", timeSpentSeconds: 16 * HOURS });
    const second = await openSession({ ...shared, seed: { worklogs: [sent] } });
    const { results } = await second.reply("bulk_post_worklogs", { worklogs: [row, row] });
    expect(results).toMatchObject([
      { success: true, alreadyLogged: true },
      { success: false, error: refused(16, "2026-01-05", 32) },
    ]);
    expect(second.sandbox.state.worklogs.size).toBe(1);
  });

  test("a row that is sent again after a lost response does not count twice", async () => {
    const { reply, tempo, sandbox } = await openSession({ deployment, seed: FULL });
    tempo.onWrite(1, "gateway error, not processed");
    const { summary } = await reply("bulk_post_worklogs", { worklogs: [entry("2026-01-06", { hours: 4 })] });
    expect({ succeeded: summary.succeeded, stored: sandbox.state.worklogs.size }).toEqual({
      succeeded: 1,
      stored: 2,
    });
  });
});
