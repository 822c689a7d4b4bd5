import { getOAuthProtectedResourceMetadataUrl } from "@modelcontextprotocol/server";
import { SCOPES } from "./scopes.ts";

/** This server as the hosts of people know it. */
export interface ProtectedResource {
  /** Its public URL, which people enter into their hosts. */
  url: URL;
  issuer: string;
  /** What the identity provider wants before each scope that is requested. */
  scopePrefix?: string | undefined;
}

/** The document of RFC 9728, from which hosts learn where people sign in. */
export function resourceMetadata({ url, issuer, scopePrefix = "" }: ProtectedResource): object {
  return {
    resource: url.href,
    authorization_servers: [issuer],
    scopes_supported: SCOPES.write.map((scope) => scopePrefix + scope),
    bearer_methods_supported: ["header"],
    resource_name: "TempoFiller",
  };
}

/** For challenges. */
export function resourceMetadataUrl(url: URL): string {
  return getOAuthProtectedResourceMetadataUrl(url);
}

/** Whether a path is one where hosts look for the document: with the path of the server's URL behind it, or without. */
export function isResourceMetadataPath(path: string, url: URL): boolean {
  return path === ROOT || path === new URL(resourceMetadataUrl(url)).pathname;
}

const ROOT = "/.well-known/oauth-protected-resource";

/** What GET, HEAD and others get at such a path. The document is public, so pages of any origin may read it. */
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
