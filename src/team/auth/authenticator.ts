import { type AccessKeys, endOf, KEY_PREFIX } from "./access-keys.ts";
import type { JiraUserClaim, TokenProblem, TokenVerifier } from "./jwt.ts";
import { SCOPES, type Scope } from "./scopes.ts";

/** Decides who may use the server at all; the user's own tokens decide what the user may do in Tempo. */
export interface Authenticator {
  /** Never throws for a bad credential. @param authorization the header's value */
  authenticate(authorization: string | undefined): Promise<Authenticated | Unauthenticated>;
}

/** The authenticated caller: the name of a team key, or the user claim of a token. In the log as a keyed hash only. */
export interface Caller {
  kind: "key" | "subject";
  name: string;
}

export interface Authenticated {
  authenticated: true;
  /** Undefined on a server that asks for no credential. */
  caller: Caller | undefined;
  /** The Jira user whose credentials may come with the request; left out if that is not bound. */
  jiraUser?: JiraUserClaim;
  scopes: readonly Scope[];
  /** Seconds since 1970; undefined for a team key that does not expire. */
  expiresAt: number | undefined;
}

export interface Unauthenticated {
  authenticated: false;
  /** 503: the credential could not be checked, so the attempt limit must not count it. */
  status: 401 | 403 | 503;
  /** The value of `WWW-Authenticate` for 401 and 403; empty for 503. */
  challenge: string;
  /** Says what to do next, and nothing of the credential. */
  message: string;
  /** The credential was good until it expired, so it is no guess. */
  isExpired?: true;
}

interface AuthenticatorOptions {
  accessKeys?: AccessKeys | undefined;
  tokens?: TokenVerifier | undefined;
  /** The URL at which MCP hosts find the identity provider. */
  resourceMetadataUrl?: string | undefined;
  /** The prefix that the identity provider expects before each requested scope. */
  scopePrefix?: string | undefined;
}

/** Node's own limit for all headers of a request together. */
const MAX_LENGTH = 16_384;

/** The scheme in any case, and a token of the characters that RFC 6750 allows. */
const BEARER = /^Bearer +([\w.~+/-]+=*)$/i;

const INVALID: Record<Exclude<TokenProblem, "no_scope" | "unavailable">, string> = {
  invalid: "The token is not a valid access token of your organisation's identity provider. Sign in again.",
  expired: "The token has expired. Sign in again.",
  not_yet_valid: "The token is not valid yet. Check the clocks of this server and of the identity provider.",
  lives_too_long:
    "The token is valid for longer than this server allows, or does not say since when. Ask your administrator: the identity provider must " +
    "issue tokens that live no longer than TEMPOFILLER_TOKEN_MAX_MINUTES.",
  wrong_issuer: "The token is from another issuer than the one this server trusts. Sign in again.",
  wrong_audience: "The token was issued for another server. Sign in to this one.",
  no_user:
    "The token does not say whose it is. Ask your administrator to set TEMPOFILLER_PERSON_CLAIM to a claim that tokens have.",
  no_jira_user:
    "The token does not say who you are in Jira, or only by an e-mail address that is not verified. Ask your administrator to set " +
    "TEMPOFILLER_IDP_PERSON_CLAIM to a claim that tokens have.",
};

const NO_SCOPE =
  "The token has neither the scope worklogs:read nor worklogs:write. Sign in again and grant one.";

const UNAVAILABLE =
  "The token cannot be checked, because your organisation's identity provider does not respond. Nothing was sent. Try again in a minute.";

const UNKNOWN_KEY =
  "The access key is not one of this server's, or was revoked. Ask your administrator for a new one.";

const expiredKey = (expires = "") =>
  `The access key has expired: ${expires} was its last day. Ask your administrator for a new one.`;

/** A server without keys and identity provider accepts every request; such a server listens on loopback only. */
export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { accessKeys, tokens } = options;
  const { resourceMetadataUrl, scopePrefix = "" } = options;
  const hints = tokens && {
    resourceMetadataUrl,
    scope: scopePrefix + SCOPES.read.join(` ${scopePrefix}`),
  };

  function refused(message: string, error?: "invalid_token" | "insufficient_scope"): Unauthenticated {
    const challenge = bearerChallenge({ ...hints, ...(error && { error, description: message }) });
    return { authenticated: false, status: error === "insufficient_scope" ? 403 : 401, challenge, message };
  }

  function checkKey(token: string): Authenticated | Unauthenticated {
    const found = accessKeys?.find(token);
    if (!found) return refused(UNKNOWN_KEY, "invalid_token");
    const { name, expires, isExpired } = found;
    if (isExpired) return { ...refused(expiredKey(expires), "invalid_token"), isExpired };
    const caller: Caller = { kind: "key", name };
    const expiresAt = expires === undefined ? undefined : endOf(expires) / 1000;
    return { authenticated: true, caller, scopes: SCOPES.all, expiresAt };
  }

  async function checkToken(
    token: string,
    { verify }: TokenVerifier,
  ): Promise<Authenticated | Unauthenticated> {
    const result = await verify(token);
    if (typeof result === "object") {
      const { user: name, jiraUser, scopes, expiresAt } = result;
      const caller: Caller = { kind: "subject", name };
      return { authenticated: true, caller, ...(jiraUser && { jiraUser }), scopes, expiresAt };
    }
    if (result === "unavailable")
      return { authenticated: false, status: 503, challenge: "", message: UNAVAILABLE };
    if (result === "no_scope") return refused(NO_SCOPE, "insufficient_scope");
    return { ...refused(INVALID[result], "invalid_token"), ...(result === "expired" && { isExpired: true }) };
  }

  return {
    async authenticate(authorization = "") {
      if (!accessKeys && !tokens) {
        return { authenticated: true, caller: undefined, scopes: SCOPES.all, expiresAt: undefined };
      }
      if (authorization === "" || !/^Bearer\b/i.test(authorization)) {
        return refused(howToEnter(accessKeys !== undefined, tokens !== undefined));
      }
      const token = authorization.length > MAX_LENGTH ? undefined : BEARER.exec(authorization.trimEnd())?.[1];
      if (token === undefined) {
        return refused(
          "The Authorization header must be the word Bearer, a space and one credential, without quotes or a variable that was not filled in.",
          "invalid_token",
        );
      }
      return tokens && !token.startsWith(KEY_PREFIX) ? checkToken(token, tokens) : checkKey(token);
    },
  };
}

function howToEnter(hasKeys: boolean, hasSignIn: boolean): string {
  const ways = [
    ...(hasSignIn ? ["sign in with your organisation's account"] : []),
    ...(hasKeys ? ["send an access key of your team as Authorization: Bearer KEY"] : []),
  ];
  return `This server is for members of the team: ${ways.join(", or ")}.`;
}

/** The parameters of `WWW-Authenticate` in a 401 or 403 (RFC 6750, RFC 9728). */
interface Challenge {
  error?: "invalid_token" | "insufficient_scope";
  /** ASCII without quotes and backslashes. */
  description?: string;
  /** Left out unless users sign in with an identity provider. */
  resourceMetadataUrl?: string | undefined;
  scope?: string | undefined;
}

/** The value of `WWW-Authenticate`. */
export function bearerChallenge({ error, description, resourceMetadataUrl, scope }: Challenge): string {
  const parameters = {
    realm: "tempofiller",
    error,
    error_description: error && description,
    resource_metadata: resourceMetadataUrl,
    scope,
  };
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return `Bearer ${given.map(([name, value]) => `${name}="${value}"`).join(", ")}`;
}
