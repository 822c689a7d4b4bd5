import type { IncomingHttpHeaders } from "node:http";
import type { Credentials } from "../config/settings.ts";
import type { ServerContext } from "../server/context.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { Clock } from "../timesheet/clock.ts";
import { type SettingsError, UnauthorizedError } from "../timesheet/errors.ts";
import type { Owner, Timesheet } from "../timesheet/port.ts";
import { DEADLINE_SHARE } from "../timesheet/timeline.ts";
import { readCredentials } from "./credentials.ts";
import { keyedHash, logName } from "./keyed-hash.ts";

interface PeopleOptions {
  clock: Clock;
  kind: Deployment["kind"];
  /** For the hashes that keep people apart. */
  key: Buffer;
  /** @param person whose turns at the rate its requests take: who Jira says it is, or its credentials as a hash until then */
  createContext(credentials: Credentials, person: () => string): ServerContext;
}

/** Somebody whose credentials came with a request. */
export interface Person {
  context: ServerContext;
  /** Who Jira says it is, as a keyed hash; undefined before Jira has said it. */
  name(): string | undefined;
  /**
   * The person's timesheet, once Jira has said whose credentials they are.
   *
   * @param attempt asks Jira, or throws instead
   */
  openTimesheet(attempt: Attempt): Promise<Timesheet>;
  /** Keeps the credentials from being tried for a minute. Returns whether they were tried until now. */
  refuse(error: UnauthorizedError): boolean;
}

type Attempt = <Result>(run: () => Promise<Result>) => Promise<Result>;

/** Tempo has refused the same credentials less than a minute ago, and was not asked again. */
export class RecentlyRefusedError extends UnauthorizedError {}

const REFUSED_MS = 60_000;
const IDLE_MS = 600_000;
const FORGET_EVERY_MS = 60_000;
const MAX_PEOPLE = 2000;

/** Keeps what was read for each set of credentials for some minutes; the credentials themselves are in nothing else. */
export class People {
  readonly #options: PeopleOptions;
  /** The one used last is the last. */
  readonly #known = new Map<string, { person: Person; usedAt: number }>();

  constructor(options: PeopleOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#known.size;
  }

  /** Whether Jira has said whose credentials these are. */
  knows(headers: IncomingHttpHeaders): boolean {
    try {
      const { id } = this.#read(headers);
      return this.#known.get(id)?.person.name() !== undefined;
    } catch {
      // There are none, or they are none.
      return false;
    }
  }

  #read(headers: IncomingHttpHeaders): { id: string; credentials: Credentials } {
    const { kind, key } = this.#options;
    const credentials = readCredentials(headers, kind);
    const texts = [...credentials.tokens.values()].map(({ text }) => text);
    return { id: keyedHash(key, ...texts), credentials };
  }

  /** @throws SettingsError that names the headers that are missing */
  of(headers: IncomingHttpHeaders): Person {
    const { clock, key, createContext } = this.#options;
    const { id, credentials } = this.#read(headers);
    const person =
      this.#known.get(id)?.person ??
      createPerson(clock, key, (name) => createContext(credentials, () => name() ?? id));
    this.#known.delete(id);
    this.#known.set(id, { person, usedAt: clock.now() });
    this.#forgetIdle();
    return person;
  }

  /** Forgets people whether or not others come, until `signal` aborts. */
  async keepForgetting(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#options.clock.sleep(FORGET_EVERY_MS, signal);
      this.#forgetIdle();
    }
  }

  #forgetIdle(): void {
    const oldest = this.#options.clock.now() - IDLE_MS;
    for (const [id, { usedAt }] of this.#known) {
      if (usedAt > oldest && this.#known.size <= MAX_PEOPLE) return;
      this.#known.delete(id);
    }
  }
}

/** Of a server that asks nobody for credentials, since it serves the embedded Tempo. */
export function anybody(context: ServerContext): Person {
  return {
    context,
    name: () => undefined,
    openTimesheet: () => context.openTimesheet(),
    refuse: () => false,
  };
}

/** For a request without credentials: what it may not do says which headers are missing. */
export function nobody(context: ServerContext, reason: SettingsError): ServerContext {
  return { ...context, openTimesheet: () => Promise.reject(reason) };
}

function createPerson(
  clock: Clock,
  key: Buffer,
  createContext: (name: () => string | undefined) => ServerContext,
): Person {
  let refused: { until: number; error: UnauthorizedError } | undefined;
  let owner: Owner | undefined;
  let opened: Promise<Timesheet> | undefined;
  const name = () => owner && logName(key, owner.site, owner.worker);
  const context = createContext(name);

  async function identify(): Promise<Timesheet> {
    try {
      const timesheet = await context.openTimesheet();
      const { signal } = new AbortController();
      owner = await timesheet.getOwner({ signal, deadline: clock.now() + context.budget * DEADLINE_SHARE });
      return timesheet;
    } catch (error) {
      if (error instanceof UnauthorizedError) refuse(error);
      throw error;
    }
  }

  function refuse(error: UnauthorizedError): boolean {
    if (refused && clock.now() < refused.until) return false;
    refused = { until: clock.now() + REFUSED_MS, error };
    return true;
  }

  return {
    context,
    name,
    refuse,
    async openTimesheet(attempt) {
      if (refused && clock.now() < refused.until) {
        throw new RecentlyRefusedError(
          `${refused.error.message} These credentials are tried again in a minute.`,
          refused.error.httpStatus,
        );
      }
      // Calls at the same time ask once.
      opened ??= attempt(identify).catch((error: unknown) => {
        opened = undefined;
        throw error;
      });
      return opened;
    },
  };
}
