import createClient, { type Client } from "openapi-fetch";
import type { Clock } from "../../timesheet/clock.ts";
import { NonJsonResponseError, NotFoundError, NotSentError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { cancelledBeforeSending } from "../../timesheet/posting/errors.ts";
import { InvalidResponseError } from "./parse.ts";
import { withRetries } from "./retry.ts";
import type { Effect, Service } from "./service.ts";
import { invalidResponse, networkError, rateLimitReset, statusError } from "./status-errors.ts";

/** Anything that answers a request as `fetch` does: the platform's, or the embedded Tempo's. */
export type Fetch = (request: Request) => Promise<Response>;

/** Lets a request go when its turn has come, and answers what it answers. */
export type RateLimiter = <Result>(send: () => Promise<Result>) => Promise<Result>;

/** What the services of a deployment share. */
export interface ApiClientOptions {
  fetch: Fetch;
  clock: Clock;
  /** How long one request may take, in milliseconds. */
  timeout: number;
  /** Keeps to the rate that Tempo Cloud's gateway allows. */
  rateLimiter: RateLimiter;
  /** Writes a line for debugging; left out where nobody debugs. */
  debug?: (line: string) => void;
  /** What services share that one server answers; each has its own unless it is given. */
  rateLimit?: RateLimitState;
}

/** Until when a server has no request left to give, by its own word and the clock's `now`. */
export interface RateLimitState {
  blockedUntil: number;
}

/** One request on its way: what the client promises. */
type Call<Data> = Promise<{ data?: Data; error?: unknown; response: Response }>;

/** A typed client of one service, and the one way to read its answers. */
export interface ApiClient<Paths extends object> {
  client: Client<Paths>;
  /**
   * Sends a request by `send`, which must hand the signal on, and reads its answer by `read`. What `read` throws means
   * that the answer is not what the API promises: after a write that leaves a doubt, after a read it does not.
   *
   * What is safe to repeat is repeated within the scope's deadline: a read that failed for now, and a write that was not
   * taken (429, no connection). A write is never cut by the caller's withdrawal, only by the time that it has.
   *
   * @throws a `TimesheetError` for everything else, told apart by whether the request could have changed something
   */
  answer<Data, Result>(
    effect: Effect,
    scope: CallScope,
    send: (signal: AbortSignal) => Call<Data>,
    read: (data: Data) => Result,
  ): Promise<Result>;
}

/** The share of the time left that one request may take: enough stays to try again, or to find out what became of it. */
const PATIENCE: Record<Effect, number> = { read: 1 / 4, write: 1 / 6 };

/** What a slow but sound upstream is granted towards the end too, as long as half of the time left allows it. */
const LEAST_PATIENCE_MS = 5000;

/** A client of a service at `baseUrl`. Redirects are not followed: credentials go where they were meant to go. */
export function createApiClient<Paths extends object>(
  service: Service,
  baseUrl: string,
  authorization: string,
  { fetch, clock, timeout, rateLimiter, debug, rateLimit = { blockedUntil: 0 } }: ApiClientOptions,
): ApiClient<Paths> {
  const client = createClient<Paths>({
    baseUrl,
    redirect: "manual",
    headers: { accept: "application/json" },
    async fetch(request) {
      request.headers.set("authorization", authorization);
      return fetch(request);
    },
  });
  if (debug) client.use(debugging(service, clock, debug));

  async function attempt<Data, Result>(
    effect: Effect,
    scope: CallScope,
    send: (signal: AbortSignal) => Call<Data>,
    read: (data: Data) => Result,
  ): Promise<Result> {
    const sent = new AbortController();
    const wait = Math.min(rateLimit.blockedUntil, scope.deadline) - clock.now();
    if (wait > 0) await clock.sleep(wait, scope.signal);
    if (scope.signal.aborted) throw cancelledBeforeSending();
    const left = scope.deadline - clock.now();
    if (left <= 0)
      throw new NotSentError("Not sent: the call's time ran out before its turn. Send the same call again.");
    const share = Math.max(left * PATIENCE[effect], Math.min(left / 2, LEAST_PATIENCE_MS));
    const patience = Math.min(timeout, share);
    const answered = new AbortController();
    // Node 20 can lose the signal of a request under way to garbage collection: the time-out must not hang on it.
    const timedOut = clock.sleep(patience, answered.signal).then((): never => {
      const reason = new DOMException("No answer in time", "TimeoutError");
      sent.abort(reason);
      throw reason;
    });
    const signal = effect === "write" ? sent.signal : AbortSignal.any([scope.signal, sent.signal]);
    let result: Awaited<Call<Data>>;
    try {
      result = await Promise.race([send(signal), timedOut]);
    } catch (error) {
      throw error instanceof SyntaxError
        ? invalidResponse(service, effect, "it is not JSON", NonJsonResponseError)
        : networkError(service, effect, error);
    } finally {
      answered.abort();
    }
    const { data, error, response } = result;
    rateLimit.blockedUntil = Math.max(
      rateLimit.blockedUntil,
      clock.now() + (rateLimitReset(response.headers) ?? 0),
    );
    if (!response.ok) throw statusError(service, effect, response, error, clock.wallClock());
    try {
      // Undefined where the answer is empty: `read` says whether it may be.
      return read(data as Data);
    } catch (fault) {
      throw invalidResponse(
        service,
        effect,
        fault instanceof InvalidResponseError ? fault.message : "it is not what was promised",
      );
    }
  }

  return {
    client,
    answer: (effect, scope, send, read) => {
      const paced = service.isRateLimited ? rateLimiter : unpaced;
      const inTurn = () => untilDeadline(scope, clock, paced, () => attempt(effect, scope, send, read));
      return withRetries(inTurn, effect, scope, clock);
    },
  };
}

/** Waits for a turn no longer than the call may take; a turn that comes too late is passed on. */
function untilDeadline<Result>(
  { deadline, signal }: CallScope,
  clock: Clock,
  rateLimiter: RateLimiter,
  send: () => Promise<Result>,
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const turn = new AbortController();
    let isOver = false;
    void clock.sleep(deadline - clock.now(), AbortSignal.any([turn.signal, signal])).then(() => {
      if (turn.signal.aborted) return;
      isOver = true;
      reject(
        signal.aborted
          ? cancelledBeforeSending()
          : new NotSentError("Not sent: the call's time ran out before its turn. Send the same call again."),
      );
    });
    rateLimiter(async () => {
      if (isOver) return;
      turn.abort();
      resolve(await send());
    }).catch(reject);
  });
}

const unpaced: RateLimiter = (send) => send();

/** Logs every request, and where its answer leaves the OpenAPI slice. */
function debugging({ name, api }: Service, clock: Clock, log: (line: string) => void) {
  const startedAt = new WeakMap<Request, number>();
  const since = (request: Request) => Math.round(clock.now() - (startedAt.get(request) ?? clock.now()));
  return {
    onRequest({ request }: { request: Request }) {
      startedAt.set(request, clock.now());
    },
    async onResponse({
      request,
      response,
      schemaPath,
    }: {
      request: Request;
      response: Response;
      schemaPath: string;
    }) {
      log(`${name} ${request.method} ${request.url} ${response.status} ${since(request)} ms`);
      const { conformanceErrors } = await import("./conformance.ts");
      for (const line of await conformanceErrors(api, request.method, schemaPath, response.clone())) {
        log(`${name} deviates from contracts/${api}-openapi.yaml: ${line}`);
      }
    },
    onError({ request, error }: { request: Request; error: unknown }) {
      log(`${name} ${request.method} ${request.url} failed after ${since(request)} ms: ${error}`);
    },
  };
}

/** The answer, or undefined where upstream has no such thing. */
export async function ifFound<Data>(answer: Promise<Data>): Promise<Data | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
