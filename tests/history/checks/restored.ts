import type { History } from "../history.ts";

/** The name of the fault that Tempo forgets all that it has stored since some time. It then gives ids again. */
export const RESTORED = "Tempo restored";

type Calls = Pick<History, "calls">;

/** Whether Tempo was restored at a time or later, so that an id may be that of two worklogs. */
export function wasRestored({ calls }: Calls, since = -Infinity): boolean {
  return calls.some(({ by, tool, to }) => by === "fault" && tool === RESTORED && to >= since);
}

/** Whether it was, and did not have a worklog then. */
export function wasForgotten(id: string, since: number, { calls }: Calls): boolean {
  return calls.some(
    ({ by, tool, to, held }) =>
      by === "fault" && tool === RESTORED && to >= since && !held.some((shown) => shown.startsWith(`${id} `)),
  );
}
