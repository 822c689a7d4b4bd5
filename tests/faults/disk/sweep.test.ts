import { describe, expect, test } from "vitest";
import { watchedFolder } from "../../helpers/disk.ts";
import { CALLS } from "./calls.ts";
import { DISK_FAULTS, play } from "./play.ts";

/** Every call of the disk with DISK_SWEEP=full; else one of several, others for each fault and deployment. */
const STEP = process.env.DISK_SWEEP === "full" ? 1 : 7;
const TIMEOUT_MS = STEP === 1 ? 600_000 : 60_000;

describe.each(["cloud", "datacenter"] as const)("on %s", (deployment) => {
  describe.each(DISK_FAULTS)("with %s at the n-th call of the disk", (fault) => {
    test.each(CALLS)("$tool is done once when it is called again", { timeout: TIMEOUT_MS }, async (call) => {
      const disk = watchedFolder();
      const problems: string[] = [];
      const first = 2 * DISK_FAULTS.indexOf(fault) + (deployment === "cloud" ? 0 : 1);
      let at = 1 + (first % STEP);
      for (; ; at += STEP) {
        const played = await play({ deployment, call, fault, at }, disk);
        problems.push(...played.problems);
        if (!played.isHit) break;
      }
      expect(problems).toEqual([]);
      expect(at).toBeGreaterThan(10);
    });
  });
});
