import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { digitsOf, formsOfText } from "../../../src/cli/probe/fields.ts";
import type { ProbeOutput } from "../../../src/generated/outputs.ts";
import { SANDBOX_CREDENTIALS } from "../../../src/sandbox/index.ts";
import { page, silence } from "../../helpers/faults.ts";
import { foreignWords, openProbe } from "../../helpers/probe.ts";
import { typing } from "../../helpers/shell.ts";

const EXPECTED = "The answers have the form that the sandbox expects.";

describe.each(["cloud", "datacenter"] as const)("tempofiller probe on %s", (kind) => {
  test("sends requests that only read, each credential to its own service, and writes a report for the user alone", async () => {
    const { probing, report, path, requests, sandbox } = openProbe({ kind });
    const before = new Map(sandbox.state.worklogs);
    expect(await probing()).toEqual({ exitCode: 0, printed: expect.stringContaining(EXPECTED) });
    expect(sandbox.state.worklogs).toEqual(before);
    expect(requests.every(({ method, url }) => method === "GET" || /search|bulkfetch/.test(url))).toBe(true);
    const { tempoToken, personalAccessToken } = SANDBOX_CREDENTIALS;
    const sent = new Set(
      requests.map(
        ({ url, headers }) =>
          `${/^\/(4|rest\/tempo)/.test(new URL(url).pathname)} ${headers.get("authorization")?.replace(/(?<=^Basic ).*/, "")}`,
      ),
    );
    const token = `Bearer ${personalAccessToken}`;
    expect([...sent].sort()).toEqual(
      (kind === "cloud"
        ? [`true Bearer ${tempoToken}`, "false Basic ", "false undefined"]
        : [`true ${token}`, `false ${token}`, "false undefined"]
      ).sort(),
    );
    expect(report()).toMatchObject({ deployment: kind, upstream: "sandbox", repeatedRead: "the same" });
    expect(foreignWords(report())).toEqual([]);
    expect(report().requests.every(({ outcome }) => outcome === "answered")).toBe(true);
    if (process.platform !== "win32") expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  test("lists the requests, asks, and sends nothing without a yes or over a file that exists", async () => {
    const { probing, path, requests } = openProbe({ kind });
    const lines = (await probing({ list: true })).printed.trim().split("\n");
    expect(lines.length).toBe(kind === "cloud" ? 16 : 14);
    expect(lines).toContainEqual(expect.stringMatching(/worklogs.*2026-09-20.*2026-11-21/));
    await expect(probing({ yes: false })).rejects.toThrow(
      "Nothing was sent: there is no terminal to ask on.",
    );
    expect(await probing({ yes: false, terminal: typing("no\n") })).toMatchObject({
      exitCode: 130,
      printed: expect.stringMatching(/^GET .*\[y\/N\] Nothing was sent/s),
    });
    expect([requests.length, existsSync(path)]).toEqual([0, false]);
    expect(await probing({ yes: false, terminal: typing("y\n") })).toMatchObject({ exitCode: 0 });
    writeFileSync(path, "mine");
    const sent = requests.length;
    await expect(probing()).rejects.toThrow(`${path} exists, and a report replaces no file.`);
    expect([requests.length, readFileSync(path, "utf8")]).toEqual([sent, "mine"]);
  });

  test.each<
    [string, (request: Request) => Response | Promise<Response>, Partial<ProbeOutput["requests"][number]>]
  >([
    ["401", () => page(401), { status: 401, body: "HTML" }],
    [
      "429",
      () => new Response("", { status: 429, headers: { "retry-after": "9" } }),
      { status: 429, body: "empty", headers: ["content-type", "retry-after"] },
    ],
    [
      "a redirect to a login page",
      () => new Response(null, { status: 302, headers: { location: "https://login.example/x" } }),
      { status: 302, redirectsTo: "another host" },
    ],
    ["nothing", silence, { outcome: "no answer in time", time: "under 10 s" }],
    ["no connection", () => Promise.reject(new TypeError("fetch failed")), { outcome: "no connection" }],
  ])("goes on after %s, and says so in less than a minute", async (_, answer, expected) => {
    const { probing, report, clock } = openProbe({
      kind,
      upstream: (fetch) => async (request) =>
        /worklogs/.test(request.url) ? answer(request) : fetch(request),
    });
    const { printed } = await probing();
    expect(clock.now()).toBeLessThan(60_000);
    const { requests } = report();
    expect(requests.find(({ name }) => name === "worklogs")).toMatchObject(expected);
    expect(requests.find(({ name }) => name === "one worklog")).toMatchObject({ outcome: "not sent" });
    expect(requests.find(({ name }) => name === "teams")).toMatchObject({ outcome: "answered", status: 200 });
    expect(printed).toMatch(/worklogs: .*; the sandbox: HTTP 200, JSON/);
    expect(foreignWords(report())).toEqual([]);
  });
});

test("without any answer there is nothing to compare, and the summary says so alone", async () => {
  const { probing, report } = openProbe({
    upstream: () => () => Promise.reject(new TypeError("fetch failed")),
  });
  const { exitCode, printed } = await probing();
  expect({ exitCode, lines: printed.trim().split("\n") }).toEqual({
    exitCode: 7,
    lines: [
      "There was no answer to any request. tempofiller doctor says more.",
      expect.stringMatching(/^The report is /),
    ],
  });
  expect(report().requests.some(({ outcome }) => outcome === "answered")).toBe(false);
});

test("a Jira token with scopes is tried at the gateway, where issues are read too", async () => {
  const { probing, report } = openProbe({
    behaviour: { jiraTokenScopes: ["read:jira-work", "read:jira-user"] },
  });
  expect((await probing()).printed).toContain(EXPECTED);
  const statuses = report().requests.map(({ name, status }) => [name, status]);
  expect(statuses.filter(([name]) => /myself|site|issue/.test(String(name)))).toEqual([
    ["myself", 401],
    ["site", 200],
    ["myself at the gateway", 200],
    ["issue", 200],
  ]);
});

test("the summary says which fields have another form, and nothing of what differs between users", async () => {
  const change = (text: string) =>
    text
      .replaceAll('"startTime":"', '"Kunde":"x","startTime":"2026-01-01T')
      .replaceAll(/"timeSpentSeconds":\d+,?/g, "")
      .replaceAll("Working", "Anna");
  const { probing, report } = openProbe({
    upstream: (fetch) => async (request) => {
      const response = await fetch(request);
      return /worklogs\/user/.test(request.url)
        ? new Response(change(await response.text()), response)
        : response;
    },
  });
  const { printed } = await probing();
  expect(printed.split("\n").filter((line) => line.startsWith("  worklogs: "))).toEqual([
    "  worklogs: body.results[].startTime is also T before the time, date and time, no zone",
    "  worklogs: body.results[].startTime is never time of day",
    "  worklogs: body.results[].key1 is only here",
    "  worklogs: body.results[].timeSpentSeconds is only in the sandbox",
  ]);
  expect(JSON.stringify(report())).not.toMatch(/Kunde|Anna/);
});

test("figures beyond the doubles have the most digits, and a long text is looked at in part only", () => {
  expect([digitsOf(Number.NEGATIVE_INFINITY), digitsOf(12.9)]).toEqual([309, 2]);
  const forms = ["ada@example.com", `a@${".".repeat(200_000)}@`, `<!doctype html>${"x".repeat(1000)}`];
  expect(forms.flatMap((text) => formsOfText(text, []))).toEqual(["e-mail address", "other text", "HTML"]);
});
