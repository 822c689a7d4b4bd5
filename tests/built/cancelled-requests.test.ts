import { expect, test } from "vitest";
import { ERA_2026 } from "../helpers/raw-requests.ts";
import { HANDSHAKE, startRaw } from "../helpers/raw-stdio.ts";
import { serveHeldTempo, TWO_ISSUES } from "../helpers/served-tempo.ts";

const ERAS: [era: string, handshake: object[], meta: object][] = [
  ["2025-06-18", HANDSHAKE, {}],
  ["2026-07-28", [], ERA_2026],
];

const cancel = (requestId: unknown, reason?: string) => ({
  method: "notifications/cancelled",
  params: { requestId, ...(reason && { reason }) },
});

test.each(ERAS)(
  "by the protocol %s, nothing is said of a call after it was cancelled, and the server serves on",
  async (_, handshake, meta) => {
    const tempo = await serveHeldTempo();
    const { messages, send, answered, stderr } = await startRaw(tempo.env, [], handshake);
    const list = (id: number) => ({ id, method: "tools/list", params: { _meta: meta } });
    const call = { name: "bulk_post_worklogs", arguments: { worklogs: TWO_ISSUES } };
    send({ id: 2, method: "tools/call", params: { ...call, _meta: { ...meta, progressToken: "p" } } });
    await expect.poll(tempo.posts, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    send(cancel(2, "The user pressed Esc"), list(3));
    await answered(3);
    const before = messages.length;
    tempo.release();
    await expect.poll(stderr, { timeout: 10_000 }).toContain("cancelled; before that it had stored");
    send(list(4));
    await answered(4);
    expect(messages.slice(before).map(({ id, method }) => id ?? method)).toEqual([4]);
    expect(messages.filter(({ id }) => id === 2)).toEqual([]);
    expect(tempo.stored().length).toBeLessThan(TWO_ISSUES.length);
    expect(tempo.posts()).toBe(tempo.stored().length);
  },
);

test.each(ERAS)(
  "by the protocol %s, a cancellation of what is not under way has no effect",
  async (_, handshake, meta) => {
    const { messages, send, answered } = await startRaw({}, ["--sandbox"], handshake);
    const odd = [99, "2", 2.5, null, { a: 1 }, "x".repeat(300)].map((id) => cancel(id));
    const broken = [{}, null, [], "2"].map((params) => ({ method: "notifications/cancelled", params }));
    send(...odd, ...broken, { method: "notifications/cancelled" });
    send({ id: 2, method: "tools/list", params: { _meta: meta } });
    await answered(2);
    // It has been answered before.
    send(cancel(2), { id: 3, method: "tools/list", params: { _meta: meta } });
    await answered(3);
    expect(messages.map(({ id }) => id)).toEqual([...(handshake.length > 0 ? [1] : []), 2, 3]);
  },
);

test("a session is opened although its first request is cancelled, which the protocol forbids", async () => {
  const [initialize, initialized] = HANDSHAKE as [object, object];
  const { messages, send, answered } = await startRaw({}, ["--sandbox"], []);
  send(initialize, cancel(1), initialized, { id: 2, method: "ping" });
  await answered(2);
  expect(messages.map(({ id }) => id)).toEqual([1, 2]);
});
