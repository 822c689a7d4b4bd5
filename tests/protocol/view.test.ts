import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readView } from "../../src/runtime/read-view.ts";
import { SettingsError } from "../../src/timesheet/errors.ts";
import { coreTools, tools } from "../../src/tools/index.ts";
import { TOOL_SETS } from "../../src/tools/tool.ts";
import { CLIENT_KINDS } from "../helpers/clients.ts";
import { protocolError } from "../helpers/protocol-error.ts";
import { openSession } from "../helpers/session.ts";
import { builtView } from "../helpers/view.ts";

const URI = "ui://tempofiller/timesheet.html";
const MIME_TYPE = "text/html;profile=mcp-app";

const RESULT_SIZE = { "anthropic/maxResultSizeChars": 500_000 };
const WITH_VIEW = { ...RESULT_SIZE, ui: { resourceUri: URI }, "ui/resourceUri": URI };

const namesOf = (some: readonly { name: string }[]) => some.map(({ name }) => name);

describe.each(CLIENT_KINDS)("through %s", (kind) => {
  test("the view is listed as a resource, as a page of MCP Apps", async () => {
    const { client } = await openSession({ client: kind });
    const { resources } = await client.listResources();
    expect(resources.filter(({ uri }) => uri === URI)).toEqual([
      {
        name: "timesheet-view",
        uri: URI,
        title: "Timesheet view",
        description:
          "The page in which hosts with MCP Apps show a timesheet: the hours of each day, what is missing, and what was logged.",
        mimeType: MIME_TYPE,
      },
    ]);
  });

  test.each([
    ["the tools that are always offered", {}, namesOf(coreTools)],
    [
      "the reading tools alone where nothing may be written",
      { readOnly: true },
      ["get_schedule", "get_worklogs"],
    ],
    ["the tools of every set", { toolSets: TOOL_SETS }, namesOf(tools)],
  ])("the view is read with the address of Jira and the names of %s", async (_, options, names) => {
    const site = "https://jira.example.com/a&b";
    const { client, requests } = await openSession({ client: kind, site, ...options });
    expect(namesOf((await client.listTools()).tools)).toEqual(names);
    const html = await builtView();
    const text = html.replace(
      '<html lang="en" data-tools="" data-site="">',
      `<html lang="en" data-tools="${names.join(" ")}" data-site="https://jira.example.com/a&amp;b">`,
    );
    expect(text).not.toBe(html);
    const { contents } = await client.readResource({ uri: URI });
    expect(contents).toEqual([
      { uri: URI, mimeType: MIME_TYPE, text, _meta: { ui: { prefersBorder: true } } },
    ]);
    expect(requests).toEqual([]);
  });

  test("the tools whose replies the view draws link to it, by both keys", async () => {
    const { client } = await openSession({ client: kind, toolSets: TOOL_SETS });
    const { tools: listed } = await client.listTools();
    const drawn = [
      "get_schedule",
      "get_worklogs",
      "post_worklog",
      "bulk_post_worklogs",
      "draft_timesheet",
      "post_draft",
      "get_totals",
      "get_team_totals",
    ];
    expect(Object.fromEntries(listed.map(({ name, _meta }) => [name, _meta]))).toEqual(
      Object.fromEntries(
        namesOf(tools).map((name) => [name, drawn.includes(name) ? WITH_VIEW : RESULT_SIZE]),
      ),
    );
  });

  test("the server declares MCP Apps and Skills among its capabilities", async () => {
    const { client } = await openSession({ client: kind });
    expect(client.getServerCapabilities()).toEqual({
      tools: { listChanged: false },
      prompts: { listChanged: false },
      resources: { listChanged: false },
      completions: {},
      extensions: { "io.modelcontextprotocol/ui": {}, "io.modelcontextprotocol/skills": {} },
    });
  });

  test("a missing file is an error that says what to do", async () => {
    const folder = join(tmpdir(), "tempofiller-no-such-folder");
    const { client, log } = await openSession({ client: kind, readView: () => readView(folder) });
    expect(await protocolError(client.readResource({ uri: URI }))).toEqual({
      code: -32603,
      message:
        `The timesheet view cannot be read from ${join(folder, "timesheet.html")} (ENOENT). ` +
        "Install TempoFiller again, or run `npm run build` in its sources. The tools work without it.",
      data: { "tempofiller/error": { code: "internal", retryable: false } },
    });
    expect(log).toEqual([]);
  });

  test("a page without a place for the tools' names is an internal error", async () => {
    const { client, log } = await openSession({ client: kind, readView: async () => '<html lang="en">' });
    expect(await protocolError(client.readResource({ uri: URI }))).toEqual({
      code: -32603,
      message: `${URI} failed: internal error. This is a bug; please report it with the lines on stderr.`,
      data: { "tempofiller/error": { code: "internal", retryable: false } },
    });
    expect(log.join("\n")).toMatch(/Error: The view has no data-tools=""/);
  });
});

test("the view is read without settings", async () => {
  const { client } = await openSession({
    openTimesheet: () => Promise.reject(new SettingsError("Set TEMPO_API_TOKEN.")),
  });
  const { contents } = await client.readResource({ uri: URI });
  expect(contents[0]?.text).toMatch(/^<!doctype html>/);
});
