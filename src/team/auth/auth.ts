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

const ROOT = "/.well-known/oauth-protected-resource";

const METHODS = "GET, HEAD, OPTIONS";

/** This server as MCP hosts know it. */
interface ProtectedResource {
  /** Its public URL, which users enter into their hosts. */
  url: URL;
  issuer: string;
  /** The prefix that the identity provider expects before each requested scope. */
  scopePrefix?: string | undefined;
  /** Whether the tools for teams are offered, which need a scope of their own. */
  hasTeamTools?: boolean;
}

/** The URL that challenges name. */
export function resourceMetadataUrl(url: URL): string {
  return getOAuthProtectedResourceMetadataUrl(url);
}

/** Whether a path is one where hosts look for the document: with the path of the server's URL behind it, or without. */
export function isResourceMetadataPath(path: string, url: URL): boolean {
  return path === ROOT || path === new URL(resourceMetadataUrl(url)).pathname;
}

/** The response to GET, HEAD and other methods at such a path. The document is public, so pages of any origin may read it. */
export function resourceMetadataResponse(
  method: string,
  { url, issuer, scopePrefix = "", hasTeamTools = false }: ProtectedResource,
): Response {
  // The document of RFC 9728.
  const metadata = {
    resource: url.href,
    authorization_servers: [issuer],
    scopes_supported: SCOPES[hasTeamTools ? "all" : "write"].map((scope) => scopePrefix + scope),
    bearer_methods_supported: ["header"],
    resource_name: "TempoFiller",
  };
  const headers = { "access-control-allow-origin": "*", "cache-control": "public, max-age=3600" };
  if (method === "GET") return Response.json(metadata, { headers });
  if (method === "HEAD")
    return new Response(null, { headers: { ...headers, "content-type": "application/json" } });
  const status = method === "OPTIONS" ? 204 : 405;
  const preflight = { "access-control-allow-methods": METHODS, "access-control-allow-headers": "*" };
  return new Response(null, { status, headers: { ...headers, ...preflight, allow: METHODS } });
}
