import { createHmac } from "node:crypto";
import pLimit from "p-limit";
import type { Settings } from "../config/settings.ts";
import { type BaseContext, connectTimesheet, createBaseContext, type Shared } from "../runtime/context.ts";
import type { Fetch } from "../tempo/http/client.ts";
import { ForbiddenError, type SettingsError, UnauthorizedError } from "../timesheet/errors.ts";
import type { Timesheet } from "../timesheet/port.ts";
import type { Limiter } from "../timesheet/rate.ts";
import { DEADLINE_SHARE } from "../timesheet/timeline.ts";
import { type Attempt, RecentlyRefusedError, type Source } from "./auth/attempts.ts";
import { checkJiraUser, type JiraUserClaim } from "./auth/jwt.ts";

/** The sender of a request. */
export interface User {
  readonly context: BaseContext;
  /** The name in the log: a keyed hash of what Jira calls the user; undefined until Jira has identified them. */
  readonly name: string | undefined;
  /** Whether each of the user's tokens has worked. */
  isIdentified(): boolean;
  /**
   * The timesheet of the user, whom Jira identifies again every 15 minutes.
   *
   * @param source of the request, for attempts with unverified credentials
   * @param claim the Jira user whom the sign-in names, if it does
   */
  openTimesheet(source: Source, claim: JiraUserClaim | undefined): Promise<Timesheet>;
  /** Keeps credentials that a call found to be refused from being tried for a minute. */
  callFailed(error: unknown, source: Source): void;
}

/** The way to Tempo and Jira that all users share. */
export interface Upstream extends Shared {
  limiterOf(user: Pick<TokenUser, "queueName">): Limiter;
  wrapFetch(fetch: Fetch): Fetch;
  /** Pauses the requests of all users after a 429. Undefined on Jira Data Center, which limits each user alone. */
  tooManyRequests?: (wait: number | undefined) => void;
}

interface TokenUserOptions {
  settings: Settings;
  /** The credentials as a hash. */
  id: string;
  /** The token of Tempo; undefined on Jira Data Center, where Jira checks the only token before Tempo sees it. */
  tempoToken: string | undefined;
  /** The key of the hash that is the name in the log. */
  key: Buffer;
  upstream: Upstream;
}

const REFUSED_MS = 60_000;

/** Jira may have revoked a token meanwhile while Tempo's is still good. */
const IDENTITY_MS = 900_000;

/** A user by the Tempo and Jira tokens of a request. */
export class TokenUser implements User {
  readonly context: BaseContext;
  name: string | undefined;
  readonly #options: TokenUserOptions;
  readonly #limiter: Limiter;
  readonly #trial: TokenTrial | undefined;
  #jiraNames: readonly string[] = [];
  /** Whether Jira has accepted the credentials. */
  #isConfirmed = false;
  #timesheet: Promise<Timesheet> | undefined;
  /** The same timesheet, once Jira has identified its user. */
  #identity: { timesheet: Promise<Timesheet>; endsAt: number } | undefined;
  #refused: { until: number; error: UnauthorizedError } | undefined;
  /** The end of the time in which failures of the same credentials are no further guesses. */
  #countedUntil = Number.NEGATIVE_INFINITY;
  /** The attempts of the source of the latest request. */
  #attempt: Attempt = (run) => run();

  constructor(options: TokenUserOptions) {
    const { settings, tempoToken, upstream } = options;
    this.#options = options;
    this.context = createBaseContext(settings, undefined, upstream);
    const limiter = upstream.limiterOf(this);
    this.#trial =
      tempoToken === undefined ? undefined : new TokenTrial(`Bearer ${tempoToken}`, (run) => this.#try(run));
    this.#limiter = this.#trial?.limit(limiter) ?? limiter;
  }

  /** The user for fair queueing; a hash of the credentials until Jira has identified them. */
  get queueName(): string {
    return this.name ?? this.#options.id;
  }

  isIdentified(): boolean {
    return this.#isConfirmed && (this.#trial?.hasWorked ?? true);
  }

  async openTimesheet(source: Source, claim: JiraUserClaim | undefined): Promise<Timesheet> {
    this.#attempt = source.attempt;
    this.#failIfRefused();
    if (this.#identity && this.#now >= this.#identity.endsAt) this.#forget();
    // Concurrent calls identify the user once.
    this.#identity ??= { timesheet: this.#ask(), endsAt: this.#now + IDENTITY_MS };
    const timesheet = await this.#identity.timesheet;
    if (claim) checkJiraUser(claim, this.#jiraNames);
    return timesheet;
  }

  callFailed(error: unknown, source: Source): void {
    if (isRefusal(error) && this.#refuse(error)) source.recordRefusal();
  }

  get #now(): number {
    return this.#options.upstream.clock.now();
  }

  async #ask(): Promise<Timesheet> {
    try {
      return await this.#try(() => this.#identify());
    } catch (error) {
      this.#identity = undefined;
      throw error;
    }
  }

  async #identify(): Promise<Timesheet> {
    this.#timesheet ??= this.#connect();
    const timesheet = await this.#timesheet;
    const { signal } = new AbortController();
    const scope = { signal, deadline: this.#now + this.context.settings.budget * DEADLINE_SHARE };
    const { site, worker } = await timesheet.getOwner(scope);
    this.name ??= logName(this.#options.key, site, worker);
    this.#jiraNames = await timesheet.getOwnerNames(scope);
    this.#isConfirmed = true;
    return timesheet;
  }

  #connect(): Promise<Timesheet> {
    const { settings, upstream } = this.#options;
    return connectTimesheet(settings, undefined, this.context.log, {
      rateLimiter: this.#limiter,
      tooManyRequests: upstream.tooManyRequests,
      wrapFetch: (fetch) => {
        const send = upstream.wrapFetch(fetch);
        return this.#trial?.watch(send) ?? send;
      },
    });
  }

  /** Runs a request; as an attempt of its source while the credentials are unverified. */
  async #try<Result>(run: () => Promise<Result>): Promise<Result> {
    this.#failIfRefused();
    try {
      return await (this.isIdentified() || this.#now < this.#countedUntil ? run() : this.#attempt(run));
    } catch (error) {
      // Other requests with the same credentials are no further guess.
      if (error instanceof ForbiddenError) this.#countedUntil = this.#now + REFUSED_MS;
      if (isRefusal(error)) this.#refuse(error);
      throw error;
    }
  }

  #failIfRefused(): void {
    if (!this.#refused || this.#now >= this.#refused.until) return;
    const { message, httpStatus } = this.#refused.error;
    throw new RecentlyRefusedError(`${message} These credentials are tried again in a minute.`, httpStatus);
  }

  /** Lets Jira identify the user again. Calls in progress keep their timesheet. */
  #forget(): void {
    this.#timesheet = undefined;
    this.#identity = undefined;
  }

  /** Returns false if the credentials were refused before. */
  #refuse(error: UnauthorizedError): boolean {
    if (this.#refused && this.#now < this.#refused.until) return false;
    this.#refused = { until: this.#now + REFUSED_MS, error };
    if (this.#isConfirmed) this.#forget();
    this.#isConfirmed = false;
    this.#trial?.forget();
    return true;
  }
}

function isRefusal(error: unknown): error is UnauthorizedError {
  return error instanceof UnauthorizedError && !(error instanceof RecentlyRefusedError);
}

/** The sender of a request without credentials: calls fail with the names of the missing headers. */
export function anonymousUser(context: BaseContext, reason: SettingsError): User {
  return {
    context,
    name: undefined,
    isIdentified: () => false,
    openTimesheet: () => Promise.reject(reason),
    callFailed() {},
  };
}

/**
 * A token until it has worked. Its requests leave one at a time, each as an attempt, so that concurrent guesses cannot exceed the
 * limit.
 */
class TokenTrial {
  readonly #authorization: string;
  readonly #attempt: Attempt;
  readonly #alone = pLimit(1);
  #hasWorked = false;

  /** @param authorization the header of requests with the token */
  constructor(authorization: string, attempt: Attempt) {
    this.#authorization = authorization;
    this.#attempt = attempt;
  }

  get hasWorked(): boolean {
    return this.#hasWorked;
  }

  forget(): void {
    this.#hasWorked = false;
  }

  /** Notices that the token works: only a request that carried it and succeeded shows that. */
  watch(send: Fetch): Fetch {
    return async (request) => {
      const response = await send(request);
      if (response.ok && request.headers.get("authorization") === this.#authorization) this.#hasWorked = true;
      return response;
    };
  }

  limit(limiter: Limiter): Limiter {
    return async (start, abandoned) => {
      const tried = this.#hasWorked
        ? undefined
        : await this.#alone(async () =>
            this.#hasWorked ? undefined : { result: await this.#attempt(() => limiter(start, abandoned)) },
          );
      return tried ? tried.result : limiter(start, abandoned);
    };
  }
}

/** A hash of texts that reveals nothing of them without the key. */
export function keyedHash(key: Buffer, ...texts: string[]): string {
  return createHmac("sha256", key).update(JSON.stringify(texts)).digest("hex");
}

/** A short pseudonym for logs, equal on all replicas. */
export function logName(key: Buffer, ...texts: string[]): string {
  return keyedHash(key, ...texts).slice(0, 16);
}
