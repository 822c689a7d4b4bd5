import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { expect, onTestFinished, test } from "vitest";
import type { ProbeOutput } from "../../src/generated/outputs.ts";
import { createSandbox, SANDBOX_CREDENTIALS } from "../../src/sandbox/sandbox.ts";
import { runCommand } from "../helpers/command.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { seed } from "../helpers/seeds.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const COLLECT_GARBAGE = join(import.meta.dirname, "../helpers/collect-garbage.cjs");

const settingsOf = (address: string) => ({
  TEMPO_BASE_URL: address,
  TEMPO_PAT: SANDBOX_CREDENTIALS.personalAccessToken,
});

/** A Data Center whose answers about teams never end: a byte comes five times a second. */
async function drippingTeams() {
  const answer = createRequestListener(createSandbox(seed()).fetch);
  const abandoned: string[] = [];
  const server = createServer((request, response) => {
    const { url = "" } = request;
    if (!url.endsWith("/team")) return answer(request, response);
    response.writeHead(200, { "content-type": "application/json" });
    const drip = setInterval(() => response.write(" "), 200);
    response.on("close", () => {
      clearInterval(drip);
      abandoned.push(url);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { abandoned, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("probe abandons an answer that never ends, and ends with its report", async () => {
  const { address, abandoned } = await drippingTeams();
  const path = join(temporaryFolder(), "report.json");
  // Node 20 loses the signal of a request that nothing refers to.
  const env = { ...settingsOf(address), NODE_OPTIONS: `--require=${JSON.stringify(COLLECT_GARBAGE)}` };
  expect(await runCommand(["probe", "--yes", "-o", path], { env, timeout: 20_000 })).toMatchObject({
    code: 0,
    stderr: "",
  });
  const { requests }: ProbeOutput = JSON.parse(readFileSync(path, "utf8"));
  expect(requests.find(({ name }) => name === "teams")).toMatchObject({ outcome: "no answer in time" });
  expect(abandoned).toEqual(["/rest/tempo-teams/2/team"]);
});

test("probe -o - prints the report to stdout alone, and the rest to stderr", async () => {
  const { code, stdout, stderr } = await runCommand(["probe", "--sandbox", "--yes", "-o", "-"]);
  const { requests }: ProbeOutput = JSON.parse(stdout);
  expect({ code, answered: requests.length, isFile: existsSync("-") }).toEqual({
    code: 0,
    answered: 14,
    isFile: false,
  });
  expect(stderr).toMatch(/^14 of 14 requests were answered\.\n.*\nThe report is on stdout, for you alone /);
});

test("probe --list -o - prints the requests to stdout, as without -o, and sends none", async () => {
  const requests: string[] = [];
  const address = await serveOnLoopback(async ({ url }) => {
    requests.push(url);
    return new Response();
  });
  const env = settingsOf(address);
  const listed = await runCommand(["probe", "--list"], { env });
  expect(listed.stdout.trim().split("\n").length).toBe(14);
  const { code, stdout, stderr } = await runCommand(["probe", "--list", "-o", "-"], { env });
  expect({ code, stdout, stderr, requests }).toEqual({
    code: 0,
    stdout: listed.stdout,
    stderr: "",
    requests: [],
  });
});
