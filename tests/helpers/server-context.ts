import { readSettings } from "../../src/config/settings.ts";
import { createServerContext } from "../../src/runtime/context.ts";
import type { ServerContext } from "../../src/server/context.ts";
import { fileWriters } from "../../src/state/file-writers.ts";
import type { Clock } from "../../src/timesheet/clock.ts";
import type { Timesheet } from "../../src/timesheet/port.ts";
import { seed } from "./seeds.ts";
import { builtView } from "./view.ts";

/** The context of a server with the default settings, every reply checked, and no log. */
export function testContext(timesheet: Timesheet, clock: Clock): ServerContext {
  return {
    ...createServerContext(readSettings({ TEMPO_STATE_DIR: "off" }), undefined),
    openTimesheet: async () => timesheet,
    readView: builtView,
    clock,
    writers: fileWriters({ clock, folder: undefined, log: () => {} }),
    today: () => seed().today,
    checkReplies: true,
    log: () => {},
  };
}
