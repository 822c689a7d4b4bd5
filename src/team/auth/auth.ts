import { getOAuthProtectedResourceMetadataUrl } from "@modelcontextprotocol/server";
import type { Fetch } from "../../tempo/http/client.ts";
import type { Clock } from "../../timesheet/clock.ts";
import type { Log } from "../../timesheet/log.ts";
import type { ServerSettings } from "../config/settings.ts";
import { type AccessKeys, openAccessKeys } from "./access-keys.ts";
import { type Authenticator, createAuthenticator } from "./authenticator.ts";
import { createTokenVerifier } from "./jwt.ts";
import { SCOPES, scopeChallenges } from "./scopes.ts";

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
  {
    accessKeysFile,
    organisation,
    publicUrl,
  }: Pick<ServerSettings, "accessKeysFile" | "organisation" | "publicUrl">,
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
  const { scopePrefix } = organisation;
  const resourceMetadataUrl = publicUrl && getOAuthProtectedResourceMetadataUrl(publicUrl);
  return {
    ...createAuthenticator({
      accessKeys,
      tokens: createTokenVerifier({ ...organisation, ...parts }),
      resourceMetadataUrl,
      scopePrefix,
    }),
    accessKeys,
    scopeChallenge: scopeChallenges(scopePrefix),
    resourceMetadataUrl,
    metadataResponse(method, path) {
      if (!publicUrl || !resourceMetadataUrl) return undefined;
      // Hosts look with the path of the server's URL behind it, or without.
      if (path !== ROOT && path !== new URL(resourceMetadataUrl).pathname) return undefined;
      const scopes = SCOPES[parts.hasTeamTools ? "all" : "write"];
      return metadataResponse(method, {
        resource: publicUrl.href,
        authorization_servers: [organisation.issuer],
        scopes_supported: scopes.map((scope) => scopePrefix + scope),
        bearer_methods_supported: ["header"],
        resource_name: "TempoFiller",
      });
    },
  };
}

const ROOT = "/.well-known/oauth-protected-resource";

const METHODS = "GET, HEAD, OPTIONS";

/** @param metadata the document of RFC 9728, which is public, so pages of any origin may read it */
function metadataResponse(method: string, metadata: object): Response {
  const headers = { "access-control-allow-origin": "*", "cache-control": "public, max-age=3600" };
  if (method === "GET") return Response.json(metadata, { headers });
  if (method === "HEAD")
    return new Response(null, { headers: { ...headers, "content-type": "application/json" } });
  const status = method === "OPTIONS" ? 204 : 405;
  const preflight = { "access-control-allow-methods": METHODS, "access-control-allow-headers": "*" };
  return new Response(null, { status, headers: { ...headers, ...preflight, allow: METHODS } });
}
