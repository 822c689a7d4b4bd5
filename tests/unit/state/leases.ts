import { readdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { acquireLease } from "../../../src/state/lease-file.ts";
import type { Clock } from "../../../src/timesheet/clock.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

interface AcquireOptions {
  waitMs?: number;
  signal?: AbortSignal;
  /** The clock of the process that asks. */
  on?: Clock;
  name?: string;
}

/** A folder of leases until the running test ends, and a clock on which it is used. */
export function leases() {
  const folder = temporaryFolder();
  const clock = virtualClock();
  const pathOf = (number: number) => join(folder, `ada.lease.${number}`);
  return {
    clock,
    folder,
    files: () => readdirSync(folder).sort(),
    content: (number: number) => JSON.parse(readFileSync(pathOf(number), "utf8")),
    /** Leaves a lease behind as another process would. */
    leave(number: number, text: string) {
      writeFileSync(pathOf(number), text);
      utimesSync(pathOf(number), clock.wallClock() / 1000, clock.wallClock() / 1000);
    },
    async acquire({ waitMs = 60_000, signal, on = clock, name = "ada" }: AcquireOptions = {}) {
      const scope = { signal: signal ?? new AbortController().signal, deadline: on.now() + waitMs };
      const lease = await acquireLease(folder, name, scope, on);
      onTestFinished(() => lease?.release());
      return lease;
    },
  };
}
