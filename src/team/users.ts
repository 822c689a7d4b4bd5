import type { IncomingHttpHeaders } from "node:http";
import type { Credentials } from "../config/settings.ts";
import type { ServerContext } from "../server/context.ts";
import type { Deployment } from "../tempo/deployment.ts";
import type { Clock } from "../timesheet/clock.ts";
import { readCredentials } from "./config/user-settings.ts";
import { keyedHash, sandboxUser, type TokenUser, type User } from "./user.ts";

/** The users of one server. */
export interface Users {
  /** Users of the last minutes. */
  readonly size: number;
  /** The sender of a request. @throws SettingsError that names the missing headers */
  get(headers: IncomingHttpHeaders): User;
  /** Whether each of the credentials in the headers has worked. */
  isIdentified(headers: IncomingHttpHeaders): boolean;
}

interface UserCacheOptions {
  clock: Clock;
  kind: Deployment["kind"];
  /** The key of the hashes that tell users apart. */
  key: Buffer;
  /** @param id the credentials as a hash */
  createUser(credentials: Credentials, id: string): TokenUser;
}

const IDLE_MS = 600_000;
const EVICT_EVERY_MS = 60_000;
const MAX_USERS = 2000;

/** Keeps users for some minutes, by a hash of their credentials; the credentials themselves are stored nowhere else. */
export class UserCache implements Users {
  readonly #options: UserCacheOptions;
  /** The users in order of use: the latest is the last. */
  readonly #users = new Map<string, { user: TokenUser; usedAt: number }>();

  constructor(options: UserCacheOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#users.size;
  }

  isIdentified(headers: IncomingHttpHeaders): boolean {
    try {
      const { id } = this.#read(headers);
      return this.#users.get(id)?.user.isIdentified() ?? false;
    } catch {
      // Missing or malformed credentials.
      return false;
    }
  }

  get(headers: IncomingHttpHeaders): User {
    const { id, credentials } = this.#read(headers);
    const user = this.#users.get(id)?.user ?? this.#options.createUser(credentials, id);
    this.#users.delete(id);
    this.#dropIdle();
    if (this.#users.size >= MAX_USERS) this.#makeRoom();
    this.#users.set(id, { user, usedAt: this.#options.clock.now() });
    return user;
  }

  /** Evicts idle users even if no request comes, until the signal aborts. */
  async evictIdle(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#options.clock.sleep(EVICT_EVERY_MS, signal);
      this.#dropIdle();
    }
  }

  #read(headers: IncomingHttpHeaders): { id: string; credentials: Credentials } {
    const { kind, key } = this.#options;
    const credentials = readCredentials(headers, kind);
    const texts = [...credentials.tokens.values()].map(({ text }) => text);
    return { id: keyedHash(key, ...texts), credentials };
  }

  #dropIdle(): void {
    const oldest = this.#options.clock.now() - IDLE_MS;
    for (const [id, { usedAt }] of this.#users) {
      if (usedAt > oldest) return;
      this.#users.delete(id);
    }
  }

  /** Drops the oldest user whose credentials have not worked, so that made-up ones displace no known user. */
  #makeRoom(): void {
    let dropped: string | undefined;
    for (const [id, { user }] of this.#users) {
      dropped ??= id;
      if (user.isIdentified()) continue;
      dropped = id;
      break;
    }
    if (dropped !== undefined) this.#users.delete(dropped);
  }
}

/** The users of a server of the embedded Tempo: one, without credentials. */
export function sandboxUsers(context: ServerContext): Users {
  const user = sandboxUser(context);
  return { size: 0, get: () => user, isIdentified: () => false };
}
