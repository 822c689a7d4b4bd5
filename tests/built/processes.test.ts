import { describe, expect, test } from "vitest";
import { type InterruptionScenario, playInterruption } from "../slow/processes/interruptions.ts";
import { type PairScenario, playPair } from "../slow/processes/pairs.ts";

/** The batch is stored once, and no reply says anything else. */
const SOUND = { twice: 0, lost: 0, falseReports: 0, unknown: 0, failed: 0, reportedDuplicates: 0 };

const isWindows = process.platform === "win32";

describe("a batch that is posted again at once after its process was interrupted", () => {
  test.skipIf(isWindows).concurrent.each<InterruptionScenario>([
    {
      deployment: "cloud",
      command: "call",
      how: "SIGKILL",
      point: { request: 1, moment: "before processing", processAfter: 0 },
    },
    {
      deployment: "cloud",
      command: "call",
      how: "SIGKILL",
      point: { request: 5, moment: "before the response" },
    },
    {
      deployment: "cloud",
      command: "server",
      how: "SIGKILL",
      point: { request: 6, moment: "after the response" },
    },
    {
      deployment: "datacenter",
      command: "call",
      how: "SIGKILL",
      point: { request: 8, moment: "before the response" },
    },
    {
      deployment: "datacenter",
      command: "call",
      how: "SIGTERM",
      point: { request: 7, moment: "before the response" },
    },
    {
      deployment: "datacenter",
      command: "server",
      how: "stdin closed",
      point: { request: 8, moment: "after the response" },
    },
    {
      deployment: "cloud",
      command: "server",
      how: "stdout closed",
      point: { request: 5, moment: "after the response" },
    },
  ])("is stored once: $deployment, $command, $how, $point", async (scenario) => {
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
