import { describe, expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { COMMAND, startCommand } from "../helpers/command.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { POST } from "../helpers/inputs.ts";
import { seed, worklog } from "../helpers/seeds.ts";
import { replyOf } from "../helpers/session.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-11" };

describe("the built command on a Data Center over HTTP", () => {
  const SECRET = "pat-S3CRET-token-4d5e6f";
  const credentials = { personalAccessToken: SECRET, tempoToken: "", jiraEmail: "", jiraToken: "" };

  /** A Jira under a context path, as many Data Centers are. */
  const under =
    (contextPath: string, fetch: Fetch): Fetch =>
    async (request) => {
      const url = new URL(request.url);
      if (!url.pathname.startsWith(`${contextPath}/`)) return new Response("<html>", { status: 404 });
      url.pathname = url.pathname.slice(contextPath.length);
      const body =
        request.method === "GET" || request.method === "DELETE" ? {} : { body: await request.text() };
      return fetch(new Request(url, { method: request.method, headers: request.headers, ...body }));
    };

  test("works under a context path, and prints no secret in debug mode", async () => {
    const sandbox = createSandbox(seed(), { credentials });
    const address = await serveOnLoopback(under("/jira", sandbox.fetch));
    const { client, stderr } = await startCommand(["--debug"], {
      TEMPO_BASE_URL: `${address}/jira/`,
      TEMPO_PAT: SECRET,
    });
    const calls: [string, Record<string, unknown>][] = [
      ["get_schedule", WEEK],
      ["post_worklog", { ...POST, ...WEEK }],
      ["bulk_post_worklogs", { worklogs: [{ issueKey: "PROJ-7", hours: 1, date: "2026-01-05" }] }],
      ["delete_worklog", { worklogId: "1290005" }],
    ];
    const outputs: unknown[] = [];
    for (const [name, args] of calls) outputs.push(replyOf(await client.callTool({ name, arguments: args })));
    const { summary } = replyOf(
      await client.callTool({ name: "get_worklogs", arguments: WEEK }),
      "get_worklogs",
    );
    expect(summary).toEqual({ totalHours: 40, totalEntries: 5, uniqueIssues: 1 });
    expect(stderr()).toContain(`Tempo POST ${address}/jira/rest/tempo-timesheets/4/worklogs 200`);
    expect(stderr()).not.toContain("deviates");
    expect(JSON.stringify(outputs) + stderr()).not.toContain(SECRET);
  });

  test("names TEMPO_PAT if it is refused", async () => {
    const sandbox = createSandbox(seed(), { credentials });
    const address = await serveOnLoopback(sandbox.fetch);
    const { client } = await startCommand([], { TEMPO_BASE_URL: address, TEMPO_PAT: "wrong" });
    const { content } = await client.callTool({ name: "get_schedule", arguments: WEEK });
    expect(content[0]?.text).toContain("Jira refused the token (HTTP 401). Set TEMPO_PAT to");
  });

  test("summarises 5,000 worklogs of one response in less than 150 MB", async () => {
    const worklogs = Array.from({ length: 5000 }, (_, index) =>
      worklog({
        startDate: `2026-01-${String(1 + (index % 31)).padStart(2, "0")}`,
        issueId: [10123, 10007, 10004][index % 3] ?? 10123,
        timeSpentSeconds: 360,
        description: `Entry ${index}: ${"words ".repeat(10)}`,
      }),
    );
    const address = await serveOnLoopback(createSandbox(seed({ worklogs }), { credentials }).fetch);
    // The process reports its own peak when it ends. On Linux, maxRSS would begin with that of the process that started it.
    const probe = `
      import { existsSync, readFileSync } from "node:fs";
      const status = "/proc/self/status";
      const peak = () => existsSync(status)
        ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, "utf8"))[1]
        : process.resourceUsage().maxRSS;
      process.on("exit", () => process.stderr.write("peak " + peak()));`;
    const { client, stderr } = await startCommand(
      [],
      { TEMPO_BASE_URL: address, TEMPO_PAT: SECRET },
      "sdk 1.x",
      ["--import", `data:text/javascript,${encodeURIComponent(probe)}`, COMMAND],
    );
    const range = { startDate: "2026-01-01", endDate: "2026-01-31" };
    const { summary } = replyOf(
      await client.callTool({ name: "get_worklogs", arguments: range }),
      "get_worklogs",
    );
    expect(summary).toEqual({ totalHours: 500, totalEntries: 5000, uniqueIssues: 3 });
    await client.close();
    await expect.poll(stderr).toMatch(/peak \d+$/);
    expect(Number(/peak (\d+)$/.exec(stderr())?.[1]) / 1024).toBeLessThan(150);
  });
});
