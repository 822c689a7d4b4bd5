import { expect, test } from "vitest";
import { ownerOf } from "../../src/tempo/diagnostic-timesheet.ts";

const SETTING = "https://jira.example.com";
const GATEWAY = "https://api.atlassian.com/ex/jira/c10d";

test.each<[what: string, address: string | undefined, setting: string, site: string]>([
  ["in the same spelling", `${SETTING}/rest/api/2/user?username=ada`, SETTING, SETTING],
  ["in another spelling", "http://jira:8080/rest/api/2/user?key=JIRAUSER1", SETTING, "http://jira:8080"],
  ["with a path", `${SETTING}/jira/rest/api/latest/user?key=1`, SETTING, `${SETTING}/jira`],
  [
    "in capitals, with a usual port",
    "HTTPS://ACME.atlassian.NET:443/rest/api/3/user?accountId=1",
    SETTING,
    "https://acme.atlassian.net",
  ],
  [
    "on this machine as well",
    "http://localhost:8080/rest/api/2/user?key=1",
    "http://127.0.0.1:8080",
    "http://localhost:8080",
  ],
  ["that is the gateway, asked through it", `${GATEWAY}/rest/api/3/user?accountId=1`, SETTING, SETTING],
  [
    "asked through a gateway that is set",
    "https://acme.atlassian.net/rest/api/3/user?accountId=1",
    GATEWAY,
    "https://acme.atlassian.net",
  ],
  ["that is not given", undefined, SETTING, SETTING],
  ["that is no URL", "ada", SETTING, SETTING],
  ["that is no address of a user", "https://jira.example.org/secure/ViewProfile.jspa", SETTING, SETTING],
  ["that is not on the web", "ftp://jira.example.org/rest/api/2/user?key=1", SETTING, SETTING],
  ["with credentials", "https://ada:pw@jira.example.org/rest/api/2/user?key=1", SETTING, SETTING],
  [
    "of a machine's own address, asked at another",
    "http://localhost:8080/rest/api/2/user?key=1",
    SETTING,
    SETTING,
  ],
  [
    "of endless length",
    `https://jira.example.org/${"x".repeat(2000)}/rest/api/2/user?key=1`,
    SETTING,
    SETTING,
  ],
])("the owner's site is that of an address %s", (_, address, setting, site) => {
  const worker = { id: "ada", otherNames: [], ...(address !== undefined && { address }) };
  expect(ownerOf(worker, setting)).toEqual({ site, worker: "ada" });
});
