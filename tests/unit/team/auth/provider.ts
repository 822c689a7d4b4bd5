import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { createTokenVerifier, type TokenOptions } from "../../../../src/team/auth/jwt.ts";
import { keptLog } from "../../../helpers/kept-log.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

export const ISSUER = "https://idp.example.com/acme";
export const AUDIENCE = "https://tempo.example.com/mcp";

const METADATA_URL = "https://idp.example.com/.well-known/oauth-authorization-server/acme";
export const KEYS_URL = "https://idp.example.com/acme/keys";

interface SigningKey {
  kid: string;
  alg: string;
  privateKey: CryptoKey;
  publicKey: CryptoKey;
}

export async function signingKey(kid: string, alg = "ES256"): Promise<SigningKey> {
  return { kid, alg, ...(await generateKeyPair(alg, { extractable: true })) };
}

export const KEY = await signingKey("key-1");

/** The key set that a provider publishes. */
export async function keySetOf(...keys: SigningKey[]): Promise<object> {
  const published = keys.map(async ({ kid, alg, publicKey }) => ({
    ...(await exportJWK(publicKey)),
    kid,
    alg,
    use: "sig",
  }));
  return { keys: await Promise.all(published) };
}

/** An identity provider behind a fetch, and what was asked of it. */
export async function identityProvider() {
  const pages = new Map<string, unknown>([
    [METADATA_URL, { issuer: ISSUER, jwks_uri: KEYS_URL }],
    [KEYS_URL, await keySetOf(KEY)],
  ]);
  const provider = {
    pages,
    requests: [] as string[],
    /** Replaces its response. */
    fault: undefined as (() => Promise<Response>) | undefined,
    async fetch({ url }: Request): Promise<Response> {
      provider.requests.push(url);
      if (provider.fault) return provider.fault();
      return pages.has(url) ? Response.json(pages.get(url)) : new Response("", { status: 404 });
    },
  };
  return provider;
}

export const refusedConnection = async () => {
  throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code: "ECONNREFUSED" }) });
};

/** A server's side of the sign-in, with the identity provider that it trusts. */
export async function organisation(options: Partial<TokenOptions> = {}) {
  const clock = virtualClock();
  const provider = await identityProvider();
  const log: string[] = [];
  const { verify } = createTokenVerifier({
    issuer: ISSUER,
    audience: AUDIENCE,
    clock,
    fetch: provider.fetch,
    log: keptLog(log),
    ...options,
  });
  return { verify, provider, clock, log, now: () => Math.floor(clock.wallClock() / 1000) };
}

/** The start of every virtual clock, in seconds since 1970. */
const START = Date.UTC(2026, 0, 15) / 1000;

export const EXPIRES_AT = START + 600;

const CLAIMS: JWTPayload = {
  iss: ISSUER,
  aud: AUDIENCE,
  sub: "ada",
  scope: "openid worklogs:read",
  exp: EXPIRES_AT,
};

/** A good token, unless the claims and the header say otherwise; a claim that is undefined is left out. */
export async function token(
  claims: Record<string, unknown> = {},
  { key = KEY, header = {} }: { key?: SigningKey; header?: Record<string, unknown> } = {},
): Promise<string> {
  const { alg, kid, privateKey } = key;
  return new SignJWT({ ...CLAIMS, ...claims })
    .setProtectedHeader({ alg, kid, typ: "at+jwt", ...header })
    .sign(privateKey);
}

/** A compact JWS of any parts, without a valid signature. */
export function handmade(header: object, claims: object = CLAIMS, signature = ""): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part(header)}.${part({ ...CLAIMS, ...claims })}.${signature}`;
}

/** The result for a good token. */
export const ADA = { user: "ada", scopes: ["worklogs:read"], expiresAt: EXPIRES_AT };
