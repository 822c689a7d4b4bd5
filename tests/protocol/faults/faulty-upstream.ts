import type { Fetch } from "../../../src/tempo/http/client.ts";
import type { VirtualClock } from "../../helpers/virtual-clock.ts";

/** What can happen to a request on its way. "After" means that upstream has done its work by then. */
export const FAULTS = [
  "connection refused",
  "dropped before",
  "dropped after",
  "error before",
  "error after",
  "time-out, done seconds later",
  "too many requests",
  "too many requests, retry after",
  "hangs before",
  "hangs after",
  "body cut",
  "page instead of JSON, before",
  "page instead of JSON, after",
  "bulk refused, part of it stored",
  "success that lists nothing, done seconds later",
] as const;

export type Fault = (typeof FAULTS)[number];

const GATEWAY_ERRORS = [500, 502, 503, 504];

/**
 * An upstream whose requests meet faults: each with the probability `rate`, of the kinds given, by a chance of its own.
 * Bulk answers and pages come in any order. Hanging requests end when their caller's patience does.
 */
export function faultyUpstream(
  fetch: Fetch,
  {
    clock,
    random,
    rate,
    faults,
  }: { clock: VirtualClock; random: () => number; rate: number; faults: readonly Fault[] },
): Fetch {
  const serve: Fetch = (request) => clock.work(() => fetch(request));
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;

  /** Does a request's work in a while, whatever becomes of the caller. */
  async function serveLater(request: Request): Promise<void> {
    const { url, method, headers } = request;
    const detached = new Request(url, {
      method,
      headers,
      ...(method === "POST" && { body: await request.text() }),
    });
    void clock.sleep(500 + random() * 9500).then(() => serve(detached));
  }

  return async (request) => {
    await clock.sleep(50 + random() * 400, request.signal);
    request.signal.throwIfAborted();
    if (random() >= rate) return shuffled(await serve(request), random);
    const fault = pick(faults);
    switch (fault) {
      case "connection refused":
        throw lost("ECONNREFUSED");
      case "dropped before":
        throw lost("UND_ERR_SOCKET");
      case "dropped after":
        await serve(request);
        throw lost("UND_ERR_SOCKET");
      case "error before":
        return page(pick(GATEWAY_ERRORS));
      case "error after":
        await serve(request);
        return page(pick(GATEWAY_ERRORS));
      case "time-out, done seconds later":
        await serveLater(request);
        return page(504);
      case "too many requests":
        return new Response("", { status: 429 });
      case "too many requests, retry after":
        return new Response("", {
          status: 429,
          headers: { "retry-after": String(1 + Math.floor(random() * 3)) },
        });
      case "hangs before":
        return silence(request);
      case "hangs after":
        await serve(new Request(request.clone(), { signal: new AbortController().signal }));
        return silence(request);
      case "body cut": {
        const response = await serve(request);
        return response.body ? cut(response) : response;
      }
      case "page instead of JSON, before":
        return page(200);
      case "page instead of JSON, after":
        await serve(request);
        return page(200);
      case "bulk refused, part of it stored": {
        if (!request.url.endsWith("/bulk")) return shuffled(await serve(request), random);
        const worklogs = (await request.clone().json()) as unknown[];
        const part = worklogs.slice(0, Math.floor(random() * worklogs.length));
        if (part.length > 0) await serve(new Request(request, { body: JSON.stringify(part) }));
        return Response.json({ errors: [{ message: "The period is closed" }] }, { status: 400 });
      }
      case "success that lists nothing, done seconds later":
        if (!/\/4\/worklogs(\/issue\/\d+\/bulk)?$/.test(request.url))
          return shuffled(await serve(request), random);
        await serveLater(request);
        return Response.json([]);
    }
  };
}

function lost(code: string): TypeError {
  return new TypeError("fetch failed", { cause: { code } });
}

function page(status: number): Response {
  return new Response("<html>gateway</html>", { status, headers: { "content-type": "text/html" } });
}

function silence(request: Request): Promise<never> {
  return new Promise((_, reject) => {
    // The request is held on to: its signal falls silent with it.
    const end = () => reject(request.signal.reason);
    if (request.signal.aborted) end();
    else request.signal.addEventListener("abort", end, { once: true });
  });
}

async function cut(response: Response): Promise<Response> {
  const text = await response.text();
  const body = new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode(text.slice(0, text.length / 2)));
      stream.error(lost("UND_ERR_SOCKET"));
    },
  });
  return new Response(body, { status: response.status, headers: { "content-type": "application/json" } });
}

/** A list in another order: nobody promises one. */
async function shuffled(response: Response, random: () => number): Promise<Response> {
  if (response.status !== 200) return response;
  const body = (await response.json()) as unknown;
  const mix = (items: unknown[]) =>
    items
      .map((item) => ({ item, at: random() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  if (Array.isArray(body)) return Response.json(mix(body));
  if (typeof body !== "object" || body === null || !("results" in body)) return Response.json(body);
  return Response.json({ ...body, results: mix(body.results as unknown[]) });
}
