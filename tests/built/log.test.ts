import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { createSandbox } from "../../src/sandbox/sandbox.ts";
import { addDays, dayOfWeek, utcDate } from "../../src/timesheet/dates.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { CREDENTIALS, SETTINGS } from "../helpers/doctor.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { seed } from "../helpers/seeds.ts";
import { emptyHome } from "../helpers/setup.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { settingsOf } from "../helpers/two-sites.ts";

type Kind = keyof typeof SETTINGS;

const KINDS: Kind[] = ["cloud", "datacenter"];

const FIVE_MINUTES_LATER = join(import.meta.dirname, "../helpers/five-minutes-later.cjs");

/** Serves an empty embedded Tempo, for commands with a state folder of their own. */
async function openShell(kind: Kind) {
  const sandbox = createSandbox(seed(), { credentials: CREDENTIALS });
  let onWritten: ((count: number) => void) | undefined;
  let writes = 0;
  const url = await serveOnLoopback(async (request) => {
    const before = sandbox.state.worklogs.size;
    const response = await sandbox.fetch(request);
    if (sandbox.state.worklogs.size > before) {
      writes += 1;
      onWritten?.(writes);
    }
    return response;
  });
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-log-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const env = { ...SETTINGS[kind](url), TEMPO_STATE_DIR: folder, TZ: "UTC" };
  const runWith = async (args: string[], more: Record<string, string> = {}) => {
    const { code, stdout, stderr } = await runCommand(args, { env: { ...env, ...more } });
    return { code, stdout, stderr };
  };
  return {
    env,
    run: (...args: string[]) => runWith(args),
    /** Runs the command as one that waits for no decision. */
    runShortly: (...args: string[]) => runWith(args, { TEMPO_CALL_BUDGET_MS: "8000" }),
    /** Runs the command as five minutes later. */
    runLater: (...args: string[]) =>
      runWith(args, { NODE_OPTIONS: `--require=${JSON.stringify(FIVE_MINUTES_LATER)}` }),
    /** Kills the command as soon as Tempo has stored a write of this number, before the response leaves. */
    async runKilled(write: number, ...args: string[]) {
      const child = spawn(process.execPath, [COMMAND, ...args], { env: commandEnvironment(env) });
      onWritten = (count) => {
        if (count === write) child.kill("SIGKILL");
      };
      await once(child, "close");
      onWritten = undefined;
      return child.signalCode;
    },
    stored: () =>
      [...sandbox.state.worklogs.values()]
        .map(
          ({ startDate, timeSpentSeconds, description }) =>
            `${startDate} ${timeSpentSeconds / 3600} ${description}`,
        )
        .sort(),
  };
}

const DAYS = ["2026-01-05", "2026-01-06", "2026-01-07"];
const LOG = ["log", "PROJ-7", "1h", "2026-01-05..2026-01-07", "-m", "Call"];
const FILL = ["fill", "2026-01-05..2026-01-07", "PROJ-7=6h", "PROJ-123", "--yes"];

describe.each(KINDS)("on %s", (kind) => {
  test.skipIf(process.platform === "win32").each([1, 2])(
    "a log that is killed at its write %i and repeated stores each day once",
    async (write) => {
      const { run, runLater, runKilled, stored } = await openShell(kind);
      const signal = await runKilled(write, ...LOG);
      // The days of a range are one request on Cloud.
      expect(signal).toBe(kind === "cloud" && write > 1 ? null : "SIGKILL");
      // Other requests may be in doubt until then.
      expect(await runLater(...LOG)).toMatchObject({ code: 0, stderr: "" });
      const once = DAYS.map((date) => `${date} 1 Call`);
      expect(stored()).toEqual(once);
      expect((await run(...LOG)).stdout.match(/logged already, so nothing was stored again/g)?.length).toBe(
        3,
      );
      expect(stored()).toEqual(once);
    },
    60_000,
  );

  test.skipIf(process.platform === "win32").each([1, 2])(
    "a fill that is killed at its write %i and repeated fills each day once",
    async (write) => {
      const { run, runLater, runShortly, runKilled, stored } = await openShell(kind);
      const once = DAYS.flatMap((date) => [`${date} 2 `, `${date} 6 `]);
      await runKilled(write, ...FILL);
      // A request that Tempo may still get keeps its date out of the next plan, but not out of one a while later.
      const { code } = await runShortly(...FILL);
      // A date or an issue may be in doubt then.
      expect([0, 9, 12]).toContain(code);
      expect(once).toEqual(expect.arrayContaining(stored()));
      expect(new Set(stored()).size).toBe(stored().length);
      expect(await runLater(...FILL)).toMatchObject({ code: 0, stderr: "" });
      expect(stored()).toEqual(once);
      expect((await run(...FILL)).stdout).toContain("There is nothing to log");
      expect(stored()).toEqual(once);
    },
    60_000,
  );

  test("undo deletes what a log has stored, and the journal shows it", async () => {
    const { run, stored } = await openShell(kind);
    expect(await run("log", "PROJ-7", "0:45", "2026-01-05")).toEqual({
      code: 0,
      stdout: "PROJ-7 Code review\n2026-01-05  0.75 h  1290000  0.75 of 8 h that day, 7.25 h missing\n",
      stderr: "",
    });
    expect((await run("journal")).stdout).toMatch(/PROJ-7 {2}2026-01-05 {2}0\.75 h {2}stored 1290000\n/);
    expect(await run("undo", "--yes")).toMatchObject({ code: 0 });
    expect(stored()).toEqual([]);
  });
});

test("a log that may not write, or whose issue is unknown, exits with the code of the failure", async () => {
  const { run, env, stored } = await openShell("cloud");
  expect(await run("log", "PROJ-999", "1h", "2026-01-05")).toMatchObject({ code: 5, stdout: "" });
  const refused = await runCommand(["log", "PROJ-7", "1h"], { env: { ...env, TEMPO_READ_ONLY: "1" } });
  expect(refused).toMatchObject({
    code: 2,
    stderr:
      "tempofiller: log logs hours, but TEMPO_READ_ONLY allows only what reads. Unset it to log some.\n",
  });
  expect(stored()).toEqual([]);
});

test("a fill for a profile says a line that logs the plan on the same site", async () => {
  const { env: given, stored } = await openShell("datacenter");
  const { TZ, ...settings } = given;
  const env = { ...emptyHome().env, TEMPO_CONFIG_FILE: "", TZ };
  const path = settingsOf(env, "client-b");
  mkdirSync(dirname(path), { recursive: true });
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(path, lines.join(""), { mode: 0o600 });
  const line = ["fill", "--profile", "client-b", "2026-01-05", "PROJ-7"];
  const { code, stderr } = await runCommand(line, { env });
  const [, toType = ""] =
    /type: tempofiller (fill 2026-01-05\.\.2026-01-05 PROJ-7 --profile client-b --confirm \w+)\n$/.exec(
      stderr,
    ) ?? [];
  expect({ code, toType }).toEqual({ code: 2, toType: expect.stringMatching(/^fill/) });
  expect(await runCommand(toType.split(" "), { env })).toMatchObject({ code: 0, stderr: "" });
  expect(stored()).toEqual(["2026-01-05 8 "]);
});

test("where there are settings for several sites, what logs names its own first", async () => {
  const { env: given } = await openShell("datacenter");
  const { TZ, ...settings } = given;
  const site = Object.values(settings)[0];
  const env = { ...emptyHome().env, TEMPO_CONFIG_FILE: "", TZ };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  const path = settingsOf(env, "client-b");
  mkdirSync(dirname(path), { recursive: true });
  const run = async (...line: string[]) => (await runCommand(line, { env })).stdout.split("\n", 1)[0];
  const commands = [
    ["log", "PROJ-7", "1h", "2026-01-05"],
    ["fill", "2026-01-05", "PROJ-7"],
    ["fill", "2026-01-05", "PROJ-7", "--yes"],
    ["draft", "2026-01-06"],
  ];
  const firstLines = async () => {
    const first: (string | undefined)[] = [];
    for (const command of commands) first.push(await run(...command, "--profile", "client-b"));
    return first;
  };
  writeFileSync(path, lines.join(""), { mode: 0o600 });
  expect(await firstLines()).not.toContain(`On ${site}:`);
  writeFileSync(settingsOf(env, "settings"), lines.join(""), { mode: 0o600 });
  expect(await firstLines()).toEqual(commands.map(() => `On ${site}:`));
});

test("a comment comes from stdin with -m -, as a call's arguments do", async () => {
  const { env, stored } = await openShell("datacenter");
  const line = ["log", "PROJ-7", "1h", "2026-01-05", "-m", "-"];
  expect(await runCommand(line, { env, input: "From a pipe\n" })).toMatchObject({ code: 0 });
  expect(stored()).toEqual(["2026-01-05 1 From a pipe"]);
});

/** Types on a pseudo-terminal once the command has asked. Returns all that it shows, and its exit code. */
async function onTerminal(args: readonly string[], env: Record<string, string>, typed: string) {
  const line = [process.execPath, COMMAND, ...args].map((word) => `'${word}'`).join(" ");
  const child: ChildProcess = spawn("script", ["-qec", line, "/dev/null"], {
    env: commandEnvironment({ ...env, TERM: "xterm-256color" }),
    timeout: 60_000,
  });
  let shown = "";
  child.stdout?.on("data", (part: Buffer) => {
    if (!shown.includes("[y/N]") && `${shown}${part}`.includes("[y/N]")) child.stdin?.write(typed);
    shown += String(part);
  });
  const [code] = await once(child, "close");
  return { code, shown: shown.replaceAll("\r", "") };
}

describe.skipIf(process.platform !== "linux")("on a terminal", () => {
  const wanted = ["fill", "2026-01-05..2026-01-06", "PROJ-7"];
  const NOT_LOGGED =
    /Nothing was logged\. To log this one, type: tempofiller fill 2026-01-05\.\.2026-01-06 PROJ-7 --confirm \w+\n$/;

  test("fill shows the plan, asks once, and logs after y", async () => {
    const { env, stored } = await openShell("cloud");
    const { code, shown } = await onTerminal(wanted, env, "y\n");
    expect(code).toBe(0);
    expect(shown).toMatch(
      /^PROJ-7 Code review: 8 h on 2026-01-05, 2026-01-06\nLog 16 h on 2 days\? \[y\/N\] y\n2 worklogs, 16 h, stored as \d+, \d+; nothing is missing\.\n$/,
    );
    expect(stored()).toEqual(["2026-01-05 8 ", "2026-01-06 8 "]);
  });

  test.each([
    ["n", "n\n"],
    ["an empty line", "\n"],
    ["the word of another language", "oui\n"],
    ["the end of the input", "\u0004"],
    ["Ctrl-C", "\u0003"],
  ])("fill logs nothing after %s, and says what to type", async (_, typed) => {
    const { env, stored } = await openShell("datacenter");
    const { code, shown } = await onTerminal(wanted, env, typed);
    expect(code).toBe(130);
    expect(shown).toMatch(NOT_LOGGED);
    expect(stored()).toEqual([]);
  });

  test("log asks before it logs upcoming days, says of a refusal that nothing was logged, and logs with --yes", async () => {
    const { env, stored } = await openShell("cloud");
    const today = utcDate(Date.now());
    // The day with that name which comes first after yesterday is five days ahead.
    const words = `${addDays(today, -1)}..${dayOfWeek(addDays(today, -2))}`;
    const line = ["log", "PROJ-7", "1h", words];
    for (const typed of ["n\n", "\u0003"]) {
      const { code, shown } = await onTerminal(line, env, typed);
      expect(code).toBe(130);
      expect(shown).toMatch(/ are upcoming days\. Log on them too\? \[y\/N\] [\s\S]*Nothing was logged\.\n$/);
      expect(shown.match(/logged|cancelled/gi)).toEqual(["logged"]);
    }
    expect(stored()).toEqual([]);
    const { code, shown } = await onTerminal([...line, "--yes"], env, "");
    expect(code).toBe(0);
    expect(shown).toMatch(/^tempofiller: .* are upcoming days\.\nPROJ-7 /);
    expect(stored()).not.toEqual([]);
  });

  test("a command says once that it waits, if Tempo does not answer for a while", async () => {
    const silent = await serveOnLoopback(() => new Promise(() => {}));
    const env = { ...SETTINGS.datacenter(silent), TEMPO_CALL_BUDGET_MS: "8000" };
    const ofReaders = ["month", "week", "status", "export", "draft", "undo"].map((name) => [name]);
    const lines = [
      ["log", "PROJ-7", "2h"],
      ["fill", "PROJ-7"],
      ["call", "get_schedule", "--startDate", "2026-01-05"],
      ...ofReaders,
    ];
    const results = await Promise.all(
      lines.map(async (line) => {
        const { code, shown } = await onTerminal(line, { ...env, TEMPO_STATE_DIR: temporaryFolder() }, "");
        return { line, code, shown: shown.trim().split("\n") };
      }),
    );
    expect(results).toEqual(
      lines.map((line) => ({
        line,
        code: 7,
        shown: [
          expect.stringMatching(/there is no answer yet after 4 s; the command waits for up to 4 s more/),
          expect.stringContaining("could not be reached"),
        ],
      })),
    );
  }, 60_000);

  test("doctor and setup say that they wait for their checks, which may take longer", async () => {
    const silent = await serveOnLoopback(() => new Promise(() => {}));
    const run = async (...line: string[]) => {
      const home = { ...emptyHome().env, TEMPO_CONFIG_FILE: "" };
      const { shown } = await onTerminal(
        line,
        { ...SETTINGS.datacenter(silent), ...home, NO_COLOR: "1" },
        "",
      );
      return shown.split("\n").filter((text) => /^tempofiller: .* after 4 s|^FAILED/.test(text));
    };
    const says = expect.stringMatching(
      /there is no answer yet after 4 s; the command waits for up to 26 s more/,
    );
    const failed = expect.stringMatching(/^FAILED {3}Jira connection/);
    expect(await Promise.all([run("doctor"), run("setup", "--yes")])).toEqual([
      [says, failed],
      [says, failed],
    ]);
  }, 60_000);

  test.each<[string[], string]>([
    [["log", "PROJ-7", "2h", "yesterday", "fixed", "login"], "A comment goes behind -m, in quotes."],
    [["log", "2h", "PROJ-7"], "in this order: PROJ-7 2h."],
    [["log", "PROJ-7", "2x"], "Write hours as one of 2h, 90m, 1.5, 0:45."],
    [["log", "PROJ-7", "2h", "yesteday"], "Did you mean yesterday?"],
    [["log", "PROJ-7", "2h", "--dat", "today"], "Unknown option '--dat'."],
    [["log", "PROJ-7", "2h", "--comment", "x"], "Unknown option '--comment'."],
    [["lgo", "PROJ-7", "2h"], "Did you mean log?"],
    [["fil", "PROJ-7"], "Did you mean fill?"],
    [["moth"], "Did you mean month?"],
  ])("%j is refused with what was meant, and nothing is sent", async (line, words) => {
    const { env, stored } = await openShell("cloud");
    const { code, shown } = await onTerminal(line, env, "");
    expect({ code, shown }).toEqual({ code: 2, shown: expect.stringContaining(words) });
    expect(stored()).toEqual([]);
  });
});
