import { errors, type JWTPayload, jwtVerify } from "jose";
import type { Fetch } from "../../tempo/http/client.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { ForbiddenError } from "../../timesheet/errors.ts";
import type { Log } from "../../timesheet/log.ts";
import { createKeySet, ProviderError } from "./jwks.ts";
import { type Scope, scopesIn } from "./scopes.ts";

export interface TokenOptions {
  /** Exactly as the provider writes it, a trailing slash included. */
  issuer: string;
  /** The `aud` of tokens for this server. */
  audience: string;
  /** The claim that names the user; `sub` unless given. */
  userClaim?: string;
  /** The claim that names the Jira user; undefined if tokens need not have it. */
  jiraUserClaim?: string | undefined;
  /** Undefined to accept a token of any lifetime. */
  maxTokenMinutes?: number | undefined;
  clock: Clock;
  fetch: Fetch;
  log: Log;
}

/** The access tokens of the organisation's identity provider. */
export interface TokenVerifier {
  /** Never throws. */
  verify(token: string): Promise<VerifiedToken | TokenProblem>;
}

export interface VerifiedToken {
  user: string;
  /** Left out if the settings name no claim for it. */
  jiraUser?: JiraUserClaim;
  scopes: readonly [Scope, ...Scope[]];
  /** Seconds since 1970. */
  expiresAt: number;
}

/** `unavailable`: the provider does not respond, so the token cannot be checked. The other problems are the token's own. */
export type TokenProblem =
  | "invalid"
  | "expired"
  | "not_yet_valid"
  | "lives_too_long"
  | "wrong_issuer"
  | "wrong_audience"
  | "no_user"
  | "no_jira_user"
  | "no_scope"
  | "unavailable";

/** All are asymmetric: with a symmetric one, the public key could sign. */
const ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"];

/** RFC 9068, and what providers write that do not follow it. */
const TYPES = [undefined, "at+jwt", "jwt"];

const CLOCK_TOLERANCE_SECONDS = 30;

/** Asks the provider for nothing until the first token comes, so a server starts before its provider does. */
export function createTokenVerifier(options: TokenOptions): TokenVerifier {
  const { issuer, audience, maxTokenMinutes, clock } = options;
  const keys = createKeySet(options);
  return {
    async verify(token) {
      try {
        const { payload, protectedHeader } = await jwtVerify(token, keys, {
          issuer,
          audience,
          algorithms: ALGORITHMS,
          requiredClaims: ["exp"],
          clockTolerance: CLOCK_TOLERANCE_SECONDS,
          currentDate: new Date(clock.wallClock()),
        });
        if (!TYPES.includes(protectedHeader.typ?.toLowerCase().replace(/^application\//, "")))
          return "invalid";
        return (
          problemOfLife(payload, clock.wallClock() / 1000, maxTokenMinutes) ?? readClaims(payload, options)
        );
      } catch (error) {
        return problemOf(error);
      }
    },
  };
}

/** @param now in seconds since 1970 */
function problemOfLife(
  { iat, exp = 0 }: JWTPayload,
  now: number,
  maxMinutes: number | undefined,
): TokenProblem | undefined {
  if (iat !== undefined && iat > now + CLOCK_TOLERANCE_SECONDS) return "not_yet_valid";
  if (maxMinutes === undefined) return undefined;
  return iat === undefined || exp - iat > maxMinutes * 60 ? "lives_too_long" : undefined;
}

function readClaims(
  payload: JWTPayload,
  { userClaim = "sub", jiraUserClaim, audience }: TokenOptions,
): VerifiedToken | TokenProblem {
  const user = readName(payload, userClaim);
  if (user === undefined) return "no_user";
  const jiraUser = jiraUserClaim === undefined ? undefined : readJiraUser(payload, jiraUserClaim);
  if (jiraUserClaim !== undefined && !jiraUser) return "no_jira_user";
  const [first, ...others] = scopesIn(payload, audience);
  if (!first) return "no_scope";
  return { user, ...(jiraUser && { jiraUser }), scopes: [first, ...others], expiresAt: payload.exp ?? 0 };
}

/** The values of OpenID Connect's `email_verified` that count, beside its absence: some providers write every claim as a text. */
const VERIFIED: readonly unknown[] = [undefined, true, "true"];

/** Undefined also for an e-mail address that the provider does not call verified. */
function readJiraUser(payload: JWTPayload, claim: string): JiraUserClaim | undefined {
  const value = readName(payload, claim);
  if (value === undefined || (claim === "email" && !VERIFIED.includes(payload.email_verified)))
    return undefined;
  return { claim, value };
}

function readName(payload: JWTPayload, claim: string): string | undefined {
  const name = payload[claim];
  return typeof name === "string" && name.trim() !== "" ? name : undefined;
}

const PROBLEM_BY_CLAIM: Record<string, TokenProblem> = {
  iss: "wrong_issuer",
  aud: "wrong_audience",
  nbf: "not_yet_valid",
};

function problemOf(error: unknown): TokenProblem {
  if (error instanceof ProviderError) return "unavailable";
  if (error instanceof errors.JWTExpired) return "expired";
  if (error instanceof errors.JWTClaimValidationFailed) return PROBLEM_BY_CLAIM[error.claim] ?? "invalid";
  return "invalid";
}

/** A claim of the sign-in that must be the Jira user whose credentials come with it. */
export interface JiraUserClaim {
  claim: string;
  value: string;
}

/**
 * @param names all names that Jira has for the owner of the credentials
 * @throws ForbiddenError unless the claim is one of them; it shows neither
 */
export function checkJiraUser({ claim, value }: JiraUserClaim, names: readonly string[]): void {
  if (names.some((name) => folded(name) === folded(value))) return;
  throw new ForbiddenError(
    "The Jira and Tempo tokens of this request are not those of the user who signed in: Jira knows their owner neither by e-mail " +
      `address nor by name or id as the sign-in's claim ${JSON.stringify(claim)} says. Nothing was read from Tempo or logged. Use your ` +
      "own tokens; if they are, ask your administrator to check TEMPOFILLER_IDP_PERSON_CLAIM.",
    403,
  );
}

/** Letters beyond ASCII keep their case: some of them have a lower case that is another letter's too. */
function folded(name: string): string {
  return name.trim().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
