import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cachingIn, commandEnvironment } from "../../scripts/lib/command-environment.ts";
import type { GetWorklogsResponse } from "../../src/generated/responses.ts";
import { today } from "../../src/runtime/clock.ts";
import { addDays } from "../../src/timesheet/dates.ts";
import { coreTools as knownTools, tools } from "../../src/tools/index.ts";
import { CLIENT_KINDS } from "../helpers/clients.ts";
import { COMMAND, runCommand, startCommand } from "../helpers/command.ts";
import { COMMAND_NAMES, optionNamesOf } from "../helpers/commands.ts";
import { exampleCalls } from "../helpers/examples.ts";
import { HANDSHAKE, linesOf, startRaw } from "../helpers/raw-stdio.ts";
import { replyOf } from "../helpers/session.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const { version } = JSON.parse(await readFile(join(import.meta.dirname, "../../package.json"), "utf8"));

const JANUARY = { startDate: "2026-01-01", endDate: "2026-01-31" };

const CALLS = await exampleCalls();

describe("the built command", () => {
  test.each([["--help"], ["-h"], ["help"]])(
    "%s prints one screen: commands, options, the settings needed",
    async (arg) => {
      const { code, stdout, stderr } = await runCommand([arg]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      for (const word of [...COMMAND_NAMES, "--sandbox", "--debug", "TEMPO_API_TOKEN", "JIRA_API_TOKEN"]) {
        expect(stdout).toContain(word);
      }
      const lines = stdout.split("\n");
      expect(lines.length).toBeLessThan(51);
      expect(lines.filter((line) => line.length > 80)).toEqual([]);
    },
  );

  test("keeps what Node compiles in the user's own folder", async () => {
    const folder = temporaryFolder();
    expect(await runCommand(["--version"], { env: cachingIn(folder) })).toMatchObject({
      code: 0,
      stderr: "",
    });
    expect(readdirSync(folder).length).toBe(1);
  });

  test.each([["--version"], ["-v"], ["-V"], ["version"]])("%s prints the version", async (arg) => {
    expect(await runCommand([arg])).toMatchObject({ code: 0, stdout: `${version}\n`, stderr: "" });
  });

  test.each(COMMAND_NAMES)("help %s prints its options, and so does --help after it", async (name) => {
    const { code, stdout, stderr } = await runCommand(["help", name]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(new RegExp(`^Usage: tempofiller ${name} `));
    const shown = [...stdout.matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, option]) => option);
    expect(shown).toEqual(optionNamesOf(name));
    expect((await runCommand([name, "--help"])).stdout).toBe(stdout);
  });

  test("help on a tool prints its arguments with their rules", async () => {
    const help = await runCommand(["help", "call", "post_worklog"], { env: { COLUMNS: "120" } });
    expect(help).toMatchObject({ code: 0, stderr: "" });
    const [, section = ""] = /keys of a JSON object\n(.+?)\n\n/s.exec(help.stdout) ?? [];
    expect(section.split("\n")).toEqual([
      "  --issueKey TEXT             required. Such as PROJ-123.",
      "  --hours NUMBER              required. 0.1 to 24, per day.",
      "  --startDate DATE            required. Date, YYYY-MM-DD.",
      "  --endDate DATE              optional. YYYY-MM-DD, inclusive. Left out: only startDate, even on a day off.",
      "  --billable[=false]          optional. Default: true.",
      "  --description TEXT          optional. Comment.",
      "  --startTime TEXT            optional. Local, HH:mm.",
      "  --attributes JSON           optional. By key or name. @issue: the issue's account.",
    ]);
    const after = await runCommand(["call", "post_worklog", "--help"], { env: { COLUMNS: "120" } });
    expect(after.stdout).toBe(help.stdout);
  });

  test("help on settings and exit codes lists them", async () => {
    expect((await runCommand(["help", "settings"])).stdout).toContain("\n  TEMPO_DUPLICATES ");
    expect((await runCommand(["help", "exit-codes"])).stdout).toContain("\n  130 ");
  });

  test.each([
    [["--sandobx"], "Unknown option '--sandobx'. Did you mean --sandbox?"],
    [["dmeo"], "Unknown command 'dmeo'. Did you mean demo?"],
    [["-w"], "Unknown option '-w'. See"],
    [["--sandbox", "datacenter"], "--sandbox=datacenter"],
    [["help", "docter"], "Did you mean doctor?"],
    [["help", "call", "get_shedule"], "Did you mean get_schedule?"],
  ])("refuses the command line %j in one line, with exit code 2", async (args, words) => {
    const { code, stdout, stderr } = await runCommand(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(words);
    expect(stderr.trim().split("\n").length).toBe(1);
  });

  test.each([
    ["", false],
    [" default ", false],
    ["fill", true],
    ["fill,Team,default", true],
    ["fil", false],
  ])(
    "with the tool sets %j lists the five tools of before the sets to the byte, and further ones after: %s",
    async (sets, more) => {
      const before = (await readFile(join(import.meta.dirname, "tools-list.txt"), "utf8")).trim();
      const { lines, send, answered } = await startRaw({ TEMPO_TOOLSETS: sets }, ["--sandbox"]);
      send({ id: 2, method: "tools/list", params: {} });
      await answered(2);
      const line = lines.at(-1) ?? "";
      const start = line.indexOf('"tools":') + '"tools":'.length;
      const shared = before.slice(0, -1);
      expect(line.slice(start, start + shared.length)).toBe(shared);
      expect(line[start + shared.length]).toBe(more ? "," : "]");
    },
  );

  test.each(CLIENT_KINDS)("serves the embedded Tempo over stdio to %s", async (kind) => {
    const { client } = await startCommand(["--sandbox", "--debug"], {}, kind);
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(knownTools.map(({ name }) => name));
    const posted = replyOf(
      await client.callTool({
        name: "post_worklog",
        arguments: { issueKey: "DEMO-1", hours: 2, startDate: "2026-01-05" },
      }),
    ) as { worklog: { id: string } };
    const { worklogs } = replyOf(
      await client.callTool({ name: "get_worklogs", arguments: { startDate: "2026-01-05" } }),
      "get_worklogs",
    );
    expect(worklogs.map(({ id, hours }) => ({ id, hours }))).toEqual([{ id: posted.worklog.id, hours: 2 }]);
  });

  test.each(CLIENT_KINDS)("serves prompts and resources from the bundle to %s", async (kind) => {
    const { client, stderr } = await startCommand(["--sandbox"], {}, kind);
    const contract = await readFile(
      join(import.meta.dirname, "../../contracts/responses.schema.json"),
      "utf8",
    );
    const uri = "tempo://contract/responses.schema.json";
    expect((await client.readResource({ uri })).contents[0]?.text).toBe(contract);

    const recent = await client.readResource({ uri: "tempo://issues/recent" });
    const { byIssue } = JSON.parse(recent.contents[0]?.text ?? "") as GetWorklogsResponse;
    const { completion } = await client.complete({
      ref: { type: "ref/prompt", name: "schedule_aware_bulk_entry" },
      argument: { name: "issueKey", value: "demo" },
    });
    expect(completion.values).toEqual(byIssue.map(({ issueKey }) => issueKey));
    expect(completion.values.length).toBeGreaterThan(1);

    const { messages } = await client.getPrompt({
      name: "schedule_aware_bulk_entry",
      arguments: { dateRange: "2026-01-05..2026-01-09", issueKey: completion.values[0] ?? "" },
    });
    expect(messages[0]?.content.text).toContain(`on ${completion.values[0]} in Tempo.`);
    expect(stderr()).toBe("");
  });

  test("offers tools and replies as its settings say", async () => {
    const env = { TEMPO_READ_ONLY: "1", TEMPO_STRUCTURED_CONTENT: "off", TEMPO_SUMMARY_FIRST: "1" };
    const { client } = await startCommand(["--sandbox"], env);
    const { tools: listed } = await client.listTools();
    expect(listed.map(({ name, outputSchema }) => [name, outputSchema])).toEqual(
      knownTools.filter(({ effect }) => effect === "read").map(({ name }) => [name, undefined]),
    );
    const { content, structuredContent } = await client.callTool({
      name: "get_schedule",
      arguments: JANUARY,
    });
    expect(structuredContent).toBeUndefined();
    expect(Object.keys(JSON.parse(content[0]?.text ?? ""))).toEqual([
      "startDate",
      "endDate",
      "summary",
      "days",
    ]);
  });

  test("stores two equal posts that come at once only once, without a state folder too", async () => {
    const post = {
      name: "post_worklog",
      arguments: { issueKey: "DEMO-1", hours: 1, startDate: "2026-01-05" },
    };
    const calls = [2, 3].map((id) => ({ id, method: "tools/call", params: post }));
    const input = linesOf([...HANDSHAKE, ...calls]);
    const { stdout } = await runCommand(["--sandbox"], { input, lines: 3 });
    const worklogs = stdout
      .trim()
      .split("\n")
      .flatMap((line) => JSON.parse(line).result.structuredContent?.worklog ?? []);
    expect(worklogs.map(({ alreadyLogged }) => alreadyLogged === true).sort()).toEqual([false, true]);
    expect(new Set(worklogs.map(({ id }) => id)).size).toBe(1);
  });

  test("writes nothing but JSON-RPC to stdout, and ends by itself when stdin ends", async () => {
    const input = linesOf([
      ...HANDSHAKE,
      { id: 2, method: "tools/call", params: { name: "get_schedule", arguments: JANUARY } },
      { id: 3, method: "tools/call", params: { name: "get_schedule", arguments: "no object" } },
      { id: 4, method: "tools/call", params: { name: "nope" } },
    ]);
    const finished = await runCommand(["--sandbox", "--debug"], {
      input: `not json\n${input}`,
      lines: 5,
    });
    const answers = finished.stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(answers.map(({ jsonrpc, id }) => ({ jsonrpc, id })).sort((a, b) => a.id - b.id)).toEqual(
      [null, 1, 2, 3, 4].map((id) => ({ jsonrpc: "2.0", id })),
    );
    expect(finished.code).toBe(0);
    expect(finished.milliseconds).toBeLessThan(10_000);
  });

  test("starts and lists its tools without any setting, and each call says what to set", async () => {
    const { client } = await startCommand(["--toolsets", "all"]);
    expect((await client.listTools()).tools.length).toBe(tools.length);
    for (const { tool: name, arguments: args } of CALLS) {
      const { isError, content, _meta } = await client.callTool({ name, arguments: args });
      expect(isError).toBe(true);
      expect(content[0]?.text).toBe(
        "Tempo is not configured. For Tempo Cloud, set TEMPO_API_TOKEN, JIRA_BASE_URL, JIRA_EMAIL and JIRA_API_TOKEN. For " +
          "Tempo on Jira Data Center, set TEMPO_BASE_URL and TEMPO_PAT. tempofiller setup asks for them and keeps them in " +
          "your settings file; or add them to the `env` block of this server in your MCP host's configuration. Then restart " +
          "the server. To try TempoFiller without an account, start it with --sandbox.",
      );
      expect(_meta?.["tempofiller/error"]).toEqual({ code: "invalid_settings", retryable: false });
    }
  });

  test.each(["America/Los_Angeles", "Pacific/Auckland"])("knows the right days with TZ=%s", async (TZ) => {
    const { client } = await startCommand(["--sandbox"], { TZ });
    const { days } = replyOf(
      await client.callTool({
        name: "get_schedule",
        arguments: { startDate: "2024-02-26", endDate: "2024-03-03" },
      }),
      "get_schedule",
    );
    expect(days.map(({ date, dayOfWeek, isWorkingDay }) => [date, dayOfWeek, isWorkingDay])).toEqual([
      ["2024-02-26", "Monday", true],
      ["2024-02-27", "Tuesday", true],
      ["2024-02-28", "Wednesday", true],
      ["2024-02-29", "Thursday", true],
      ["2024-03-01", "Friday", true],
      ["2024-03-02", "Saturday", false],
      ["2024-03-03", "Sunday", false],
    ]);
    const range = { startDate: "2024-03-08", endDate: "2024-03-12" };
    await client.callTool({ name: "post_worklog", arguments: { issueKey: "DEMO-1", hours: 8, ...range } });
    const { worklogs } = replyOf(
      await client.callTool({ name: "get_worklogs", arguments: range }),
      "get_worklogs",
    );
    expect(worklogs.map(({ date }) => date)).toEqual(["2024-03-08", "2024-03-11", "2024-03-12"]);
  });
});

test("a host that closes stderr loses the log, not the replies", async () => {
  const { child, send, answered } = await startRaw({}, ["--sandbox", "--debug"]);
  child.stderr.destroy();
  for (const id of [2, 3, 4]) {
    const params = { name: "get_worklogs", arguments: { startDate: "2026-01-05" } };
    send({ id, method: "tools/call", params });
    expect(await answered(id)).toMatchObject({ result: { content: [{ type: "text" }] } });
  }
  child.stdin.end();
  expect(await once(child, "close")).toEqual([0, null]);
});

test.each([
  ["an unhandled rejection", "Promise.reject(error)", null],
  ["an uncaught exception", "throw error", 1],
])("%s is reported on stderr without secrets", async (_, failing, code) => {
  const script = `setTimeout(() => { const error = new Error("stray t0p-S3CRET-pat"); ${failing}; }, 300)`;
  const child = spawn(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(script)}`, COMMAND],
    {
      env: commandEnvironment({ TEMPO_BASE_URL: "https://jira.invalid", TEMPO_PAT: "t0p-S3CRET-pat" }),
      timeout: 20_000,
    },
  );
  const closed = once(child, "close");
  let stderr = "";
  child.stderr.on("data", (chunk) => {
    stderr += String(chunk);
  });
  await expect.poll(() => stderr, { timeout: 10_000 }).toMatch(/^tempofiller: unexpected.*stray \[secret\]/);
  // Alive after a rejection: hours may be on their way.
  expect(child.exitCode === null || code === 1).toBe(true);
  child.stdin.end();
  const [ended] = await closed;
  expect({ ended, leaks: stderr.includes("S3CRET") }).toEqual({ ended: code ?? 0, leaks: false });
});

test.each([
  ["draft 2 days ago", `-2 (${addDays(today(), -2)})`],
  ["draft gestern", `yesterday (${addDays(today(), -1)})`],
  ["log DEMO-1 2h 23 Nov 2026", "2026-11-23"],
  ["fill KW 47 2026 DEMO-1", "2026-W47"],
  ["change 1290041 --date 23. November 2026", "2026-11-23"],
  ["export 2026-11-02 2026-11-06", "2026-11-02..2026-11-06"],
])("%s is refused with the word to type, whole in a line of 60 characters", async (line, word) => {
  const env = { COLUMNS: "60" };
  const { code, stdout, stderr } = await runCommand([...line.split(" "), "--sandbox"], { env });
  const lines = stderr.trimEnd().split("\n");
  expect([code, stdout, lines.filter((it) => it.length > 60)]).toEqual([2, "", []]);
  expect(stderr).toMatch(/[Ww]rite\s/);
  expect(lines.filter((it) => it.includes(word)).length).toBe(1);
});

test.each([
  ["log DEMO-1 2h", true],
  ["fill 2026-01 DEMO-1 --yes", true],
  ["fill 2026-01 DEMO-1 --json", false],
  ["change 1290003 --hours 3h", true],
  ["call post_worklog --issueKey DEMO-1 --hours 2 --startDate 2026-01-05", true],
  ["call get_worklogs --startDate 2026-01-05", false],
  ["day", false],
])("%s --sandbox says at the end that the sandbox forgets it: %s", async (line, isSaid) => {
  const { code, stderr } = await runCommand([...line.split(" "), "--sandbox"]);
  const forgets =
    "tempofiller: The sandbox forgets this as the command ends; tempofiller sandbox serves one that keeps it until you end it.\n";
  expect([code, stderr.replaceAll(/\n {2,}/g, " ").endsWith(forgets)]).toEqual([0, isSaid]);
});
