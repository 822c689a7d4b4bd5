import { KEY_PREFIX } from "./access-key-lines.ts";
import type { AccessKeys } from "./access-keys.ts";
import { bearerChallenge } from "./challenge.ts";
import type { JiraUserClaim } from "./jira-user.ts";
import type { OrganisationTokens, TokenProblem } from "./jwt.ts";
import { SCOPES, type Scope } from "./scopes.ts";

/** Who may use the server at all; what a person may do in Tempo is decided by that person's own tokens. */
export interface FrontDoor {
  /** Never throws for a bad credential. @param authorization the header's value */
  check(authorization: string | undefined): Promise<Admitted | Refused>;
}

/** The caller who was admitted: by the name of a team key, or the person claim of a token. In the log as a keyed hash only. */
export interface Caller {
  kind: "key" | "subject";
  name: string;
}

export interface Admitted {
  admitted: true;
  /** Undefined without a front door. */
  caller: Caller | undefined;
  /** The Jira user whose credentials may come with it; left out if that is not bound. */
  jiraUser?: JiraUserClaim;
  scopes: readonly Scope[];
  /** In seconds since 1970; undefined for a team key. */
  expiresAt: number | undefined;
  token: string;
}

export interface Refused {
  admitted: false;
  /** 503: nobody knows whether the credential is good, and a failure limit must not count it. */
  status: 401 | 403 | 503;
  /** The value of `WWW-Authenticate` for 401 and 403; empty for 503. */
  challenge: string;
  /** Says what to do next, and nothing of the credential. */
  message: string;
  /** The credential was good until it expired, so nobody is guessing. */
  isExpired?: true;
}

interface FrontDoorOptions {
  accessKeys?: AccessKeys | undefined;
  organisation?: OrganisationTokens | undefined;
  /** Where people's hosts find the identity provider. */
  resourceMetadataUrl?: string | undefined;
  /** What the identity provider wants before each scope that is requested. */
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
  no_person:
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

/** Without keys and an identity provider, everybody is admitted: only for a server that listens on loopback. */
export function createFrontDoor(options: FrontDoorOptions): FrontDoor {
  const { accessKeys, organisation } = options;
  const { resourceMetadataUrl, scopePrefix = "" } = options;
  const hints = organisation && {
    resourceMetadataUrl,
    scope: scopePrefix + SCOPES.read.join(` ${scopePrefix}`),
  };

  function refused(message: string, error?: "invalid_token" | "insufficient_scope"): Refused {
    const challenge = bearerChallenge({ ...hints, ...(error && { error, description: message }) });
    return { admitted: false, status: error === "insufficient_scope" ? 403 : 401, challenge, message };
  }

  function checkKey(token: string): Admitted | Refused {
    const name = accessKeys?.find(token);
    if (name === undefined) return refused(UNKNOWN_KEY, "invalid_token");
    const caller: Caller = { kind: "key", name };
    return { admitted: true, caller, scopes: SCOPES.write, expiresAt: undefined, token };
  }

  async function checkToken(token: string, { verify }: OrganisationTokens): Promise<Admitted | Refused> {
    const result = await verify(token);
    if (typeof result === "object") {
      const { person: name, jiraUser, scopes, expiresAt } = result;
      const caller: Caller = { kind: "subject", name };
      return { admitted: true, caller, ...(jiraUser && { jiraUser }), scopes, expiresAt, token };
    }
    if (result === "unavailable")
      return { admitted: false, status: 503, challenge: "", message: UNAVAILABLE };
    if (result === "no_scope") return refused(NO_SCOPE, "insufficient_scope");
    return { ...refused(INVALID[result], "invalid_token"), ...(result === "expired" && { isExpired: true }) };
  }

  return {
    async check(authorization = "") {
      if (!accessKeys && !organisation) {
        return { admitted: true, caller: undefined, scopes: SCOPES.write, expiresAt: undefined, token: "" };
      }
      if (authorization === "" || !/^Bearer\b/i.test(authorization)) {
        return refused(howToEnter(accessKeys !== undefined, organisation !== undefined));
      }
      const token = authorization.length > MAX_LENGTH ? undefined : BEARER.exec(authorization.trimEnd())?.[1];
      if (token === undefined) {
        return refused(
          "The Authorization header must be the word Bearer, a space and one credential, without quotes or a variable that was not filled in.",
          "invalid_token",
        );
      }
      return organisation && !token.startsWith(KEY_PREFIX)
        ? checkToken(token, organisation)
        : checkKey(token);
    },
  };
}

function howToEnter(hasKeys: boolean, hasOrganisation: boolean): string {
  const ways = [
    ...(hasOrganisation ? ["sign in with your organisation's account"] : []),
    ...(hasKeys ? ["send an access key of your team as Authorization: Bearer KEY"] : []),
  ];
  return `This server is for members of the team: ${ways.join(", or ")}.`;
}
