import { describe, expect, test } from "vitest";
import { CLIENT_KINDS } from "../../helpers/clients.ts";
import { ERA_2026 } from "../../helpers/raw-requests.ts";
import { openSession } from "../../helpers/session.ts";
import { startTeamServer, type TeamServer } from "../../helpers/team-server.ts";

const LONG = "a".repeat(100_000);

/** More than our own longest sentence grows by, and less than a text that is repeated. */
const FEW = 2000;

interface Message {
  id?: unknown;
  method: string;
  params?: { name?: unknown; uri?: unknown; _meta?: object; [key: string]: unknown };
}

const call = (name: string, args: unknown): Message => ({
  method: "tools/call",
  params: { name, arguments: args },
});
const prompt = (args: object): Message => ({
  method: "prompts/get",
  params: { name: "worklog_summary", arguments: args },
});
const read = (uri: unknown): Message => ({ method: "resources/read", params: { uri } });
const complete = (ref: object, argument = { name: "month", value: "2" }): Message => ({
  method: "completion/complete",
  params: { ref, argument },
});
const DAY = { startDate: "2026-01-05" };
const POST = { issueKey: "PROJ-123", hours: 1, ...DAY };

/** The places of a message where a caller may write any text. */
const PLACES: Record<string, (text: string) => Message> = {
  "the name of a tool": (text) => call(text, {}),
  "the name of a prompt": (text) => ({ method: "prompts/get", params: { name: text } }),
  "the name of a prompt's argument": (text) => prompt({ [text]: "x" }),
  "the name of a prompt's argument that is no text": (text) => prompt({ [text]: 7 }),
  "a prompt's month": (text) => prompt({ month: text }),
  "a prompt's user": (text) => prompt({ month: "2026-01", username: text }),
  "a prompt's range": (text) => ({
    method: "prompts/get",
    params: { name: "schedule_aware_bulk_entry", arguments: { dateRange: text, issueKey: text } },
  }),
  "an address": read,
  "an address of Tempo": (text) => read(`tempo://${text}`),
  "an address of a month": (text) => read(`tempo://schedule/${text}/summary`),
  "an address of another month": (text) => read(`tempo://worklogs/2026-13${text}/summary`),
  "an address of a skill": (text) => read(`skill://${text}`),
  "an address of a view": (text) => read(`ui://${text}`),
  "an address with escapes": (text) => read(`tempo://${text.replaceAll("a", "%C3%A4")}`),
  "the address of a skill": (text) => ({ method: "skills/get", params: { uri: text } }),
  "the address of a skill that is a list": (text) => ({ method: "skills/get", params: { uri: [text] } }),
  "the name of a tool that is an object": (text) => ({ method: "tools/call", params: { name: { text } } }),
  "the name of a template that is a list": (text) => complete({ type: "ref/resource", uri: [text] }),
  "a prompt to complete": (text) => complete({ type: "ref/prompt", name: text }),
  "a template to complete": (text) => complete({ type: "ref/resource", uri: text }),
  "a kind to complete": (text) => complete({ type: text, name: text, uri: text }),
  "an argument to complete": (text) =>
    complete({ type: "ref/prompt", name: "worklog_summary" }, { name: text, value: text }),
  "a method": (text) => ({ method: text }),
  "a method of tasks": (text) => ({ method: "tasks/get", params: { taskId: text } }),
  "an id": (text) => ({ id: text, method: "ping" }),
  "an id that is a list": (text) => ({ id: [text], method: "ping" }),
  "an id that is an object": (text) => ({ id: { text }, method: "subscriptions/listen" }),
  "a token of progress": (text) => ({
    ...call("get_worklogs", DAY),
    params: { name: "get_worklogs", arguments: DAY, _meta: { progressToken: text } },
  }),
  "a version of the protocol": (text) => ({
    method: "tools/list",
    params: { _meta: { "io.modelcontextprotocol/protocolVersion": text } },
  }),
  "the first version of the protocol": (text) => ({
    method: "initialize",
    params: { protocolVersion: text, capabilities: {}, clientInfo: { name: text, version: text } },
  }),
  "a level of the log": (text) => ({ method: "logging/setLevel", params: { level: text } }),
  "a page of a list": (text) => ({ method: "prompts/list", params: { cursor: text } }),
  "the name of an argument": (text) => call("get_worklogs", { ...DAY, [text]: 1 }),
  "the name of an argument in a row": (text) =>
    call("bulk_post_worklogs", { worklogs: [{ ...POST, [text]: 1 }] }),
  "arguments that are a text": (text) => call("get_worklogs", text),
  "a date": (text) => call("get_worklogs", { startDate: text }),
  "an issue": (text) => call("get_worklogs", { ...DAY, issueKey: text }),
  "an issue of a row": (text) =>
    call("bulk_post_worklogs", { worklogs: [{ date: text, issueKey: text, hours: 1 }] }),
  "an issue to log on": (text) => call("post_worklog", { ...POST, issueKey: text }),
  "a number": (text) => call("post_worklog", { ...POST, hours: text }),
  "a comment": (text) => call("post_worklog", { ...POST, description: text }),
  "a value of a list": (text) => call("get_totals", { ...DAY, groupBy: text }),
  "a team": (text) => call("get_team_timesheets", { team: text }),
  "a team of totals": (text) => call("get_team_totals", { ...DAY, team: text }),
  "a reviewer": (text) => call("submit_timesheet", { startDate: "2026-01-01", reviewer: text }),
  words: (text) => call("search_issues", { words: text }),
  "a project": (text) => call("search_issues", { words: "x", projectKey: text }),
  "a worklog": (text) => call("delete_worklog", { worklogId: text }),
  worklogs: (text) => call("delete_worklogs", { worklogIds: [text] }),
  "a digest": (text) => call("delete_worklogs", { worklogIds: ["1"], confirm: text }),
  "a ref": (text) => call("draft_timesheet", { ...DAY, leaveOut: [text] }),
  "an attribute": (text) => call("draft_timesheet", { ...DAY, attributes: { [text]: text } }),
};

/** Sends a message as a client of 2026-07-28 does, or as one of before. A header with a long text would not be sent. */
async function send(
  team: TeamServer,
  message: Message,
  isOf2026: boolean,
  more: Record<string, string> = {},
) {
  const { method, params = {} } = message;
  const _meta = { ...(isOf2026 && ERA_2026), ...params._meta };
  const name = String(params.name ?? params.uri ?? "");
  const headers = {
    ...team.tempo.members[0]?.headers,
    ...(isOf2026 && { "mcp-protocol-version": "2026-07-28" }),
    ...(isOf2026 && method.length < 1000 && { "mcp-method": method }),
    ...(isOf2026 && name !== "" && name.length < 1000 && { "mcp-name": name }),
    ...more,
  };
  const response = await team.post(
    { jsonrpc: "2.0", id: 7, ...message, params: { ...params, _meta } },
    headers,
  );
  return { status: response.status, text: await response.text() };
}

describe.each([false, true])("over HTTP, as of 2026-07-28: %j", (isOf2026) => {
  test.each(Object.entries(PLACES))("a long text as %s does not come back", async (_, messageWith) => {
    const team = await startTeamServer({ env: { TEMPO_TOOLSETS: "all" } });
    const short = await send(team, messageWith("aaaa"), isOf2026);
    const long = await send(team, messageWith(LONG), isOf2026);
    expect(long.text.length).toBeLessThan(short.text.length + FEW);
    expect(long.text).not.toMatch(/a{257}/);
    expect([200, 400, 404]).toContain(long.status);
  });

  test.each([1000, 100_000, 1_040_000])(
    "an address of %d characters gets 400 with its id",
    async (length) => {
      const team = await startTeamServer();
      for (const scheme of ["", "tempo://", "skill://", "tempo://schedule/"]) {
        const { status, text } = await send(team, read(scheme + "a".repeat(length)), isOf2026);
        expect([status, JSON.parse(text)]).toEqual([
          400,
          {
            jsonrpc: "2.0",
            id: 7,
            error: {
              code: -32_602,
              message: "The uri of the message has more than 256 characters. Send a shorter one.",
            },
          },
        ]);
      }
    },
  );

  test.each(["mcp-name", "mcp-method", "mcp-protocol-version", "mcp-param-x"])(
    "a long header %s gets 400 with the id, and does not come back",
    async (header) => {
      const team = await startTeamServer();
      const { status, text } = await send(team, call("get_worklogs", DAY), isOf2026, {
        [header]: "a".repeat(10_000),
      });
      expect([status, JSON.parse(text)]).toEqual([
        400,
        {
          jsonrpc: "2.0",
          id: 7,
          error: {
            code: -32_602,
            message: `The ${header} of the message has more than 256 characters. Send a shorter one.`,
          },
        },
      ]);
    },
  );
});

test("a text of 256 characters is served as any", async () => {
  const team = await startTeamServer();
  const { status, text } = await send(team, call("a".repeat(256), {}), true);
  expect([status, JSON.parse(text).error.message]).toEqual([200, `Tool ${"a".repeat(256)} not found`]);
});

test.each(CLIENT_KINDS)("a long text does not come back to a client of %s in process", async (kind) => {
  const { client } = await openSession({ client: kind, toolSets: ["team"] });
  const { isError, content } = await client.callTool({
    name: "get_team_timesheets",
    arguments: { team: LONG },
  });
  expect([isError, content[0]?.text]).toEqual([
    true,
    "Invalid input for get_team_timesheets: `team` must have at most 255 characters. Nothing was sent to Tempo; correct the " +
      "arguments and call again.",
  ]);
});
