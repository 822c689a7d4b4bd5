import type { IncomingHttpHeaders } from "node:http";
import type { Credentials } from "../config/settings.ts";
import type { ServerContext } from "../server/context.ts";
import type { Clock } from "../timesheet/clock.ts";
import { readCredentials, type TeamSettings } from "./config/user-settings.ts";
import { keyedHash, TokenUser, type Upstream, type User } from "./user.ts";

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
  team: TeamSettings;
  /** The key of the hashes that tell users apart. */
  key: Buffer;
  upstream: Upstream;
  clock: Clock;
  /** Aborted when the server ends; until then, idle users are dropped even if no request comes. */
  ended: AbortSignal;
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
    void this.#evictIdle();
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
    const user = this.#users.get(id)?.user ?? this.#create(credentials, id);
    this.#users.delete(id);
    this.#dropIdle();
    if (this.#users.size >= MAX_USERS) this.#makeRoom();
    this.#users.set(id, { user, usedAt: this.#options.clock.now() });
    return user;
  }

  #create(credentials: Credentials, id: string): TokenUser {
    const { team, key, upstream } = this.#options;
    const tempoToken = credentials.tokens.get("TEMPO_API_TOKEN")?.text;
    return new TokenUser({ settings: team.withCredentials(credentials), id, tempoToken, key, upstream });
  }

  async #evictIdle(): Promise<void> {
    const { clock, ended } = this.#options;
    while (!ended.aborted) {
      await clock.sleep(EVICT_EVERY_MS, ended);
      this.#dropIdle();
    }
  }

  #read(headers: IncomingHttpHeaders): { id: string; credentials: Credentials } {
    const { team, key } = this.#options;
    const credentials = readCredentials(headers, team.kind);
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
  const user: User = {
    context,
    name: undefined,
    isIdentified: () => true,
    openTimesheet: () => context.openTimesheet(),
    callFailed() {},
  };
  return { size: 0, get: () => user, isIdentified: () => false };
}
