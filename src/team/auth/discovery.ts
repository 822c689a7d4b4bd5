import { isLoopback, isSafe } from "../../config/url.ts";
import { withBoundedBody } from "../../tempo/http/bounded-body.ts";
import type { Fetch } from "../../tempo/http/client.ts";
import { withTimeout } from "../../tempo/http/timeout.ts";
import { toUrl } from "../../text/to-url.ts";
import type { Clock } from "../../timesheet/clock.ts";

/** The identity provider's response is unusable. Its message is for the log. */
export class ProviderError extends Error {}

interface Upstream {
  fetch: Fetch;
  clock: Clock;
}

const TIMEOUT_MS = 5000;

/** @throws ProviderError unless the response is a JSON object, in time and without a redirect */
export async function readJsonObject(url: URL, using: Upstream): Promise<object> {
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
