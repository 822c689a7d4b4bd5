import type { Middleware } from "openapi-fetch";
import createClient, { type Client } from "openapi-fetch";
import type { Clock } from "../../timesheet/clock.ts";
import {
  NonJsonResponseError,
  NotFoundError,
  TimesheetError,
  UnavailableError,
} from "../../timesheet/errors.ts";
import { cancelledBeforeSending, outOfTime } from "../../timesheet/not-sent.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { LATE_MS, whenAllowed } from "../../timesheet/rate.ts";
import {
  FIRST_RETRY_DELAY_MS,
  MAX_NON_JSON_RETRIES,
  MAX_RETRIES,
  MAX_RETRY_DELAY_MS,
  MIN_REQUEST_TIMEOUT_MS,
  MIN_TIME_FOR_RETRY_MS,
  READ_SHARE,
  RETRY_JITTER_MS,
  SILENCE_MS,
} from "../../timesheet/timeline.ts";
import { expectingJson, NotJsonError, ResponseTooLargeError, withBoundedBody } from "./bounded-body.ts";
import { networkError } from "./network-errors.ts";
import { type RateLimiter, rateLimited } from "./rate-limit.ts";
import {
  invalidResponse,
  notJson,
  rateLimitReset,
  reasonOf,
  retryAfter,
  statusError,
  tooLarge,
} from "./response-errors.ts";
import type { Effect, Service } from "./service.ts";
import { withTimeout } from "./timeout.ts";
import { upstreamMessage } from "./upstream-message.ts";

export type Fetch = (request: Request) => Promise<Response>;

export interface ApiClientOptions {
  fetch: Fetch;
  clock: Clock;
  /** The time limit of one request that reads, in milliseconds. */
  timeout: number;
  rateLimiter: RateLimiter;
  redact?: (text: string) => string;
  debug?: (line: string) => void;
  /** The most retries of a request; undefined for the usual number. */
  maxRetries?: number;
  /** Shared by the services of one server; each service has its own unless it is given. */
  rateLimit?: RateLimitState;
  /** Called with each 429 of a service with a rate limiter. @param wait the milliseconds that it asks for, if it does */
  tooManyRequests?: ((wait: number | undefined) => void) | undefined;
}

interface RateLimitState {
  /** No request is allowed before this time of the clock's `now`. */
  blockedUntil: number;
}

/**
 * A request waited too long for a lease or a disk after it was its turn. A turn that passes before `start` is called is replaced by
 * the rate itself, in `timesheet/rate.ts`.
 */
const MISSED = Symbol("missed its turn");

/** The most turns that a request misses, if confirming a write always takes that long. */
const MAX_MISSED = 3;

/** Must pass the signal on. */
type Send<Paths extends object, Data> = (
  client: Client<Paths>,
  signal: AbortSignal,
) => Promise<{ data?: Data; error?: unknown; response: Response }>;

/**
 * Retries what is safe to repeat until the deadline: a read that failed for now, and a write that was not accepted (429, no
 * connection). A write is never cut short by the caller's cancelling or its deadline: its answer counts whenever it comes.
 *
 * @param parse may throw anything if the response is not what the API promises; its argument is undefined for an empty body
 * @param target what the request addresses by id, such as "Worklog 77", for the error if it is not found
 * @throws TimesheetError for every failure; after a write without a usable response it is an `OutcomeUnknownError`
 */
type Requester<Paths extends object> = <Data, Result>(
  scope: CallScope,
  send: Send<Paths, Data>,
  parse: (data: Data) => Result,
  target?: string,
) => Promise<Result>;

export interface ApiClient<Paths extends object> {
  read: Requester<Paths>;
  /** A write that is safe to repeat. */
  write: Requester<Paths>;
  /** Once upstream has answered, whatever the answer, the request is not sent again. */
  create: Requester<Paths>;
}

/**
 * Redirects are not followed, so that credentials go only where they were meant to go.
 *
 * @param authorization undefined to send no credentials
 */
export function createApiClient<Paths extends object>(
  service: Service,
  authorization: string | undefined,
  {
    fetch,
    clock,
    timeout,
    rateLimiter,
    redact = (text) => text,
    debug,
    maxRetries = Number.POSITIVE_INFINITY,
    rateLimit = { blockedUntil: 0 },
    tooManyRequests,
  }: ApiClientOptions,
): ApiClient<Paths> {
  const client = createClient<Paths>({
    baseUrl: service.baseUrl,
    redirect: "manual",
    headers: { accept: "application/json" },
    async fetch(request) {
      if (authorization !== undefined) request.headers.set("authorization", authorization);
      const response = await fetch(request);
      // Reported before the body is read, which may never end.
      if (response.status === 429 && service.isRateLimited)
        tooManyRequests?.(retryAfter(response, clock.wallClock()));
      return expectingJson(await withBoundedBody(response));
    },
  });
  if (debug) client.use(requestLog(service, clock, debug));

  /** @throws CancelledError, NotSentError if nothing may be sent any more */
  function timeToSend({ signal, deadline }: CallScope): number {
    if (signal.aborted) throw cancelledBeforeSending();
    const timeLeft = deadline - clock.now();
    if (timeLeft <= 0) throw outOfTime();
    return timeLeft;
  }

  /** @param isLate whether a request that leaves now has missed its turn at the rate; it is then not sent */
  async function attempt<Data, Result>(
    effect: Effect,
    scope: CallScope,
    send: Send<Paths, Data>,
    parse: (data: Data) => Result,
    target: string | undefined,
    isLate: () => boolean,
  ): Promise<Result | typeof MISSED> {
    const wait = rateLimit.blockedUntil - clock.now();
    if (wait > 0) {
      if (rateLimit.blockedUntil >= scope.deadline) throw rateLimited(service, wait);
      await clock.sleep(wait, scope.signal);
    }
    let timeLeft = timeToSend(scope);
    if (effect === "write" && scope.beforeWrite) {
      await scope.beforeWrite();
      timeLeft = timeToSend(scope);
    }
    if (isLate()) return MISSED;
    const share = Math.max(timeLeft * READ_SHARE, Math.min(timeLeft / 2, MIN_REQUEST_TIMEOUT_MS));
    // A write that is cut may take effect all the same.
    const limit = effect === "write" ? SILENCE_MS : Math.min(timeout, share);
    const sent = withTimeout(
      clock,
      limit,
      (signal) => send(client, signal),
      effect === "write" ? undefined : scope.signal,
    );
    const { data, error, response } = await sent.catch((failure: unknown) => {
      if (failure instanceof SyntaxError) {
        const body = failure instanceof NotJsonError ? failure.body : undefined;
        throw notJson(service, effect, upstreamMessage(body, redact));
      }
      if (failure instanceof ResponseTooLargeError) throw tooLarge(service, effect);
      // The reason of a cancellation may be any value, and its own error says so.
      throw networkError(service, effect, effect === "read" && scope.signal.aborted ? undefined : failure);
    });
    const blockedUntil = clock.now() + (rateLimitReset(response.headers) ?? 0);
    rateLimit.blockedUntil = Math.max(rateLimit.blockedUntil, blockedUntil);
    if (!response.ok) {
      const message = upstreamMessage(error, redact) || upstreamMessage(reasonOf(response), redact);
      throw statusError(service, effect, { response, body: error, message, target }, clock.wallClock());
    }
    try {
      return parse(data as Data);
    } catch (thrown) {
      throw invalidResponse(service, effect, thrown);
    }
  }

  /** A write without an answer has its turn no longer than its call: others would wait for it. */
  async function untilEndOfCall<Result>(running: Promise<Result>, { deadline }: CallScope) {
    const answered = new AbortController();
    const end = clock.sleep(Math.max(0, deadline - clock.now()), answered.signal);
    await Promise.race([running, end]).finally(() => answered.abort("answered"));
    return { running };
  }

  const requester =
    (effect: Effect, mayRetry: (error: unknown) => boolean = () => true): Requester<Paths> =>
    <Data, Result>(
      scope: CallScope,
      send: Send<Paths, Data>,
      parse: (data: Data) => Result,
      target?: string,
    ) => {
      async function once(): Promise<Result> {
        for (let missed = 0; ; missed += 1) {
          const start = () => {
            const turn = clock.now();
            const mayMiss = service.isRateLimited && missed < MAX_MISSED;
            return attempt(effect, scope, send, parse, target, () => mayMiss && clock.now() - turn > LATE_MS);
          };
          const result = service.isRateLimited
            ? await (await whenAllowed(rateLimiter, scope, clock, () => untilEndOfCall(start(), scope)))
                .running
            : await start();
          if (result !== MISSED) return result;
        }
      }
      const retries = Math.min(MAX_RETRIES[effect], maxRetries);
      const delayAfter = (error: unknown, attempt: number) =>
        attempt <= retries && mayRetry(error) ? retryDelay(error, attempt, clock.random()) : undefined;
      return retry(scope, clock, delayAfter, once);
    };

  return {
    read: requester("read"),
    write: requester("write"),
    create: requester("write", (error) => !(error instanceof TimesheetError && error.httpStatus)),
  };
}

export async function ifFound<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}

/** Each value of a response may deviate. */
const MAX_ERRORS = 20;

function requestLog({ name, api }: Service, clock: Clock, log: (line: string) => void): Middleware {
  const startedAt = new WeakMap<Request, number>();
  const since = (request: Request) => Math.round(clock.now() - (startedAt.get(request) ?? clock.now()));
  return {
    onRequest({ request }) {
      startedAt.set(request, clock.now());
    },
    async onResponse({ request, response, schemaPath }) {
      log(`${name} ${request.method} ${request.url} ${response.status} ${since(request)} ms`);
      const { conformanceErrors } = await import("./conformance.ts");
      const errors = await conformanceErrors(api, request.method, schemaPath, response.clone());
      for (const line of errors.slice(0, MAX_ERRORS)) {
        log(`${name} deviates from contracts/${api}-openapi.yaml: ${line}`);
      }
    },
    onError({ request, error }) {
      log(`${name} ${request.method} ${request.url} failed after ${since(request)} ms: ${error}`);
    },
  };
}

/**
 * Sends again what failed for now, as often as `delayAfter` says, while the call has time.
 *
 * @param delayAfter milliseconds; undefined if the failure is final. The first attempt is 1
 * @throws the last attempt's error, also if the wait would take the call past its deadline
 */
export async function retry<Result>(
  { deadline, signal }: CallScope,
  clock: Clock,
  delayAfter: (error: unknown, attempt: number) => number | undefined,
  send: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      const delay = delayAfter(error, attempt);
      if (delay === undefined || clock.now() + delay + MIN_TIME_FOR_RETRY_MS >= deadline) throw error;
      await clock.sleep(delay, signal);
      if (signal.aborted) throw error;
    }
  }
}

/** Waits as long as upstream asks, or with exponential backoff and jitter. */
function retryDelay(error: unknown, attempt: number, random: number): number | undefined {
  const backoff =
    Math.min(MAX_RETRY_DELAY_MS, FIRST_RETRY_DELAY_MS * 2 ** (attempt - 1)) * (0.5 + random / 2);
  if (error instanceof NonJsonResponseError) return attempt <= MAX_NON_JSON_RETRIES ? backoff : undefined;
  if (!(error instanceof UnavailableError)) return undefined;
  return error.retryAfter === undefined ? backoff : error.retryAfter + random * RETRY_JITTER_MS;
}
