import { describe, expect, test } from "vitest";
import type { SandboxBehaviour } from "../../../src/sandbox/state.ts";
import { dates, entry } from "../../helpers/inputs.ts";
import { processes } from "../../helpers/processes.ts";
import { worklog } from "../../helpers/seeds.ts";
import { replyOf } from "../../helpers/session.ts";

type Change = SandboxBehaviour["change"];

/** A change that Tempo makes to worklogs, and how many of four are then recognised; the others stay unknown. */
const CHANGES: [what: string, recognised: number, change: Change][] = [
  ["leaves comments as they are", 4, (stored) => stored],
  ["prefixes comments", 4, (stored) => ({ ...stored, description: `PROJ-123: ${stored.description}` })],
  ["drops comments", 4, (stored) => ({ ...stored, description: "" })],
  [
    "rounds hours up",
    0,
    (stored) => ({ ...stored, timeSpentSeconds: Math.ceil(stored.timeSpentSeconds / 3600) * 3600 }),
  ],
];

// Nodes of a cluster take ids from banks of their own, so a later worklog may have a smaller id.
describe.each(["cloud", "datacenter"] as const)("on %s, if later worklogs have smaller ids", (deployment) => {
  const worklogs = dates(4).map((date) => entry(date, { hours: 1.25, description: `Work of ${date}` }));
  const byHand = dates(4).map((startDate) => worklog({ startDate, description: "By hand" }));

  test.each(CHANGES)(
    "a batch whose process was killed is not stored twice, where Tempo %s",
    async (_, recognised, change) => {
      const machine = processes({ deployment, seed: { worklogs: byHand }, behaviour: { change } });
      const first = await machine.open();
      const { state } = first.sandbox;
      state.nextWorklogId = 290_000;
      const isDead = first.killAtNextChange("carried out");
      void first.call("bulk_post_worklogs", { worklogs }).catch(() => {});
      await isDead;
      expect(state.worklogs.size).toBe(8);
      const next = await machine.open();
      const result = await next.call("bulk_post_worklogs", { worklogs });
      expect({
        stored: state.worklogs.size,
        recognised: replyOf(result, "bulk_post_worklogs").results.filter(({ alreadyLogged }) => alreadyLogged)
          .length,
      }).toEqual({ stored: 8, recognised });
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
    const next = await machine.open();
    expect((await next.reply("bulk_post_worklogs", { worklogs })).summary.succeeded).toBe(4);
    expect(first.sandbox.state.worklogs.size).toBe(8);
  });
});
