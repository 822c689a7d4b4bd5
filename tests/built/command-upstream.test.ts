import { describe, expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { startCommand } from "../helpers/command.ts";
import { EXAMPLE_SEED, exampleCalls } from "../helpers/examples.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { replyOf } from "../helpers/session.ts";

const JANUARY = { startDate: "2026-01-01", endDate: "2026-01-31" };

const CALLS = await exampleCalls();

/** Secrets that must not be seen in any output. */
const SECRETS = {
  TEMPO_API_TOKEN: "tempo-S3CRET-token-9f8e7d",
  JIRA_API_TOKEN: "jira-S3CRET-token-1a2b3c",
  TEMPO_PAT: "pat-S3CRET-token-4d5e6f",
};
const EMAIL = "ada@example.com";
const BASIC = Buffer.from(`${EMAIL}:${SECRETS.JIRA_API_TOKEN}`).toString("base64");

describe("the built command on a Tempo behind real HTTP", () => {
  const credentials = {
    personalAccessToken: SECRETS.TEMPO_PAT,
    tempoToken: SECRETS.TEMPO_API_TOKEN,
    jiraEmail: EMAIL,
    jiraToken: SECRETS.JIRA_API_TOKEN,
  };
  const settings = (address: string) => ({
    TEMPO_API_TOKEN: SECRETS.TEMPO_API_TOKEN,
    JIRA_API_TOKEN: SECRETS.JIRA_API_TOKEN,
    JIRA_EMAIL: EMAIL,
    JIRA_BASE_URL: `${address}/`,
    TEMPO_API_URL: `${address}/4/`,
    TEMPO_TOOLSETS: "all",
  });

  test("does the whole job, and prints no secret even in debug mode", { timeout: 120_000 }, async () => {
    const sandbox = createSandbox(EXAMPLE_SEED, { credentials });
    const address = await serveOnLoopback(sandbox.fetch);
    const { client, stderr } = await startCommand(["--debug"], settings(address));
    const outputs: unknown[] = [];
    for (const { tool: name, arguments: args } of CALLS)
      outputs.push(await client.callTool({ name, arguments: args }));
    expect(sandbox.state.worklogs.size).toBeGreaterThan(3);
    expect(stderr()).toContain(`Tempo GET ${address}/4/worklogs/user/`);
    expect(stderr()).not.toContain("deviates");
    expectNoSecret(JSON.stringify(outputs), stderr());
  });

  test.each([
    ["TEMPO_API_TOKEN", "Tempo refused the token (HTTP 401). Set TEMPO_API_TOKEN to a valid token"],
    ["JIRA_API_TOKEN", "Jira refused the token (HTTP 401). Set JIRA_EMAIL and JIRA_API_TOKEN to"],
  ])("names the setting to fix if %s is not accepted", async (name, words) => {
    const sandbox = createSandbox(EXAMPLE_SEED, { credentials });
    const address = await serveOnLoopback(sandbox.fetch);
    const wrong = "wrong-S3CRET-token";
    const { client, stderr } = await startCommand(["--debug"], { ...settings(address), [name]: wrong });
    // Work attributes and teams are Tempo's alone.
    const ofTempo = ["get_work_attributes", "get_team_timesheets", "get_team_totals"];
    const calls = CALLS.filter(({ tool }) => !ofTempo.includes(tool) || name === "TEMPO_API_TOKEN");
    for (const { tool, arguments: args } of calls) {
      const { isError, content, _meta } = await client.callTool({ name: tool, arguments: args });
      expect(isError).toBe(true);
      expect(content[0]?.text).toContain(words);
      if (tool !== "bulk_post_worklogs" || name === "JIRA_API_TOKEN") {
        expect(_meta?.["tempofiller/error"]).toEqual({
          code: "unauthorized",
          httpStatus: 401,
          retryable: false,
        });
      }
      expect(content[0]?.text).not.toContain(wrong);
    }
    expect(stderr()).not.toContain(wrong);
    expectNoSecret(stderr());
  });

  test("redacts a secret that upstream echoes", async () => {
    const sandbox = createSandbox(EXAMPLE_SEED, { credentials });
    const address = await serveOnLoopback(async (request) =>
      /schedule|POST/.test(`${request.method} ${request.url}`) && request.url.includes("/4/")
        ? Response.json(
            { errors: [{ message: `bad header ${request.headers.get("authorization")}` }] },
            { status: 400 },
          )
        : sandbox.fetch(request),
    );
    const { client, stderr } = await startCommand(["--debug"], settings(address));
    for (const { tool: name, arguments: args } of CALLS.filter(({ tool }) => /schedule|post/.test(tool))) {
      const result = await client.callTool({ name, arguments: args });
      expect(result.content[0]?.text).toContain("bad header Bearer [secret]");
      if (name === "bulk_post_worklogs") replyOf(result);
      expectNoSecret(JSON.stringify(result), stderr());
    }
  });

  test("does not follow a redirect with its credentials", async () => {
    const seen: string[] = [];
    const elsewhere = await serveOnLoopback(async (request) => {
      seen.push(request.url);
      return Response.json({});
    });
    const address = await serveOnLoopback(
      async () =>
        new Response(null, { status: 302, headers: { location: `${elsewhere}/rest/api/3/myself` } }),
    );
    const { client } = await startCommand([], settings(address));
    const { content, isError } = await client.callTool({ name: "get_schedule", arguments: JANUARY });
    expect({ isError, text: content[0]?.text }).toEqual({
      isError: true,
      text:
        "Jira redirects to another URL (HTTP 302). Redirects are not followed, to keep your token safe. " +
        "Set JIRA_BASE_URL to the final URL.",
    });
    expect(seen).toEqual([]);
  });

  test("reports a page instead of JSON without showing it", async () => {
    const page = "<html><body>Please log in</body></html>";
    const address = await serveOnLoopback(
      async () => new Response(page, { headers: { "content-type": "text/html" } }),
    );
    const { client } = await startCommand([], { ...settings(address), TEMPO_CALL_BUDGET_MS: "2000" });
    const { content } = await client.callTool({ name: "get_schedule", arguments: JANUARY });
    expect(content[0]?.text).toBe(
      "Jira's response is not JSON. A proxy or login page may be intercepting it; check JIRA_BASE_URL.",
    );
  });

  test("reports in debug mode if a response does not match the OpenAPI slice, and goes on", async () => {
    const sandbox = createSandbox(EXAMPLE_SEED, { credentials });
    const address = await serveOnLoopback(async (request) => {
      const response = await sandbox.fetch(request);
      if (!request.url.includes("user-schedule")) return response;
      const { results } = (await response.json()) as { results: object[] };
      return Response.json({ results });
    });
    const { client, stderr } = await startCommand(["--debug"], settings(address));
    replyOf(await client.callTool({ name: "get_schedule", arguments: JANUARY }));
    expect(stderr()).toContain(
      "Tempo deviates from contracts/tempo-openapi.yaml: getUserSchedule 200 must have required property 'metadata'",
    );
  });

  test("says which URL it cannot connect to", async () => {
    const { client } = await startCommand([], {
      ...settings("http://127.0.0.1:2"),
      TEMPO_CALL_BUDGET_MS: "2000",
    });
    const { content } = await client.callTool({ name: "get_schedule", arguments: JANUARY });
    expect(content[0]?.text).toMatch(
      /^Jira could not be reached at http:\/\/127\.0\.0\.1:2 \(.+\)\. Check the network and JIRA_BASE_URL, then try again\.$/,
    );
  });
});

function expectNoSecret(...outputs: string[]): void {
  for (const output of outputs) {
    for (const secret of [...Object.values(SECRETS), BASIC]) expect(output).not.toContain(secret);
  }
}
