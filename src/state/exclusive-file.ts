import { basename, dirname } from "node:path";
import type { Clock } from "../timesheet/clock.ts";
import { RULES_WAIT_MS } from "../timesheet/timeline.ts";
import { makeFolder } from "./files.ts";
import { acquireLease } from "./lease-file.ts";

/** Another process has the lease of a file, and kept it for as long as this one may wait. */
export class LeaseTaken extends Error {}

/**
 * Takes an action on a file while no other process takes one. The lease is a hidden file beside it. A process that was killed loses it.
 *
 * @param action asks before it writes whether it still may: another process takes over from one that stood still
 * @throws LeaseTaken, an error of the file system, or the action's own
 */
export async function exclusively<Result>(
  path: string,
  { clock, deadline }: { clock: Clock; deadline: number },
  action: (mayWrite: () => boolean) => Result,
): Promise<Result> {
  const [folder, name] = [dirname(path), `.${basename(path)}`];
  makeFolder(folder);
  const { signal } = new AbortController();
  const lease = await acquireLease(
    folder,
    name,
    { signal, deadline: Math.min(deadline, clock.now() + RULES_WAIT_MS) },
    clock,
  );
  if (!lease) throw new LeaseTaken();
  try {
    return action(() => lease.mayWrite());
  } finally {
    await lease.release();
  }
}
