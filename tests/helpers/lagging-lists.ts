import type { Sandbox } from "../../src/sandbox/sandbox.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import type { Clock } from "../../src/timesheet/clock.ts";

interface Item {
  tempoWorklogId: number;
}

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
  const storedAt = new Map<number, number>();
  const deleted: { item: Item; date: string; at: number }[] = [];
  return async (request) => {
    const before = new Map(sandbox.state.worklogs);
    const shown = request.method === "DELETE" ? await itemOf(sandbox, request) : undefined;
    const range = isList(request) ? await rangeOf(request) : { from: "", to: "" };
    const response = await serve(request);
    const now = clock.now();
    for (const id of sandbox.state.worklogs.keys()) if (!before.has(id)) storedAt.set(id, now);
    for (const [id, { startDate }] of before)
      if (shown?.tempoWorklogId === id && !sandbox.state.worklogs.has(id))
        deleted.push({ item: shown, date: startDate, at: now });
    if (!isList(request) || response.status !== 200 || lag() === 0) return response;
    const isVisible = ({ tempoWorklogId }: Item) =>
      (storedAt.get(tempoWorklogId) ?? -Infinity) <= now - lag();
    const { from, to } = range;
    const ghosts = deleted
      .filter(({ item, date, at }) => at > now - lag() && isVisible(item) && from <= date && date <= to)
      .map(({ item }) => item);
    const body = (await response.json()) as Item[] | { results: Item[]; metadata: { next?: string } };
    if (Array.isArray(body)) return Response.json([...body.filter(isVisible), ...ghosts]);
    const isLast = body.metadata.next === undefined;
    return Response.json({
      ...body,
      results: [...body.results.filter(isVisible), ...(isLast ? ghosts : [])],
    });
  };
}

function isList({ method, url }: Request): boolean {
  const { pathname } = new URL(url);
  return (
    (method === "GET" && pathname.startsWith("/4/worklogs/user/")) ||
    (method === "POST" && pathname.endsWith("/worklogs/search"))
  );
}

async function rangeOf(request: Request): Promise<{ from: string; to: string }> {
  if (request.method === "POST") return (await request.clone().json()) as { from: string; to: string };
  const { searchParams } = new URL(request.url);
  return { from: searchParams.get("from") ?? "", to: searchParams.get("to") ?? "" };
}

/** A worklog as Tempo shows it before it is deleted. */
async function itemOf(sandbox: Sandbox, { url, headers }: Request): Promise<Item | undefined> {
  const response = await sandbox.fetch(new Request(url, { headers }));
  return response.status === 200 ? ((await response.json()) as Item) : undefined;
}
