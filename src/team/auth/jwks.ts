import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type JWTVerifyGetKey,
  type RemoteJWKSet,
} from "jose";
import type { Fetch } from "../../tempo/http/client.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { Log } from "../../timesheet/log.ts";
import { findKeySet, ProviderError, readJsonObject } from "./discovery.ts";

interface KeySetOptions {
  issuer: string;
  fetch: Fetch;
  clock: Clock;
  log: Log;
}

/** The pause after a failure in which no request goes to the provider, whatever tokens come. */
const PAUSE_MS = 5000;

/** Keys older than this are read again, while they are still in use. */
const REFRESH_MS = 600_000;

/** The age up to which keys are used while the provider is away. Access tokens seldom live longer, and it issues no others meanwhile. */
const MAX_AGE_MS = 3_600_000;

/** An unknown key makes the keys be read again, once in this time at most. */
const COOLDOWN_MS = 30_000;

/**
 * The keys of an identity provider, read when the first token needs one, and again later, so that the provider can change them.
 *
 * @returns a function that throws ProviderError if the provider would have to be asked and does not respond
 */
export function createKeySet({ issuer, fetch, clock, log }: KeySetOptions): JWTVerifyGetKey {
  let failedAt: number | undefined;
  let readAt = 0;
  let opening: Promise<RemoteJWKSet> | undefined;

  async function attempt<Result>(read: () => Promise<Result>): Promise<Result> {
    if (failedAt !== undefined && clock.now() - failedAt < PAUSE_MS)
      throw new ProviderError("It failed just now");
    try {
      const result = await read();
      if (failedAt !== undefined) log("The identity provider responds again.");
      failedAt = undefined;
      return result;
    } catch (error) {
      if (failedAt === undefined) {
        const why = (error as Error).message;
        log(
          `The identity provider's keys cannot be read: ${why}. Tokens of keys not yet known get status 503.`,
          "warn",
        );
      }
      failedAt = clock.now();
      throw error;
    }
  }

  async function readKeySet(url: string): Promise<Response> {
    const keySet = await attempt(async () =>
      checkedKeySet(await readJsonObject(new URL(url), { fetch, clock }), url),
    );
    readAt = clock.now();
    return Response.json(keySet);
  }

  function open(): Promise<RemoteJWKSet> {
    opening ??= attempt(() => findKeySet(issuer, { fetch, clock })).then(
      (url) =>
        createRemoteJWKSet(url, {
          [customFetch]: readKeySet,
          cacheMaxAge: MAX_AGE_MS,
          cooldownDuration: COOLDOWN_MS,
        }),
      (error: unknown) => {
        opening = undefined;
        throw error;
      },
    );
    return opening;
  }

  return async (header, token) => {
    const keys = await open();
    // No request waits for it: the log says if it fails.
    if (keys.fresh && clock.now() - readAt > REFRESH_MS) keys.reload().catch(() => {});
    return keys(header, token);
  };
}

function checkedKeySet(value: object, url: string): object {
  try {
    createLocalJWKSet(value as Parameters<typeof createLocalJWKSet>[0]);
    return value;
  } catch {
    throw new ProviderError(`${url} is not a set of keys`);
  }
}
