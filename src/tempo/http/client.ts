import createClient, { type Client } from "openapi-fetch";
import type { Clock } from "../../timesheet/clock.ts";
import { NotFoundError, TimesheetError } from "../../timesheet/errors.ts";
import { cancelledBeforeSending, outOfTime } from "../../timesheet/not-sent.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { MIN_REQUEST_TIMEOUT_MS, REQUEST_SHARE } from "../../timesheet/timeline.ts";
import { whenAllowed } from "../../timesheet/when-allowed.ts";
import { ResponseTooLargeError, withBoundedBody } from "./bounded-body.ts";
import { networkError } from "./network-errors.ts";
import { type RateLimiter, rateLimited } from "./rate-limit.ts";
import { requestLog } from "./request-log.ts";
import { invalidResponse, notJson, tooLarge } from "./response-errors.ts";
import { withRetries } from "./retry.ts";
import type { Effect, Service } from "./service.ts";
import { rateLimitReset, statusError } from "./status-errors.ts";
import { withTimeout } from "./timeout.ts";
import { upstreamMessage } from "./upstream-message.ts";

/** Anything that responds to a request as `fetch` does: the platform's, or the embedded Tempo's. */
export type Fetch = (request: Request) => Promise<Response>;

/** What the services of a deployment share. */
export interface ApiClientOptions {
  fetch: Fetch;
  clock: Clock;
  /** The longest that one request may take, in milliseconds. */
  timeout: number;
  rateLimiter: RateLimiter;
  /** Replaces secrets in what upstream says; left out if there are none. */
  redact?: (text: string) => string;
  /** Logs a line; left out unless in debug mode. */
  debug?: (line: string) => void;
  /** Shared by the services of one server; each service has its own unless it is given. */
  rateLimit?: RateLimitState;
}

/** Until when, by the clock's `now`, a server allows no request, as its last response says. */
export interface RateLimitState {
  blockedUntil: number;
}

/** Sends one request. It must pass the signal on. */
type Send<Paths extends object, Data> = (
  client: Client<Paths>,
  signal: AbortSignal,
) => Promise<{ data?: Data; error?: unknown; response: Response }>;

/**
 * Sends a request and parses its response.
 *
 * What is safe to repeat is retried until the scope's deadline: a read that failed for now, and a write that was not accepted
 * (429, no connection). A write is never cut short by the caller's cancelling, only by its timeout.
 *
 * @param parse may throw anything if the response is not what the API promises; its argument is undefined for an empty body
 * @param target the one thing that the request addresses by its id, such as "Worklog 77", for the error if it is not found
 * @throws TimesheetError for every failure; after a write without a usable response it is an `OutcomeUnknownError`
 */
type Requester<Paths extends object> = <Data, Result>(
  scope: CallScope,
  send: Send<Paths, Data>,
  parse: (data: Data) => Result,
  target?: string,
) => Promise<Result>;

/** A typed client of one service. */
export interface ApiClient<Paths extends object> {
  /** Sends a request that changes nothing. */
  read: Requester<Paths>;
  /** Sends a request that may change something, and that is safe to repeat. */
  write: Requester<Paths>;
  /** Sends a request that creates something. Once upstream has answered it, whatever the answer, it is not sent again. */
  create: Requester<Paths>;
}

/** A client of a service. Redirects are not followed, so that credentials go only where they were meant to go. */
export function createApiClient<Paths extends object>(
  service: Service,
  authorization: string,
  {
    fetch,
    clock,
    timeout,
    rateLimiter,
    redact = (text) => text,
    debug,
    rateLimit = { blockedUntil: 0 },
  }: ApiClientOptions,
): ApiClient<Paths> {
  const client = createClient<Paths>({
    baseUrl: service.baseUrl,
    redirect: "manual",
    headers: { accept: "application/json" },
    async fetch(request) {
      request.headers.set("authorization", authorization);
      return withBoundedBody(await fetch(request));
    },
  });
  if (debug) client.use(requestLog(service, clock, debug));

  /** One request, without retries. */
  async function attempt<Data, Result>(
    effect: Effect,
    scope: CallScope,
    send: Send<Paths, Data>,
    parse: (data: Data) => Result,
    target: string | undefined,
  ): Promise<Result> {
    const wait = rateLimit.blockedUntil - clock.now();
    if (wait > 0) {
      if (rateLimit.blockedUntil >= scope.deadline) throw rateLimited(service, wait);
      await clock.sleep(wait, scope.signal);
    }
    if (scope.signal.aborted) throw cancelledBeforeSending();
    const timeLeft = scope.deadline - clock.now();
    if (timeLeft <= 0) throw outOfTime();
    const share = Math.max(timeLeft * REQUEST_SHARE[effect], Math.min(timeLeft / 2, MIN_REQUEST_TIMEOUT_MS));
    if (effect === "write") scope.beforeWrite?.();
    const sent = withTimeout(clock, Math.min(timeout, share), (timedOut) =>
      send(client, effect === "write" ? timedOut : AbortSignal.any([scope.signal, timedOut])),
    );
    const { data, error, response } = await sent.catch((failure: unknown) => {
      if (failure instanceof SyntaxError) throw notJson(service, effect);
      if (failure instanceof ResponseTooLargeError) throw tooLarge(service, effect);
      throw networkError(service, effect, failure);
    });
    const blockedUntil = clock.now() + (rateLimitReset(response.headers) ?? 0);
    rateLimit.blockedUntil = Math.max(rateLimit.blockedUntil, blockedUntil);
    if (!response.ok) {
      const message = upstreamMessage(error, redact);
      throw statusError(service, effect, { response, body: error, message, target }, clock.wallClock());
    }
    try {
      return parse(data as Data);
    } catch (thrown) {
      throw invalidResponse(service, effect, thrown);
    }
  }

  const requester =
    (effect: Effect, mayRetry: (error: unknown) => boolean = () => true): Requester<Paths> =>
    (scope, send, parse, target) => {
      const once = () => attempt(effect, scope, send, parse, target);
      const limited = service.isRateLimited ? () => whenAllowed(rateLimiter, scope, clock, once) : once;
      return withRetries(limited, { effect, mayRetry }, scope, clock);
    };

  return {
    read: requester("read"),
    write: requester("write"),
    create: requester("write", (error) => !(error instanceof TimesheetError && error.httpStatus)),
  };
}

/** The result, or undefined if upstream has no such thing. */
export async function ifFound<Result>(reading: Promise<Result>): Promise<Result | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof NotFoundError) return undefined;
    throw error;
  }
}
