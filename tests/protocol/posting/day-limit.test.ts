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
    const { failedReply, reply, tempo, sandbox } = await openSession({ deployment, seed: FULL });
    tempo.onWrite(1, "connection lost, not processed");
    const worklogs = [entry("2026-01-06", { hours: 4 })];
    await failedReply("bulk_post_worklogs", { worklogs });
    const { summary } = await reply("bulk_post_worklogs", { worklogs });
    expect({ succeeded: summary.succeeded, stored: sandbox.state.worklogs.size }).toEqual({
      succeeded: 1,
      stored: 2,
    });
  });
});
