import { expect, test } from "vitest";
import { createAuth } from "../../../../src/team/auth/auth.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

/** The access control of a server whose users sign in. */
function authAt(publicUrl: string, scopePrefix = "") {
  const issuer = "https://idp.example.com/acme/";
  const [userClaim, jiraUserClaim, maxTokenMinutes] = ["sub", undefined, undefined];
  const organisation = {
    issuer,
    audience: publicUrl,
    userClaim,
    jiraUserClaim,
    maxTokenMinutes,
    scopePrefix,
  };
  const settings = { publicUrl: new URL(publicUrl), organisation, accessKeysFile: undefined };
  return createAuth(settings, { clock: virtualClock(), fetch, log() {} });
}

const SERVER = "https://tempo.example.com/mcp";
const PATH = "/.well-known/oauth-protected-resource/mcp";

test("the document says where users sign in, with the issuer as it is written", async () => {
  const response = authAt(SERVER).metadataResponse("GET", PATH) as Response;
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toEqual({
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    "cache-control": "public, max-age=3600",
  });
  expect(await response.json()).toEqual({
    resource: SERVER,
    authorization_servers: ["https://idp.example.com/acme/"],
    scopes_supported: ["worklogs:read", "worklogs:write"],
    bearer_methods_supported: ["header"],
    resource_name: "TempoFiller",
  });
});

test("the document names scopes with the prefix that the provider wants", async () => {
  const response = authAt(SERVER, `${SERVER}/`).metadataResponse("GET", PATH);
  expect(await response?.json()).toMatchObject({
    scopes_supported: [`${SERVER}/worklogs:read`, `${SERVER}/worklogs:write`],
  });
});

test.each([
  ["HEAD", 200],
  ["OPTIONS", 204],
  ["POST", 405],
  ["DELETE", 405],
])("%s gets %s and no body", async (method, status) => {
  const response = authAt(SERVER).metadataResponse(method, PATH);
  expect([response?.status, await response?.text()]).toEqual([status, ""]);
});

test.each([
  [SERVER, `https://tempo.example.com${PATH}`],
  ["https://tempo.example.com/", "https://tempo.example.com/.well-known/oauth-protected-resource"],
  ["https://acme.com/tempo/mcp", "https://acme.com/.well-known/oauth-protected-resource/tempo/mcp"],
])("the document of %s is at %s", (server, url) => {
  const { resourceMetadataUrl, metadataResponse } = authAt(server);
  expect(resourceMetadataUrl).toBe(url);
  expect(metadataResponse("GET", new URL(url).pathname)?.status).toBe(200);
});

test.each([
  ["/.well-known/oauth-protected-resource", true],
  ["/.well-known/oauth-protected-resource/other", false],
  ["/.well-known/oauth-authorization-server", false],
  ["/mcp", false],
])("at %s it is found: %s", (path, found) => {
  expect(authAt(SERVER).metadataResponse("GET", path) !== undefined).toBe(found);
});
