/**
 * Real hosts, driven by a stub of a model on loopback. `npm run test:hosts` tries all of them; HOSTS=codex,gemini-cli those,
 * and `-- --update` writes the table of docs/hosts.md. The packages are kept in HOSTS_CACHE, or in node_modules/.cache/hosts.
 */
import { type StdioOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { parse } from "jsonc-parser";
import { expect, test } from "vitest";
import { replaceGenerated } from "../../scripts/generate/generated-block.ts";
import { findHost } from "../../src/cli/hosts/hosts.ts";
import { tools } from "../../src/tools/index.ts";
import { descriptionOf } from "../../src/tools/tool.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { ROOT } from "../helpers/root.ts";
import { settingsUnder, startSandbox } from "../helpers/sandbox-command.ts";
import { emptyHome } from "../helpers/setup.ts";
import { connectOverStdio } from "../helpers/stdio.ts";
import { HOSTS, type Host } from "./hosts.ts";
import { commandOf } from "./install.ts";
import { type SeenTool, startModel, toolNamed } from "./model.ts";
import { type ListedTool, repliesIn, rowOf } from "./table.ts";

const DEFAULT_TOOLS = [
  "get_schedule",
  "get_worklogs",
  "post_worklog",
  "bulk_post_worklogs",
  "delete_worklog",
];
const ALL_TOOLS = tools.map(({ name }) => name);

const DAY = "2026-03-02";
const CALL = { issueKey: "DEMO-1", hours: 1, startDate: DAY };

const DOCUMENT = join(ROOT, "docs/hosts.md");

/** Longer than a host takes on a slow machine, which is seconds. */
const RUN_LIMIT_MS = 120_000;
const INSTALL_LIMIT_MS = 600_000;

const wanted = process.env.HOSTS?.split(",") ?? HOSTS.map(({ id }) => id);
const chosen = HOSTS.filter(({ id }) => wanted.includes(id));
const HEAD = ["| host | name of a tool | differs |", "|---|---|---|"];
const rows = new Map<string, string>();

test.each(chosen)(
  "$title reads what setup wrote, lists the tools, logs an hour once, and gets its file back",
  async (host) => {
    const command = await commandOf(host);
    const model = await startModel("post_worklog", CALL);
    const { home, env: settings } = emptyHome();
    const tempo = settingsUnder("Settings for Tempo Cloud", await startSandbox("--port", "0"));
    const env = { ...settings, TEMPO_CONFIG_FILE: undefined, TEMPO_STATE_DIR: undefined };
    const file = join(home, host.file);
    const original = host.before(model.url);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, original);

    /** Runs our command, as the user of the host. */
    async function tempofiller(args: string[], more: Record<string, string> = {}): Promise<string> {
      const { code, stdout, stderr } = await runCommand(args, { env: { ...env, ...more } });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return stdout;
    }
    const setUp = (more = {}) => tempofiller(["setup", "--yes", "--host", host.setup], { ...tempo, ...more });
    const remove = () => tempofiller(["setup", "--remove", "--yes", "--host", host.setup]);
    /** Runs the host, and answers what it sent to the model. */
    async function run() {
      Object.assign(model.seen, { tools: [], results: [] });
      const output = await runHost([...command, ...host.args(file, model.url)], home, {
        ...host.env(model.url),
        // Most programs heed these, and so cannot leave the machine: the stub is no proxy.
        ...{ HTTP_PROXY: model.url, HTTPS_PROXY: model.url, NO_PROXY: "127.0.0.1,localhost" },
      });
      const replies = model.seen.results.flatMap(repliesIn);
      expect(replies.length, `no reply of the tool reached the model:\n${output}`).toBeGreaterThan(0);
      return { ...structuredClone(model.seen), replies };
    }

    await setUp();
    await remove();
    expect(readFileSync(file, "utf8")).toBe(original);

    await setUp();
    const written = readFileSync(file, "utf8");
    const first = await run();
    for (const reply of first.replies) {
      expect(reply).toMatchObject({ success: true, worklog: { issueKey: "DEMO-1", date: DAY, hours: 1 } });
      expect(reply).not.toHaveProperty("worklog.alreadyLogged");
    }
    await setUp({ TEMPO_TOOLSETS: "all" });
    const second = await run();
    for (const reply of second.replies)
      expect(reply).toMatchObject({ success: true, worklog: { hours: 1, alreadyLogged: true } });
    const logged = await tempofiller(["call", "get_worklogs", JSON.stringify({ startDate: DAY })]);
    expect(JSON.parse(logged)).toMatchObject({ summary: { totalHours: 1 } });

    const namesIn = (seen: readonly SeenTool[]) => ALL_TOOLS.filter((name) => toolNamed(name, seen));
    expect(namesIn(first.tools)).toEqual(expect.arrayContaining(DEFAULT_TOOLS));
    expect(namesIn(second.tools)).toEqual(ALL_TOOLS);
    rows.set(
      host.title,
      rowOf(host, namesIn(first.tools).length, await pairsOf(second.tools), second.results),
    );

    const left = readFileSync(file, "utf8");
    await remove();
    const restored = readFileSync(file, "utf8");
    // Some hosts write their file anew: then it is as they left it, but for the entry.
    if (left === written) expect(restored).toBe(original);
    else expect(parse(restored)).toEqual(withoutEntry(left, host));
  },
  INSTALL_LIMIT_MS + 5 * RUN_LIMIT_MS,
);

test("docs/hosts.md shows what each host does to the tools", async () => {
  const document = readFileSync(DOCUMENT, "utf8");
  const lines = document.split("\n");
  const [start, end] = ["<!-- generated:hosts", "<!-- /generated:hosts"].map((mark) =>
    lines.findIndex((line) => line.startsWith(mark)),
  );
  const shown = lines.slice(start, end);
  const all = HOSTS.map(
    ({ title }) => rows.get(title) ?? shown.find((line) => line.startsWith(`| ${title} `)) ?? "",
  );
  const table = [...HEAD, ...all].join("\n");
  expect([...rows.keys()]).toEqual(wanted.map((id) => HOSTS.find((host) => host.id === id)?.title ?? id));
  await expect(replaceGenerated(document, "hosts", "test:hosts -- --update", table)).toMatchFileSnapshot(
    DOCUMENT,
  );
});

/** Runs a host until it ends, and leaves none of its processes behind. Answers what it printed. */
async function runHost([program = "", ...args]: string[], home: string, env: Record<string, string>) {
  const own = { HOME: home, XDG_CONFIG_HOME: join(home, ".config"), PATH: process.env.PATH };
  const stdio: StdioOptions = ["ignore", "pipe", "pipe"];
  const child = spawn(program, args, { cwd: home, detached: true, stdio, env: { ...own, ...env } });
  const output = Promise.all([text(child.stdout as Readable), text(child.stderr as Readable)]);
  const end = () => process.kill(-(child.pid as number), "SIGKILL");
  const timer = setTimeout(end, RUN_LIMIT_MS);
  const [code, signal] = await once(child, "exit");
  clearTimeout(timer);
  try {
    end();
  } catch {
    // The usual case: its whole group has ended.
  }
  const printed = (await output).join("\n");
  expect({ code, signal }, printed).toEqual({ code: 0, signal: null });
  await expect.poll(() => processesIn(home), { timeout: 10_000 }).toEqual([]);
  return printed;
}

/** The processes with a home folder; on Linux alone. */
function processesIn(home: string): string[] {
  if (process.platform !== "linux") return [];
  const isIn = (id: string) => {
    try {
      return readFileSync(`/proc/${id}/environ`, "utf8").split("\0").includes(`HOME=${home}`);
    } catch {
      return false;
    }
  };
  return readdirSync("/proc").filter((id) => /^\d+$/.test(id) && isIn(id));
}

/** Each tool as the server lists it, with the description that it is to have, and as the model got it. */
async function pairsOf(seen: readonly SeenTool[]): Promise<[ListedTool, SeenTool][]> {
  const args = [COMMAND, "--sandbox", "--toolsets=all"];
  const client = await connectOverStdio({ command: process.execPath, args });
  const listed = new Map((await client.listTools()).tools.map((tool) => [tool.name, tool.inputSchema]));
  return tools.map((tool) => {
    const { name } = tool;
    const inputSchema = listed.get(name) ?? {};
    return [
      { name, description: descriptionOf(tool, "skip"), inputSchema },
      toolNamed(name, seen) as SeenTool,
    ];
  });
}

function withoutEntry(text: string, { setup }: Host): unknown {
  const file = parse(text) as Record<string, Record<string, unknown>>;
  delete file[findHost(setup)?.serversKey ?? ""]?.tempofiller;
  return file;
}
