import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type JWTVerifyGetKey,
  type RemoteJWKSet,
} from "jose";
import { isLoopback, isSafe } from "../../config/url.ts";
import { withBoundedBody } from "../../tempo/http/bounded-body.ts";
import type { Fetch } from "../../tempo/http/client.ts";
import { withTimeout } from "../../tempo/http/timeout.ts";
import { toUrl } from "../../text/url.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { Log } from "../../timesheet/log.ts";

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

/** The identity provider's response is unusable. Its message is for the log. */
export class ProviderError extends Error {}

interface Upstream {
  fetch: Fetch;
  clock: Clock;
}

const TIMEOUT_MS = 5000;

/** @throws ProviderError unless the response is a JSON object, in time and without a redirect */
async function readJsonObject(url: URL, using: Upstream): Promise<object> {
  try {
    return await withTimeout(using.clock, TIMEOUT_MS, async (signal) => {
      const request = new Request(url, {
        redirect: "manual",
        signal,
        headers: { accept: "application/json" },
      });
      const response = await withBoundedBody(await using.fetch(request));
      if (response.status !== 200) {
        await response.body?.cancel();
        throw new ProviderError(`${url} responds with status ${response.status}`);
      }
      const value: unknown = await response.json();
      if (typeof value !== "object" || value === null) throw new ProviderError(`${url} is not a JSON object`);
      return value;
    });
  } catch (error) {
    if (error instanceof ProviderError) throw error;
    throw new ProviderError(`${url} cannot be read (${reasonOf(error as Error)})`);
  }
}

/** The code of the cause of a failed `fetch`, if it has one, such as ECONNREFUSED. */
function reasonOf({ cause, message }: Error): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : message;
}

/**
 * Finds the URL of an identity provider's keys in its metadata (RFC 8414, or OpenID Connect Discovery).
 *
 * @throws ProviderError
 */
export async function findKeySet(issuer: string, using: Upstream): Promise<URL> {
  const problems: string[] = [];
  for (const url of metadataUrls(issuer)) {
    try {
      return keySetIn(await readJsonObject(url, using), issuer, url);
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      problems.push(error.message);
    }
  }
  throw new ProviderError(problems.join("; "));
}

/** RFC 8414 puts the path of the issuer behind its own, OpenID Connect in front. */
function metadataUrls(issuer: string): URL[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    new URL(`${origin}/.well-known/oauth-authorization-server${path}`),
    new URL(`${origin}${path}/.well-known/openid-configuration`),
  ];
}

function keySetIn(metadata: { issuer?: unknown; jwks_uri?: unknown }, issuer: string, url: URL): URL {
  // Compared to the letter: otherwise one tenant of a provider could speak for another.
  if (metadata.issuer !== issuer) {
    throw new ProviderError(`${url} is the metadata of another issuer, ${JSON.stringify(metadata.issuer)}`);
  }
  const keySet = toUrl(String(metadata.jwks_uri));
  // A provider elsewhere must not make this server read from its own machine.
  if (keySet && isSafe(keySet) && (!isThisMachine(keySet) || isLoopback(new URL(issuer)))) return keySet;
  throw new ProviderError(`${url} has no jwks_uri that starts with https:// and leads to another machine`);
}

/** Loopback, by all of its names. The system takes 0.0.0.0 for it too. */
function isThisMachine(url: URL): boolean {
  const mapped = /^\[::ffff:(7f..|0):[\da-f]+\]$/;
  return (
    isLoopback(url) ||
    /(^|\.)localhost\.?$|^0\.0\.0\.0$|^\[::\]$/.test(url.hostname) ||
    mapped.test(url.hostname)
  );
}
