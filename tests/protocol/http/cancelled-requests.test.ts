import { expect, test } from "vitest";
import { CLIENT_KINDS } from "../../helpers/clients.ts";
import { deferred } from "../../helpers/deferred.ts";
import { HANDSHAKE } from "../../helpers/raw-stdio.ts";
import { startTeamServer } from "../../helpers/team-server.ts";

const WORKLOGS = Array.from({ length: 24 }, (_, index) => ({
  issueKey: index % 2 === 0 ? "PROJ-7" : "PROJ-123",
  hours: 1,
  date: `2026-01-${String(index + 1).padStart(2, "0")}`,
}));

const BATCH = { name: "bulk_post_worklogs", arguments: { worklogs: WORKLOGS } };

const cancel = (requestId: number) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

/** A server in front of a Tempo that holds what it answers to posts until it is released. */
async function startSlow() {
  let posts = 0;
  const { promise: held, resolve: release } = deferred();
  const team = await startTeamServer({
    kind: "datacenter",
    upstream: (tempo) => async (request) => {
      const response = await tempo(request);
      if (request.method === "POST" && request.url.endsWith("/worklogs")) {
        posts += 1;
        await held;
      }
      return response;
    },
  });
  const [member] = team.tempo.members;
  const begun = () => expect.poll(() => posts, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
  const ended = () =>
    expect
      .poll(() => team.log().flatMap(({ event, code }) => (event === "call" ? [code] : [])))
      .toHaveLength(1);
  return { ...team, headers: member?.headers ?? {}, release, begun, ended, posts: () => posts };
}

test.each(CLIENT_KINDS)(
  "what %s cancels is not carried on, and other requests are answered",
  async (kind) => {
    const { connect, headers, begun, release, ended, posts } = await startSlow();
    const client = await connect(headers, kind);
    const cancellation = new AbortController();
    const call = client.callTool(BATCH, { signal: cancellation.signal });
    await begun();
    cancellation.abort();
    await expect(call).rejects.toThrow();
    expect((await client.listTools()).tools.length).toBe(5);
    // The cancellation has a request of its own.
    await new Promise((resolve) => setTimeout(resolve, 300));
    release();
    await ended();
    expect(posts()).toBe(2);
  },
);

test.each([
  ["application/json, text/event-stream", 200],
  ["application/json", 202],
])(
  "nothing is said of a call after it was cancelled in its session, to a client that accepts %s",
  async (accept, status) => {
    const { post, headers, begun, release, ended, posts } = await startSlow();
    const opened = await post({ jsonrpc: "2.0", ...HANDSHAKE[0] }, headers);
    const session = { ...headers, "mcp-session-id": opened.headers.get("mcp-session-id") ?? "" };
    const params = { ...BATCH, _meta: { progressToken: "p" } };
    const call = post({ jsonrpc: "2.0", id: 2, method: "tools/call", params }, { ...session, accept });
    await begun();
    // Others may cancel what has the same id, and clients what is not under way.
    for (const [other, id] of [
      [headers, 2],
      [{ ...headers, "mcp-session-id": "another" }, 2],
      [session, 3],
    ] as const)
      expect((await post(cancel(id), other)).status).toBe(202);
    expect((await post(cancel(2), session)).status).toBe(202);
    release();
    const response = await call;
    expect([response.status, await response.text()]).toEqual([status, ""]);
    await ended();
    expect(posts()).toBe(2);
    expect((await post({ jsonrpc: "2.0", id: 2, method: "ping" }, session)).status).toBe(200);
  },
);

test("a cancellation outside the session of a call has no effect, since others use the same ids", async () => {
  const { post, headers, begun, release, posts } = await startSlow();
  const call = post({ jsonrpc: "2.0", id: 2, method: "tools/call", params: BATCH }, headers);
  await begun();
  await post(cancel(2), headers);
  release();
  expect(await (await call).text()).toContain('"succeeded":24');
  expect(posts()).toBe(24);
});
