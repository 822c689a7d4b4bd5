import createClient, { type Client } from "openapi-fetch";
import { NotFound } from "../timesheet/errors.ts";
import { ShapeFault } from "./shape.ts";
import { brokenAnswer, type Effect, networkFailure, type Service, statusFailure } from "./upstream-errors.ts";

/** Anything that answers a request as `fetch` does: the platform's, or the embedded Tempo's. */
export type Fetch = (request: Request) => Promise<Response>;

/** What both services of a deployment share. */
export interface UpstreamOptions {
  fetch: Fetch;
  /** Milliseconds from an injected clock. */
  now(): number;
  /** Writes a line for debugging; left out where nobody debugs. */
  debug?: (line: string) => void;
}

/** A typed client of one service, and the one way to read its answers. */
export interface Upstream<Paths extends object> {
  client: Client<Paths>;
  /**
   * Waits for an answer of the client and reads it. What `read` throws means that the answer is not what the API
   * promises: after a write that leaves a doubt, after a read it does not.
   *
   * @throws a `TimesheetError` for everything else, told apart by whether the request could have changed something
   */
  answer<Data, Result>(
    effect: Effect,
    call: Promise<{ data?: Data; error?: unknown; response: Response }>,
    read: (data: Data) => Result,
  ): Promise<Result>;
}

/** How long one request may take. */
const REQUEST_TIMEOUT_MS = 30_000;

/** A client of a service at `baseUrl`. Redirects are not followed: credentials go where they were meant to go. */
export function createUpstream<Paths extends object>(
  service: Service,
  baseUrl: string,
  authorization: string,
  { fetch, now, debug }: UpstreamOptions,
): Upstream<Paths> {
  const client = createClient<Paths>({
    baseUrl,
    redirect: "manual",
    headers: { accept: "application/json" },
    async fetch(request) {
      request.headers.set("authorization", authorization);
      const signal = AbortSignal.any([request.signal, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
      return fetch(new Request(request, { signal }));
    },
  });
  if (debug) {
    const log = debug;
    const startedAt = new WeakMap<Request, number>();
    const since = (request: Request) => Math.round(now() - (startedAt.get(request) ?? now()));
    client.use({
      onRequest: ({ request }) => {
        startedAt.set(request, now());
      },
      async onResponse({ request, response, schemaPath }) {
        log(`${service.name} ${request.method} ${request.url} ${response.status} ${since(request)} ms`);
        const { replyDeviations } = await import("./upstream-check.ts");
        for (const line of await replyDeviations(service.api, request.method, schemaPath, response.clone())) {
          log(`${service.name} deviates from contracts/${service.api}-openapi.yaml: ${line}`);
        }
      },
      onError({ request, error }) {
        log(`${service.name} ${request.method} ${request.url} failed after ${since(request)} ms: ${error}`);
      },
    });
  }

  return {
    client,
    async answer(effect, call, read) {
      let result: Awaited<typeof call>;
      try {
        result = await call;
      } catch (error) {
        throw error instanceof SyntaxError
          ? brokenAnswer(service, effect, "it is not JSON")
          : networkFailure(service, effect, error);
      }
      const { data, error, response } = result;
      if (!response.ok) throw statusFailure(service, effect, response, error);
      try {
        // Undefined where the answer is empty: `read` says whether it may be.
        return read(data as Parameters<typeof read>[0]);
      } catch (fault) {
        throw brokenAnswer(
          service,
          effect,
          fault instanceof ShapeFault ? fault.message : "it is not what was promised",
        );
      }
    },
  };
}

/** The answer, or undefined where upstream has no such thing. */
export async function ifFound<Data>(answer: Promise<Data>): Promise<Data | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}
