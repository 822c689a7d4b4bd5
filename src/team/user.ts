import type { ServerContext } from "../server/context.ts";
import type { Clock } from "../timesheet/clock.ts";
import { ForbiddenError, UnauthorizedError } from "../timesheet/errors.ts";
import type { Owner, Timesheet } from "../timesheet/port.ts";
import { DEADLINE_SHARE } from "../timesheet/timeline.ts";
import { type Attempt, RecentlyRefusedError } from "./auth/attempts.ts";
import { TokenTrial } from "./auth/token-trial.ts";
import { logName } from "./keyed-hash.ts";

/** A person whose credentials came with a request. */
export interface Person {
  context: ServerContext;
  /** The name that Jira gives, as a keyed hash; undefined before Jira was asked. */
  name(): string | undefined;
  /** All that Jira calls the person; empty before Jira has said it, and undefined where nobody has credentials. */
  jiraNames(): readonly string[] | undefined;
  /** Whether each of the tokens has worked. */
  isKnown(): boolean;
  /**
   * The person's timesheet, once Jira has said whose credentials they are; it is asked again every 15 minutes.
   *
   * @param attempt runs what shows whether the credentials are good, or throws instead
   */
  openTimesheet(attempt: Attempt): Promise<Timesheet>;
  /** Keeps the credentials from being tried for a minute. Returns whether they were tried until now. */
  refuse(error: UnauthorizedError): boolean;
}

/** The requests that one person's credentials make. */
export interface PersonalRequests {
  /** The user whose turns at the rate they take: the one that Jira names, or the credentials as a hash until then. */
  name(): string;
  /** The trial of Tempo's own token; undefined on Jira Data Center, where Jira has taken the only token before. */
  trial: TokenTrial | undefined;
}

/** @returns makes a context whose timesheet remembers nothing of an earlier one */
export type Connect = (requests: PersonalRequests) => () => ServerContext;

interface PersonOptions {
  clock: Clock;
  /** The key of the hash that is the user's name in the log. */
  key: Buffer;
  /** The credentials as a hash. */
  id: string;
  /** Undefined on Jira Data Center. */
  tempoToken: string | undefined;
  connect: Connect;
}

const REFUSED_MS = 60_000;

/** Jira may have revoked a token meanwhile, and Tempo's may still be good. */
const IDENTITY_MS = 900_000;

export function createPerson({ clock, key, id, tempoToken, connect }: PersonOptions): Person {
  let attempt: Attempt = (run) => run();
  let refused: { until: number; error: UnauthorizedError } | undefined;
  let countedUntil = Number.NEGATIVE_INFINITY;
  let owner: Owner | undefined;
  let jiraNames: readonly string[] = [];
  let isConfirmed = false;
  let identity: { timesheet: Promise<Timesheet>; endsAt: number } | undefined;
  const name = () => owner && logName(key, owner.site, owner.worker);
  const trial = tempoToken === undefined ? undefined : new TokenTrial(`Bearer ${tempoToken}`, tried);
  const createContext = connect({ name: () => name() ?? id, trial });
  const context = createContext();
  let current = context;

  const isKnown = () => isConfirmed && (trial?.hasWorked ?? true);

  async function tried<Result>(run: () => Promise<Result>): Promise<Result> {
    failIfRefused();
    try {
      return await (isKnown() || clock.now() < countedUntil ? run() : attempt(run));
    } catch (error) {
      // Other requests with the same credentials are no further guess.
      if (error instanceof ForbiddenError) countedUntil = clock.now() + REFUSED_MS;
      if (error instanceof UnauthorizedError && !(error instanceof RecentlyRefusedError)) refuse(error);
      throw error;
    }
  }

  function failIfRefused(): void {
    if (!refused || clock.now() >= refused.until) return;
    const { message, httpStatus } = refused.error;
    throw new RecentlyRefusedError(`${message} These credentials are tried again in a minute.`, httpStatus);
  }

  async function identify(): Promise<Timesheet> {
    const timesheet = await current.openTimesheet();
    const { signal } = new AbortController();
    const scope = { signal, deadline: clock.now() + context.budget * DEADLINE_SHARE };
    owner = await timesheet.getOwner(scope);
    jiraNames = await timesheet.getOwnerNames(scope);
    isConfirmed = true;
    return timesheet;
  }

  async function ask(): Promise<Timesheet> {
    try {
      return await tried(identify);
    } catch (error) {
      identity = undefined;
      throw error;
    }
  }

  /** Calls in progress keep their timesheet. */
  function askAgain(): void {
    identity = undefined;
    current = createContext();
  }

  function refuse(error: UnauthorizedError): boolean {
    if (refused && clock.now() < refused.until) return false;
    refused = { until: clock.now() + REFUSED_MS, error };
    if (isConfirmed) askAgain();
    isConfirmed = false;
    trial?.forget();
    return true;
  }

  return {
    context,
    name,
    jiraNames: () => jiraNames,
    isKnown,
    refuse,
    async openTimesheet(given) {
      attempt = given;
      failIfRefused();
      if (identity && clock.now() >= identity.endsAt) askAgain();
      // Calls at the same time ask once.
      identity ??= { timesheet: ask(), endsAt: clock.now() + IDENTITY_MS };
      return identity.timesheet;
    },
  };
}

/** The only user of a server that asks for no credentials, since it serves the embedded Tempo. */
export function anybody(context: ServerContext): Person {
  return {
    context,
    name: () => undefined,
    jiraNames: () => undefined,
    isKnown: () => true,
    openTimesheet: () => context.openTimesheet(),
    refuse: () => false,
  };
}
