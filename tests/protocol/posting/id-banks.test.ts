import { describe, expect, test } from "vitest";
import type { SandboxBehaviour } from "../../../src/sandbox/state.ts";
import { dates, entry } from "../../helpers/inputs.ts";
import { processes } from "../../helpers/processes.ts";
import { worklog } from "../../helpers/seeds.ts";
import { replyOf } from "../../helpers/session.ts";

type Change = SandboxBehaviour["change"];

/** A change that Tempo makes to worklogs, and whether they are then recognised; else they stay unknown. */
const CHANGES: [what: string, isRecognised: boolean, change: Change][] = [
  ["leaves comments as they are", true, (stored) => stored],
  ["prefixes comments", true, (stored) => ({ ...stored, description: `PROJ-123: ${stored.description}` })],
  ["drops comments", true, (stored) => ({ ...stored, description: "" })],
  [
    "rounds hours up",
    false,
    (stored) => ({ ...stored, timeSpentSeconds: Math.ceil(stored.timeSpentSeconds / 3600) * 3600 }),
  ],
];

// Nodes of a cluster take ids from banks of their own, so a later worklog may have a smaller id.
describe.each(["cloud", "datacenter"] as const)("on %s, if later worklogs have smaller ids", (deployment) => {
  const worklogs = dates(4).map((date) => entry(date, { hours: 1.25, description: `Work of ${date}` }));
  const byHand = dates(4).map((startDate) => worklog({ startDate, description: "By hand" }));

  test.each(CHANGES)(
    "a batch whose process was killed is not stored twice, where Tempo %s",
    async (_, isRecognised, change) => {
      const machine = processes({ deployment, seed: { worklogs: byHand }, behaviour: { change } });
      const first = await machine.open();
      const { state } = first.sandbox;
      state.nextWorklogId = 290_000;
      const isDead = first.killAtNextChange("carried out");
      void first.call("bulk_post_worklogs", { worklogs }).catch(() => {});
      await isDead;
      // Data Center takes one worklog at a time.
      const sent = deployment === "cloud" ? 4 : 1;
      expect(state.worklogs.size).toBe(4 + sent);
      await machine.clock.sleep(250_000);
      const next = await machine.open();
      const result = await next.call("bulk_post_worklogs", { worklogs });
      const { results } = replyOf(result, "bulk_post_worklogs");
      expect({
        stored: state.worklogs.size,
        recognised: results.filter(({ alreadyLogged }) => alreadyLogged).length,
        unknown: results.filter(({ error }) => error?.includes("It may be the same entry")).length,
      }).toEqual({ stored: 8, recognised: isRecognised ? sent : 0, unknown: isRecognised ? 0 : sent });
    },
  );

  test("a worklog that existed before a batch was sent is not taken for one of it", async () => {
    const machine = processes({
      deployment,
      seed: { worklogs: dates(4).map((startDate) => worklog({ startDate, timeSpentSeconds: 4500 })) },
    });
    const first = await machine.open();
    const isDead = first.killAtNextChange("not carried out");
    void first.call("bulk_post_worklogs", { worklogs }).catch(() => {});
    await isDead;
    await machine.clock.sleep(250_000);
    const next = await machine.open();
    expect((await next.reply("bulk_post_worklogs", { worklogs })).summary.succeeded).toBe(4);
    expect(first.sandbox.state.worklogs.size).toBe(8);
  });
});
