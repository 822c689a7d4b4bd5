import type { Fetch } from "../../tempo/http/client.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { Log } from "../../timesheet/log.ts";
import type { ServerSettings } from "../config/settings.ts";
import { type AccessKeys, openAccessKeys } from "./access-keys.ts";
import { type Authenticator, createAuthenticator } from "./authenticator.ts";
import { createTokenVerifier } from "./jwt.ts";
import {
  isResourceMetadataPath,
  resourceMetadataResponse,
  resourceMetadataUrl,
} from "./resource-metadata.ts";
import { scopeChallenges } from "./scopes.ts";

/** The access control of one server. */
export interface Auth extends Authenticator {
  /** Undefined if there are none. */
  accessKeys: AccessKeys | undefined;
  /** The challenge for a call whose token lacks a scope, for `createServer`; undefined if all callers have the same scopes. */
  scopeChallenge: ReturnType<typeof scopeChallenges> | undefined;
  resourceMetadataUrl: string | undefined;
  /** The document from which hosts learn where users sign in; undefined for a request at another path. */
  metadataResponse(method: string, path: string): Response | undefined;
}

interface AuthParts {
  clock: Clock;
  fetch: Fetch;
  log: Log;
  /** Whether tools of the set team are offered, so that hosts ask for their scope; not unless given. */
  hasTeamTools?: boolean;
}

/** @throws SettingsError if the file of access keys cannot be used */
export function createAuth(
  { accessKeysFile, organisation, publicUrl }: ServerSettings,
  parts: AuthParts,
): Auth {
  const accessKeys = accessKeysFile === undefined ? undefined : openAccessKeys(accessKeysFile, parts);
  if (!organisation) {
    return {
      ...createAuthenticator({ accessKeys }),
      accessKeys,
      scopeChallenge: undefined,
      resourceMetadataUrl: undefined,
      metadataResponse: () => undefined,
    };
  }
  const { issuer, scopePrefix } = organisation;
  const { hasTeamTools = false } = parts;
  const metadataUrl = publicUrl && resourceMetadataUrl(publicUrl);
  return {
    ...createAuthenticator({
      accessKeys,
      tokens: createTokenVerifier({ ...organisation, ...parts }),
      resourceMetadataUrl: metadataUrl,
      scopePrefix,
    }),
    accessKeys,
    scopeChallenge: scopeChallenges(scopePrefix),
    resourceMetadataUrl: metadataUrl,
    metadataResponse: (method, path) =>
      publicUrl && isResourceMetadataPath(path, publicUrl)
        ? resourceMetadataResponse(method, { url: publicUrl, issuer, scopePrefix, hasTeamTools })
        : undefined,
  };
}
