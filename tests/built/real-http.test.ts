import { expect, test } from "vitest";
import { COMMAND, startCommand } from "../helpers/command.ts";
import { EXAMPLE_SEED, exampleCalls } from "../helpers/examples.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { worklog } from "../helpers/seeds.ts";
import { serveTempo } from "../helpers/served-tempo.ts";
import { replyOf } from "../helpers/session.ts";

// A running command may put no secret into its log or a result: `startCommand` checks that.

const JANUARY = { startDate: "2026-01-01", endDate: "2026-01-31" };

test("the command does the whole job over real HTTP, in debug mode too", { timeout: 120_000 }, async () => {
  const { env, sandbox, url } = await serveTempo("cloud", { seed: EXAMPLE_SEED });
  const settings = { ...env, TEMPO_API_URL: `${url}/4/`, JIRA_BASE_URL: `${url}/`, TEMPO_TOOLSETS: "all" };
  const { client, stderr } = await startCommand(["--debug"], settings);
  for (const { tool: name, arguments: args } of await exampleCalls())
    await client.callTool({ name, arguments: args });
  expect(sandbox.state.worklogs.size).toBeGreaterThan(3);
  expect(stderr()).toContain(`Tempo GET ${url}/4/worklogs/user/`);
  expect(stderr()).not.toContain("deviates");
});

test("a secret that upstream echoes is redacted", async () => {
  const { env } = await serveTempo("cloud", {
    through: (fetch) => async (request) =>
      /schedule|POST/.test(`${request.method} ${request.url}`) && request.url.includes("/4/")
        ? Response.json(
            { errors: [{ message: `bad header ${request.headers.get("authorization")}` }] },
            { status: 400 },
          )
        : fetch(request),
  });
  const { client } = await startCommand(["--debug"], env);
  const post = { issueKey: "PROJ-7", hours: 1, startDate: "2026-01-05" };
  for (const call of [
    { name: "get_schedule", arguments: JANUARY },
    { name: "post_worklog", arguments: post },
  ])
    expect((await client.callTool(call)).content[0]?.text).toContain("bad header Bearer [secret]");
});

test("a redirect is not followed with the credentials", async () => {
  const seen: string[] = [];
  const elsewhere = await serveOnLoopback(async (request) => {
    seen.push(request.url);
    return Response.json({});
  });
  const { env } = await serveTempo("cloud", {
    through: () => async () =>
      new Response(null, { status: 302, headers: { location: `${elsewhere}/rest/api/3/myself` } }),
  });
  const { client } = await startCommand([], env);
  const { content } = await client.callTool({ name: "get_schedule", arguments: JANUARY });
  expect(content[0]?.text).toMatch(/^Jira redirects to another URL \(HTTP 302\)\./);
  expect(seen).toEqual([]);
});

test("a Data Center may be below a context path", async () => {
  const { env, url } = await serveTempo("datacenter", {
    through: (fetch) => async (request) => {
      const found = new URL(request.url);
      if (!found.pathname.startsWith("/jira/")) return new Response("<html>", { status: 404 });
      found.pathname = found.pathname.slice("/jira".length);
      const body = /GET|DELETE/.test(request.method) ? {} : { body: await request.text() };
      return fetch(new Request(found, { method: request.method, headers: request.headers, ...body }));
    },
  });
  const { client, stderr } = await startCommand(["--debug"], { ...env, TEMPO_BASE_URL: `${url}/jira/` });
  const call = (name: string, args: object) => client.callTool({ name, arguments: { ...args } });
  const week = { startDate: "2026-01-05", endDate: "2026-01-11" };
  replyOf(await call("get_schedule", week));
  replyOf(await call("post_worklog", { issueKey: "PROJ-123", hours: 8, ...week }));
  replyOf(await call("delete_worklog", { worklogId: "1290004" }));
  const { summary } = replyOf(await call("get_worklogs", week), "get_worklogs");
  expect(summary).toEqual({ totalHours: 32, totalEntries: 4, uniqueIssues: 1 });
  expect(stderr()).toContain(`Tempo POST ${url}/jira/rest/tempo-timesheets/4/worklogs 200`);
  expect(stderr()).not.toContain("deviates");
});

test("5,000 worklogs of one response are summarised in less than 150 MB", async () => {
  const worklogs = Array.from({ length: 5000 }, (_, index) =>
    worklog({
      startDate: `2026-01-${String(1 + (index % 31)).padStart(2, "0")}`,
      issueId: [10123, 10007, 10004][index % 3] ?? 10123,
      timeSpentSeconds: 360,
      description: `Entry ${index}: ${"words ".repeat(10)}`,
    }),
  );
  const { env } = await serveTempo("datacenter", { seed: { worklogs } });
  // The process reports its own peak when it ends. On Linux, maxRSS would begin with that of the process that started it.
  const probe = `
    import { existsSync, readFileSync } from "node:fs";
    const status = "/proc/self/status";
    const peak = () => existsSync(status)
      ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, "utf8"))[1]
      : process.resourceUsage().maxRSS;
    process.on("exit", () => process.stderr.write("peak " + peak()));`;
  const { client, stderr } = await startCommand([], env, "sdk 1.x", [
    "--import",
    `data:text/javascript,${encodeURIComponent(probe)}`,
    COMMAND,
  ]);
  const { summary } = replyOf(
    await client.callTool({ name: "get_worklogs", arguments: JANUARY }),
    "get_worklogs",
  );
  expect(summary).toEqual({ totalHours: 500, totalEntries: 5000, uniqueIssues: 3 });
  await client.close();
  await expect.poll(stderr).toMatch(/peak \d+$/);
  expect(Number(/peak (\d+)$/.exec(stderr())?.[1]) / 1024).toBeLessThan(150);
});
