import { describe, expect, inject, test } from "vitest";
import { type ReplyName, replyErrors } from "../../src/contract/index.ts";
import { responseSchemas } from "../../src/generated/schemas.ts";
import { tools } from "../../src/tools/index.ts";
import { exampleCalls } from "../helpers/examples.ts";
import { shell } from "./languages.ts";
import { withInstalledServer } from "./real-replies.ts";

const installed = inject("installed");
const today = new Date().toISOString().slice(0, 10);

const calls = await exampleCalls();

/** The first example call of each tool: the other calls have replies of the same shape, and other tests make them. */
const firstCalls = calls.filter(({ tool }, index) => calls.findIndex((call) => call.tool === tool) === index);

const ERAS = ["legacy", "modern"];

/** Runs a method with the Inspector's CLI and parses its output. It is an error if it ends with another code than 0. */
async function inspectIn(era: string, method: string, ...options: string[]): Promise<unknown> {
  const server = "node_modules/.bin/tempofiller --sandbox --toolsets=all";
  const command = ["mcp-inspector --cli", server, "--protocol-era", era, "--method", method, ...options];
  return JSON.parse(await shell(installed, [command.join(" ")]));
}

// A reply is the same in both eras, so each call is made in one of them.
test.each(firstCalls.map((call, index) => ({ ...call, era: ERAS[index % 2] as string })))(
  "tools/call $tool with $name, by the $era protocol, returns a reply of the contract, also as text",
  async ({ era, tool, arguments: args }) => {
    const quoted = shellQuoted(JSON.stringify(args));
    const answered = await inspectIn(era, "tools/call", "--tool-name", tool, "--tool-args-json", quoted);
    const { content, structuredContent } = answered as { content: unknown; structuredContent: unknown };
    expect(replyErrors(tool as ReplyName, structuredContent)).toEqual([]);
    expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
  },
);

describe.each(ERAS)("the MCP Inspector, %s protocol", (era) => {
  const inspect = (method: string, ...options: string[]) => inspectIn(era, method, ...options);

  test("tools/list --strict finds no fault in the tools, and lists them as they are published", async () => {
    const { tools: listed } = await withInstalledServer(installed, (client) => client.listTools());
    const { tools: inspected } = (await inspect("tools/list", "--strict")) as { tools: typeof listed };
    expect(inspected.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    expect(inspected.map(withoutDialect)).toEqual(listed.map(withoutDialect));
    expect(inspected.map(({ outputSchema }) => outputSchema?.properties)).toEqual(
      tools.map(({ reply }) => responseSchemas[reply].properties),
    );
  });

  test("tools/call ends with the Inspector's code for a tool's error, and prints its text", async () => {
    const args = `'${JSON.stringify({ worklogId: "1" })}'`;
    await expect(
      inspect("tools/call", "--tool-name delete_worklog --tool-args-json", args),
    ).rejects.toMatchObject({ code: 5, stdout: expect.stringContaining("Worklog 1 was not found") });
  });

  test("prompts/list and prompts/get return what another client gets", async () => {
    const args = { username: "Ada", month: "2026-01", includeAnalysis: "true" };
    const expected = await withInstalledServer(installed, async (client) => ({
      list: await client.listPrompts(),
      prompt: await client.getPrompt({ name: "worklog_summary", arguments: args }),
    }));
    expect(expected.list.prompts.length).toBe(3);
    expect(await inspect("prompts/list")).toMatchObject(expected.list);
    const pairs = Object.entries(args).flatMap(([name, value]) => ["--prompt-args", `${name}=${value}`]);
    expect(await inspect("prompts/get", "--prompt-name worklog_summary", ...pairs)).toMatchObject(
      expected.prompt,
    );
  });

  test("prompts/get reports an invalid argument", async () => {
    await expect(
      inspect("prompts/get", "--prompt-name worklog_summary", "--prompt-args username=Ada month=2026-13"),
    ).rejects.toMatchObject({ stderr: expect.stringContaining("`month` must be a calendar month") });
  });

  test("resources/list and resources/templates/list return what another client gets", async () => {
    const expected = await withInstalledServer(installed, async (client) => ({
      list: await client.listResources(),
      templates: await client.listResourceTemplates(),
    }));
    expect(expected.list.resources.length).toBe(3);
    expect(expected.templates.resourceTemplates.length).toBe(2);
    expect(await inspect("resources/list")).toMatchObject(expected.list);
    expect(await inspect("resources/templates/list")).toMatchObject(expected.templates);
  });

  test.each([
    "tempo://issues/recent",
    "tempo://contract/responses.schema.json",
    "tempo://schedule/2020-01/summary",
    `tempo://worklogs/${today.slice(0, 7)}/summary`,
    "ui://tempofiller/timesheet.html",
  ])("resources/read %s brings what another client gets", async (uri) => {
    const { contents } = await withInstalledServer(installed, (client) => client.readResource({ uri }));
    expect(contents[0]?.text?.length).toBeGreaterThan(20);
    expect(await inspect("resources/read", "--uri", uri)).toMatchObject({ contents });
  });
});

function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The dialect that either side may add to a schema is no part of what is published. */
function withoutDialect(tool: Record<string, unknown> | object): unknown {
  return JSON.parse(JSON.stringify(tool, (key, value) => (key === "$schema" ? undefined : value)));
}
