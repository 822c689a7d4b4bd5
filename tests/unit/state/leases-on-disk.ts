import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { acquireLease } from "../../../src/state/lease-file.ts";
import { watchedFolder } from "../../helpers/disk.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

/** Leases in a folder whose calls a test can refuse; `text` is the content of the first one. */
export function leasesOnDisk() {
  const { folder, on } = watchedFolder();
  const clock = virtualClock();
  const reported: string[] = [];
  return {
    clock,
    folder,
    on,
    files: () => readdirSync(folder).sort(),
    reported,
    text: () => readFileSync(join(folder, "ada.lease.1"), "utf8"),
    acquire({ waitMs = 60_000, signal = new AbortController().signal } = {}) {
      const scope = { signal, deadline: clock.now() + waitMs };
      return acquireLease(folder, "ada", scope, clock, (error) => reported.push(String(error)));
    },
  };
}
