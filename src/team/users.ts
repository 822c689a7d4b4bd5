import type { IncomingHttpHeaders } from "node:http";
import type { Credentials } from "../config/settings.ts";
import type { ServerContext } from "../server/context.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { Clock } from "../timesheet/clock.ts";
import type { SettingsError } from "../timesheet/errors.ts";
import { readCredentials } from "./credentials.ts";
import { keyedHash } from "./keyed-hash.ts";
import { type Connect, createPerson, type Person } from "./user.ts";

interface PeopleOptions {
  clock: Clock;
  kind: Deployment["kind"];
  /** For the hashes that keep people apart. */
  key: Buffer;
  connect(credentials: Credentials): Connect;
}

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

  /** Whether each of these credentials has worked. */
  knows(headers: IncomingHttpHeaders): boolean {
    try {
      const { id } = this.#read(headers);
      return this.#known.get(id)?.person.isKnown() ?? false;
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
    const { clock, key, connect } = this.#options;
    const { id, credentials } = this.#read(headers);
    const tempoToken = credentials.tokens.get("TEMPO_API_TOKEN")?.text;
    const person =
      this.#known.get(id)?.person ??
      createPerson({ clock, key, id, tempoToken, connect: connect(credentials) });
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

/** For a request without credentials: what it may not do says which headers are missing. */
export function nobody(context: ServerContext, reason: SettingsError): ServerContext {
  return { ...context, openTimesheet: () => Promise.reject(reason) };
}
