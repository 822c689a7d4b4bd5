import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxWorklog } from "../../src/sandbox/state.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import type { Clock } from "../../src/timesheet/clock.ts";

/**
 * Tempo whose lists of worklogs show what was so many milliseconds ago: neither what was stored since, nor that something was
 * deleted. A worklog that is read by its id is up to date.
 */
export function laggingLists(
  sandbox: Sandbox,
  clock: Pick<Clock, "now">,
  lag: () => number,
  serve: Fetch = sandbox.fetch,
): Fetch {
  const { state } = sandbox;
  const storedAt = new Map<number, number>();
  const deleted: { worklog: SandboxWorklog; at: number }[] = [];
  state.behaviour.listed = (worklogs) => {
    const shownAt = clock.now() - lag();
    const ghosts = deleted.filter(({ at }) => at > shownAt).map(({ worklog }) => worklog);
    return [...worklogs, ...ghosts].filter(({ id }) => (storedAt.get(id) ?? -Infinity) <= shownAt);
  };
  return async (request) => {
    const before = new Map(state.worklogs);
    const response = await serve(request);
    const now = clock.now();
    for (const id of state.worklogs.keys()) if (!before.has(id) && !storedAt.has(id)) storedAt.set(id, now);
    for (const [id, worklog] of before)
      if (!state.worklogs.has(id) && !deleted.some((known) => known.worklog.id === id))
        deleted.push({ worklog, at: now });
    return response;
  };
}
