import { utimesSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { fileWriters } from "../../../src/state/file-writers.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import { refusal, watchedFolder } from "../../helpers/disk.ts";
import { POST } from "../../helpers/inputs.ts";
import { openSession } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { CALLS, heldBy, type WritingCall } from "./calls.ts";
import { LONGEST_REFUSAL_MS, NEEDS_SPACE } from "./play.ts";

/** The number of times that a call is made, one after the other: what one leaves behind must not cost the next. */
const TIMES = 3;

/** The calls of the file system that a disk refuses: some create an empty file all the same, and then write nothing into it. */
const FULL: Record<string, ReadonlySet<string>> = {
  "takes nothing": NEEDS_SPACE,
  "takes empty files": new Set(["writeFileSync", "writeSync", "copyFileSync"]),
};

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  describe.each(Object.entries(FULL))("a full disk that %s", (_, refused) => {
    test.each(CALLS)("costs $tool 2 s at most, from the start or since a call before", async (call) => {
      for (const isUsed of [false, true]) {
        const healthy = await timesOf(deployment, call, isUsed, new Set());
        const full = await timesOf(deployment, call, isUsed, refused);
        const costs = full.map((time, index) => time - (healthy[index] ?? 0));
        expect(costs.filter((cost) => cost > LONGEST_REFUSAL_MS)).toEqual([]);
      }
    });
  });
});

/** The time of each call in milliseconds, waits and work together. */
async function timesOf(
  deployment: Deployment["kind"],
  call: WritingCall,
  isUsed: boolean,
  refused: ReadonlySet<string>,
): Promise<number[]> {
  const { folder, on } = watchedFolder();
  const clock = virtualClock();
  let refusals = 0;
  const session = await openSession({
    ...call.options,
    deployment,
    clock,
    writers: fileWriters({ clock, folder: join(folder, "state"), log: () => {} }),
  });
  if (isUsed) {
    const { worklog } = await session.reply("post_worklog", { ...POST, startDate: "2026-01-20" });
    session.sandbox.state.worklogs.delete(Number(worklog.id));
  }
  const times: number[] = [];
  await on(
    (name, [path], run) => {
      if (refused.has(name)) {
        refusals += 1;
        throw refusal("ENOSPC");
      }
      const result = run();
      // Files get the time of the clock, by which an empty one looks as new as it is.
      if (name === "openSync") utimesSync(String(path), clock.wallClock() / 1000, clock.wallClock() / 1000);
      return result;
    },
    async () => {
      const args = await call.prepare(session);
      for (let round = 0; round < TIMES; round += 1) {
        const [waits, work] = [clock.now(), performance.now()];
        const { content } = await session.call(call.tool, args);
        times.push(clock.now() - waits + performance.now() - work);
        expect(content[0]?.text).not.toContain("internal error");
      }
    },
  );
  expect(heldBy(session)).toEqual([...call.expected].sort());
  expect(refusals > 0).toBe(refused.size > 0);
  return times;
}
