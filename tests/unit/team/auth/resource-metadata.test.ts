import { expect, test } from "vitest";
import {
  isResourceMetadataPath,
  resourceMetadataResponse,
  resourceMetadataUrl,
} from "../../../../src/team/auth/auth.ts";

const URL_OF_SERVER = new URL("https://tempo.example.com/mcp");
const RESOURCE = { url: URL_OF_SERVER, issuer: "https://idp.example.com/acme/" };

test("the document says where users sign in, with the issuer as it is written", async () => {
  const response = resourceMetadataResponse("GET", RESOURCE);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=3600",
  });
  expect(await response.json()).toEqual({
    resource: "https://tempo.example.com/mcp",
    authorization_servers: ["https://idp.example.com/acme/"],
    scopes_supported: ["worklogs:read", "worklogs:write"],
    bearer_methods_supported: ["header"],
    resource_name: "TempoFiller",
  });
});

test("the document names scopes with the prefix that the provider wants", async () => {
  const response = resourceMetadataResponse("GET", {
    ...RESOURCE,
    scopePrefix: "https://tempo.example.com/mcp/",
  });
  expect(await response.json()).toMatchObject({
    scopes_supported: [
      "https://tempo.example.com/mcp/worklogs:read",
      "https://tempo.example.com/mcp/worklogs:write",
    ],
  });
});

test.each([
  ["HEAD", 200],
  ["OPTIONS", 204],
  ["POST", 405],
  ["DELETE", 405],
])("%s gets %s and no body", async (method, status) => {
  const response = resourceMetadataResponse(method, RESOURCE);
  expect([response.status, await response.text()]).toEqual([status, ""]);
});

test.each([
  ["https://tempo.example.com/mcp", "https://tempo.example.com/.well-known/oauth-protected-resource/mcp"],
  ["https://tempo.example.com/", "https://tempo.example.com/.well-known/oauth-protected-resource"],
  ["https://acme.com/tempo/mcp", "https://acme.com/.well-known/oauth-protected-resource/tempo/mcp"],
])("the document of %s is at %s", (server, url) => {
  expect(resourceMetadataUrl(new URL(server))).toBe(url);
  expect(isResourceMetadataPath(new URL(url).pathname, new URL(server))).toBe(true);
});

test.each([
  ["/.well-known/oauth-protected-resource", true],
  ["/.well-known/oauth-protected-resource/mcp", true],
  ["/.well-known/oauth-protected-resource/other", false],
  ["/.well-known/oauth-authorization-server", false],
  ["/mcp", false],
])("at %s it is found: %s", (path, found) => {
  expect(isResourceMetadataPath(path, URL_OF_SERVER)).toBe(found);
});
