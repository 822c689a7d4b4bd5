import { getOAuthProtectedResourceMetadataUrl } from "@modelcontextprotocol/server";
import { SCOPES } from "./scopes.ts";

/** This server as MCP hosts know it. */
export interface ProtectedResource {
  /** Its public URL, which users enter into their hosts. */
  url: URL;
  issuer: string;
  /** The prefix that the identity provider expects before each requested scope. */
  scopePrefix?: string | undefined;
  /** Whether the tools for teams are offered, which need a scope of their own. */
  hasTeamTools?: boolean;
}

/** The document of RFC 9728, from which hosts learn where users sign in. */
export function resourceMetadata({
  url,
  issuer,
  scopePrefix = "",
  hasTeamTools = false,
}: ProtectedResource): object {
  return {
    resource: url.href,
    authorization_servers: [issuer],
    scopes_supported: SCOPES[hasTeamTools ? "all" : "write"].map((scope) => scopePrefix + scope),
    bearer_methods_supported: ["header"],
    resource_name: "TempoFiller",
  };
}

/** The URL that challenges name. */
export function resourceMetadataUrl(url: URL): string {
  return getOAuthProtectedResourceMetadataUrl(url);
}

/** Whether a path is one where hosts look for the document: with the path of the server's URL behind it, or without. */
export function isResourceMetadataPath(path: string, url: URL): boolean {
  return path === ROOT || path === new URL(resourceMetadataUrl(url)).pathname;
}

const ROOT = "/.well-known/oauth-protected-resource";

/** The response to GET, HEAD and other methods at such a path. The document is public, so pages of any origin may read it. */
export function resourceMetadataResponse(method: string, resource: ProtectedResource): Response {
  const headers = { "access-control-allow-origin": "*", "cache-control": "public, max-age=3600" };
  if (method === "GET") return Response.json(resourceMetadata(resource), { headers });
  if (method === "HEAD")
    return new Response(null, { headers: { ...headers, "content-type": "application/json" } });
  const status = method === "OPTIONS" ? 204 : 405;
  const preflight = { "access-control-allow-methods": METHODS, "access-control-allow-headers": "*" };
  return new Response(null, { status, headers: { ...headers, ...preflight, allow: METHODS } });
}

const METHODS = "GET, HEAD, OPTIONS";
