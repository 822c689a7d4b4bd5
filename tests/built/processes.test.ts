import { describe, expect, test } from "vitest";
import {
  type InterruptionScenario,
  type PairScenario,
  type Point,
  playInterruption,
  playPair,
} from "../slow/processes/runs.ts";

/** The batch is stored once, and no reply says anything else. */
const SOUND = { twice: 0, lost: 0, falseReports: 0, unknown: 0, failed: 0, reportedDuplicates: 0 };

// Points at which nothing is left to be stored late, so that nothing is waited for; `npm run test:long` has all of them.
const READ: Point = { request: 2, moment: "before processing", processAfter: 0 };
const MIDDLE: Point = { request: 8, moment: "before the response" };
/** All seven have arrived by then, in whatever order they are processed. */
const LAST_WRITE: Point = { write: 7, moment: "before the response" };

const isWindows = process.platform === "win32";

describe.skipIf(isWindows)("a batch that is posted again at once after its process was interrupted", () => {
  test.concurrent.each<InterruptionScenario>([
    { deployment: "cloud", command: "call", how: "SIGKILL", point: READ },
    { deployment: "datacenter", command: "call", how: "SIGKILL", point: LAST_WRITE },
    { deployment: "datacenter", command: "call", how: "SIGTERM", point: MIDDLE },
    { deployment: "datacenter", command: "server", how: "stdin closed", point: MIDDLE },
    { deployment: "datacenter", command: "server", how: "stdout closed", point: MIDDLE },
  ])("is stored once: $deployment, $command, $how at $point", async (scenario) => {
    const { tally } = await playInterruption(scenario);
    expect(tally).toMatchObject(SOUND);
  });
});

describe("two processes that post the same batch", () => {
  test.concurrent.each<PairScenario>([
    { deployment: "cloud", apart: 0, trouble: { kind: "none" } },
    { deployment: "datacenter", apart: 50, trouble: { kind: "none" } },
  ])("store it once: $deployment, $apart ms apart", async (scenario) => {
    const { tally } = await playPair(scenario);
    expect(tally).toMatchObject(SOUND);
  });
});
