import pLimit from "p-limit";
import type { ToolRunner } from "../../src/server/run-tool.ts";
import type { Clock } from "../../src/timesheet/clock.ts";
import type { Timesheet } from "../../src/timesheet/port.ts";
import { seed } from "./seeds.ts";

/** What runs the tools as the defaults of the settings have it, with every reply checked and no log. */
export function testRunner(timesheet: Timesheet, clock: Clock): ToolRunner {
  return {
    openTimesheet: async () => timesheet,
    budget: 50_000,
    clock,
    today: () => seed().today,
    duplicates: "skip",
    structuredContent: true,
    summaryFirst: false,
    lock: pLimit(1),
    checkReplies: true,
    log: () => {},
    redact: (text) => text,
  };
}
