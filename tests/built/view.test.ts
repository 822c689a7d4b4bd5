import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { coreTools, tools } from "../../src/tools/index.ts";
import { CLIENT_KINDS } from "../helpers/clients.ts";
import { startCommand } from "../helpers/command.ts";
import { protocolError } from "../helpers/protocol-error.ts";
import { ROOT } from "../helpers/root.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const URI = "ui://tempofiller/timesheet.html";

describe.each(CLIENT_KINDS)("the built command, through %s", (kind) => {
  test.each([
    ["its tools", {}, coreTools],
    ["the reading tools alone where nothing may be written", { TEMPO_READ_ONLY: "1" }, coreTools.slice(0, 2)],
    ["the tools of every set", { TEMPO_TOOLSETS: "all" }, tools],
  ])("serves the view with the names of %s, without settings for Tempo", async (_, env, offered) => {
    const { client, stderr } = await startCommand([], env, kind);
    const html = await readFile(join(ROOT, "dist/timesheet.html"), "utf8");
    const names = offered.map(({ name }) => name).join(" ");
    const { contents } = await client.readResource({ uri: URI });
    expect(contents).toEqual([
      {
        uri: URI,
        mimeType: "text/html;profile=mcp-app",
        text: html.replace('data-tools=""', `data-tools="${names}"`),
        _meta: { ui: { prefersBorder: true } },
      },
    ]);
    expect(stderr()).toBe("");
  });
});

test.each([
  [
    "Cloud",
    {
      TEMPO_API_TOKEN: "t",
      JIRA_BASE_URL: "https://me.atlassian.net",
      JIRA_EMAIL: "me@example.com",
      JIRA_API_TOKEN: "j",
    },
    "https://me.atlassian.net",
  ],
  [
    "Data Center",
    { TEMPO_BASE_URL: "https://jira.example.com/jira/", TEMPO_PAT: "p" },
    "https://jira.example.com/jira",
  ],
])("the view has the address of Jira %s, to link its issues", async (_, env, site) => {
  const { client } = await startCommand([], env);
  const [content] = (await client.readResource({ uri: URI })).contents;
  expect(/data-site="([^"]*)"/.exec(String(content?.text))?.[1]).toBe(site);
});

test("the start reads nothing of the view: without its file, only reading it fails", async () => {
  const folder = temporaryFolder();
  const isOfView = /(read-view\.cjs|timesheet\.html)$/;
  await cp(join(ROOT, "dist"), folder, { recursive: true, filter: (path) => !isOfView.test(path) });
  const { client, stderr } = await startCommand([], {}, "sdk 1.x", [join(folder, "tempofiller.cjs")]);
  expect((await client.listTools()).tools.length).toBe(coreTools.length);
  expect((await client.listResources()).resources.map(({ uri }) => uri)).toContain(URI);
  expect(stderr()).toBe("");

  await cp(join(ROOT, "dist/read-view.cjs"), join(folder, "read-view.cjs"));
  expect(await protocolError(client.readResource({ uri: URI }))).toEqual({
    code: -32603,
    message:
      `The timesheet view cannot be read from ${join(folder, "timesheet.html")} (ENOENT). ` +
      "Install TempoFiller again, or run `npm run build` in its sources. The tools work without it.",
    data: { "tempofiller/error": { code: "internal", retryable: false } },
  });
});
