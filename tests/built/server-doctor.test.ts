import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { createAccessKey } from "../../src/team/auth/access-keys.ts";
import { addDays, utcDate } from "../../src/timesheet/dates.ts";
import { runCommand } from "../helpers/command.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { seed } from "../helpers/seeds.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

type Site = (path: string, request: Request) => Response | Promise<Response>;

const statusOnly =
  (status: number): Site =>
  () =>
    new Response(null, { status });

/** A site that has these answers, by path, and 404 for any other. */
const having =
  (answers: Record<string, Response | undefined>): Site =>
  (path) =>
    answers[path]?.clone() ?? new Response(null, { status: 404 });

const INFO = "/rest/api/2/serverInfo";
const unauthorized = new Response(null, { status: 401 });
const CLOUD = having({
  [INFO]: Response.json({ deploymentType: "Cloud" }),
  "/4/work-attributes": unauthorized,
});
const DATA_CENTER = having({
  [INFO]: Response.json({ deploymentType: "Server" }),
  "/rest/tempo-core/1/work-attribute": unauthorized,
});

const SANDBOX: Site = (_, request) => createSandbox(seed()).fetch(request);

/** The findings of `doctor --http` about Jira, Tempo and the keys. */
async function diagnosed(kind: "cloud" | "datacenter", site: Site, env: Record<string, string> = {}) {
  const url = await serveOnLoopback(async (request) => site(new URL(request.url).pathname, request));
  const settings = kind === "cloud" ? { JIRA_BASE_URL: url, TEMPO_API_URL: url } : { TEMPO_BASE_URL: url };
  const args = ["doctor", "--http", "127.0.0.1:0", "--json"];
  const { code, stdout } = await runCommand(args, { env: { ...settings, ...env } });
  const { checks } = JSON.parse(stdout) as { checks: { check: string; status: string; message: string }[] };
  const found = (name: string) => checks.find(({ check }) => check === name);
  const statuses = ["jira_connection", "tempo_connection"].map((name) => found(name)?.status);
  return { code, statuses, url, message: (name: string) => found(name)?.message.replaceAll(url, "URL") };
}

test.each([
  ["cloud", "Jira Cloud and Tempo", CLOUD, ["ok", "ok"]],
  ["datacenter", "Jira Data Center with Tempo", DATA_CENTER, ["ok", "ok"]],
  ["cloud", "the sandbox", SANDBOX, ["ok", "ok"]],
  ["datacenter", "the sandbox", SANDBOX, ["ok", "ok"]],
  ["cloud", "a server that answers 200 to all", statusOnly(200), ["failed", "failed"]],
  ["datacenter", "a server that answers 200 to all", statusOnly(200), ["failed", "failed"]],
  ["cloud", "a server that answers 404 to all", statusOnly(404), ["failed", "failed"]],
  ["datacenter", "a server that answers 404 to all", statusOnly(404), ["failed", "failed"]],
  ["cloud", "a server that asks everybody to sign in", statusOnly(401), ["failed", "unknown"]],
  ["cloud", "Jira Data Center", DATA_CENTER, ["failed", "failed"]],
  ["datacenter", "Jira Cloud", CLOUD, ["failed", "failed"]],
  [
    "datacenter",
    "Jira without Tempo",
    having({ [INFO]: Response.json({ deploymentType: "Server" }) }),
    ["ok", "failed"],
  ],
] as const)("settings for %s that lead to %s: %j", async (kind, _, site, statuses) => {
  const found = await diagnosed(kind, site);
  const code = statuses.some((status) => status === "failed") ? 1 : 0;
  expect({ code: found.code, statuses: found.statuses }).toEqual({ code, statuses });
});

test("the doctor says what answers instead of Jira and of Tempo", async () => {
  const { message } = await diagnosed("cloud", DATA_CENTER);
  expect([message("jira_connection"), message("tempo_connection")]).toEqual([
    "URL is Jira Data Center, but JIRA_BASE_URL is for Jira Cloud. Set TEMPO_BASE_URL instead.",
    "URL responds, but not as Tempo: without credentials, URL/4/work-attributes answers HTTP 404 instead of 401. Correct TEMPO_API_URL.",
  ]);
});

test("the doctor lists keys that have expired, and those that expire within 30 days, by name and never by key", async () => {
  const path = join(temporaryFolder(), "keys");
  const in30 = addDays(utcDate(Date.now()), 29);
  const keys = [
    createAccessKey("ada"),
    createAccessKey("bob", { expires: addDays(in30, 1) }),
    createAccessKey("eve", { expires: in30 }),
    createAccessKey("old", { expires: "2020-12-31" }),
  ];
  await writeFile(path, keys.map(({ line }) => line).join("\n"), { mode: 0o600 });
  const { message } = await diagnosed("cloud", CLOUD, { TEMPOFILLER_ACCESS_KEYS_FILE: path });
  expect(message("access_keys")).toBe(
    `Expired keys: old (2020-12-31). Remove their lines. Keys that expire within 30 days: eve (${in30}). Make new ones with ` +
      "tempofiller access-key NAME --expires DATE.",
  );
});
