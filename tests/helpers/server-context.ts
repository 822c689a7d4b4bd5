import pLimit from "p-limit";
import type { ServerContext } from "../../src/server/context.ts";
import type { Clock } from "../../src/timesheet/clock.ts";
import type { Timesheet } from "../../src/timesheet/port.ts";
import { seed } from "./seeds.ts";

/** The context of a server with the default settings, every reply checked, and no log. */
export function testContext(timesheet: Timesheet, clock: Clock): ServerContext {
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
