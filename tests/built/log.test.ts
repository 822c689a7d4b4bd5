import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { today } from "../../src/runtime/clock.ts";
import { addDays, weekOf } from "../../src/timesheet/dates.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { SETTINGS } from "../helpers/doctor.ts";
import { serveOnLoopback } from "../helpers/http-server.ts";
import { answerOnTerminal } from "../helpers/pseudo-terminal.ts";
import { serveTempo } from "../helpers/served-tempo.ts";
import { emptyHome } from "../helpers/setup.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { settingsOf } from "../helpers/two-sites.ts";

type Kind = keyof typeof SETTINGS;

const KINDS: Kind[] = ["cloud", "datacenter"];

const FIVE_MINUTES_LATER = join(import.meta.dirname, "../helpers/five-minutes-later.cjs");

/** An empty embedded Tempo, and commands on it with a state folder of their own. */
async function openShell(kind: Kind, seed = {}) {
  let onWritten: ((count: number) => void) | undefined;
  let writes = 0;
  const { sandbox, env, run } = await serveTempo(kind, {
    seed,
    through:
      (fetch, { state }) =>
      async (request) => {
        const before = state.worklogs.size;
        const response = await fetch(request);
        if (state.worklogs.size > before) {
          writes += 1;
          onWritten?.(writes);
        }
        return response;
      },
  });
  return {
    env,
    run: (...args: string[]) => run(args),
    /** Runs the command as one that waits for no decision. */
    runShortly: (...args: string[]) => run(args, { TEMPO_CALL_BUDGET_MS: "8000" }),
    /** Runs the command as five minutes later. */
    runLater: (...args: string[]) =>
      run(args, { NODE_OPTIONS: `--require=${JSON.stringify(FIVE_MINUTES_LATER)}` }),
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
    details: () =>
      [...sandbox.state.worklogs.values()].map(({ startTime, attributes = {} }) => ({
        ...attributes,
        start: startTime === "00:00:00" ? undefined : startTime,
      })),
    stored: () =>
      [...sandbox.state.worklogs.values()]
        .map(
          ({ startDate, timeSpentSeconds, description }) =>
            `${startDate} ${timeSpentSeconds / 3600} ${description}`,
        )
        .sort(),
  };
}

const SEED = {
  workAttributes: [
    { id: 9, key: "_Account_", name: "Account", required: false, type: "ACCOUNT" },
    { id: 8, key: "_Role_", name: "Role", required: false, values: [{ value: "cons", name: "Consultant" }] },
  ],
  accounts: [{ id: 30, key: "OPS", name: "Operations", projects: ["PROJ"] }],
};

/** A user without settings, and what writes those of a profile for an embedded Tempo. */
async function withProfiles() {
  const { env: settings, stored } = await openShell("datacenter");
  const env = { ...emptyHome().env, TEMPO_CONFIG_FILE: "" };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  const write = (name: string) => {
    const path = settingsOf(env, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, lines.join(""), { mode: 0o600 });
  };
  write("client-b");
  return { env, site: settings.TEMPO_BASE_URL, stored, write };
}

/** Days of the last week: of days further back, the commands would say how far they are. */
const DAYS = [-7, -6, -5].map((days) => addDays(weekOf(today()).startDate, days));
const [MONDAY = "", TUESDAY = "", WEDNESDAY = ""] = DAYS;
const LOG = ["log", "PROJ-7", "1h", `${MONDAY}..${WEDNESDAY}`, "-m", "Call"];
const FILL = ["fill", `${MONDAY}..${WEDNESDAY}`, "PROJ-7=6h", "PROJ-123", "--yes"];

describe.each(KINDS)("on %s", (kind) => {
  test("log gives an entry its start, account and role, whatever tools are on, and another account is another entry", async () => {
    const { run, details } = await openShell(kind, SEED);
    const words = ["--start", "9", "--attribute", "role=consultant"];
    const first = await run("log", "PROJ-7", "1h", MONDAY, "--account", "operations", ...words);
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toMatch(/ 1 h {2}09:00 .*\nAccount=Operations, Role=Consultant\n$/);
    const again = await run("log", "PROJ-7", "1h", MONDAY, "--account=OPS", ...words);
    expect(again.stdout).toContain("logged already");
    expect((await run("log", "PROJ-7", "1h", MONDAY, "--account=")).code).toBe(0);
    const wrong = await run("log", "PROJ-7", "1h", TUESDAY, "--attribute=Role=Boss");
    expect(wrong).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "tempofiller: Not sent: --attribute sets _Role_ to Boss, which is not an allowed value (cons (Consultant)). Set it to one of them.\n",
    });
    expect(details()).toEqual([
      { _Account_: "OPS", _Role_: "cons", start: "09:00:00" },
      { start: undefined },
    ]);
  });

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
});

test("a fill for a profile says a line that logs the plan on the same site", async () => {
  const { env, stored } = await withProfiles();
  const line = ["fill", "--profile", "client-b", MONDAY, "PROJ-7"];
  const { code, stderr } = await runCommand(line, { env });
  const [, toType = ""] =
    new RegExp(
      `type:\ntempofiller (fill ${MONDAY}\\.\\.${MONDAY} PROJ-7 --profile client-b --confirm \\w+)\n$`,
    ).exec(stderr) ?? [];
  expect({ code, toType }).toEqual({ code: 2, toType: expect.stringMatching(/^fill/) });
  expect(await runCommand(toType.split(" "), { env })).toMatchObject({ code: 0, stderr: "" });
  expect(stored()).toEqual([`${MONDAY} 8 `]);
});

test("where there are settings for several sites, what logs names its own first", async () => {
  const { env, site, write } = await withProfiles();
  const run = async (...line: string[]) => (await runCommand(line, { env })).stdout.split("\n", 1)[0];
  const commands = [
    ["log", "PROJ-7", "1h", MONDAY],
    ["fill", MONDAY, "PROJ-7"],
    ["fill", MONDAY, "PROJ-7", "--yes"],
    ["draft", TUESDAY],
  ];
  const firstLines = async () => {
    const first: (string | undefined)[] = [];
    for (const command of commands) first.push(await run(...command, "--profile", "client-b"));
    return first;
  };
  expect(await firstLines()).not.toContain(`On ${site}:`);
  write("settings");
  expect(await firstLines()).toEqual(commands.map(() => `On ${site}:`));
});

describe.skipIf(process.platform !== "linux")("on a terminal", () => {
  const wanted = ["fill", `${MONDAY}..${TUESDAY}`, "PROJ-7"];
  const NOT_LOGGED = new RegExp(
    `Nothing was logged\\. To log this plan, type:\ntempofiller fill ${MONDAY}\\.\\.${TUESDAY} PROJ-7 --confirm \\w+\n$`,
  );

  test("fill shows the plan, asks once, and logs after y", async () => {
    const { env, stored } = await openShell("cloud");
    const { code, shown } = await answerOnTerminal(wanted, env, "y\n");
    expect(code).toBe(0);
    expect(shown).toMatch(
      new RegExp(
        `^PROJ-7 Code review\n${MONDAY}  Mon  PROJ-7 8 h\n${TUESDAY}  Tue  PROJ-7 8 h\nLog 16 h on 2 days\\? \\[y/N\\] y\n2 worklogs, 16 h, stored as \\d+, \\d+; nothing is missing\\.\n$`,
      ),
    );
    expect(stored()).toEqual([`${MONDAY} 8 `, `${TUESDAY} 8 `]);
  });

  test.each([
    ["the word of another language", "oui\n"],
    ["the end of the input", "\u0004"],
    ["Ctrl-C", "\u0003"],
  ])("fill logs nothing after %s, and says what to type", async (_, typed) => {
    const { env, stored } = await openShell("datacenter");
    const { code, shown } = await answerOnTerminal(wanted, env, typed);
    expect(code).toBe(130);
    expect(shown).toMatch(NOT_LOGGED);
    expect(stored()).toEqual([]);
  });

  test("a command says once that it waits, if Tempo does not answer for a while", async () => {
    const silent = await serveOnLoopback(() => new Promise(() => {}));
    const env = { ...SETTINGS.datacenter(silent), TEMPO_CALL_BUDGET_MS: "8000" };
    const ofReaders = ["month", "week", "status", "export", "draft", "undo"].map((name) => [name]);
    const lines = [
      ["log", "PROJ-7", "2h"],
      ["fill", "PROJ-7"],
      ["call", "get_schedule", "--startDate", MONDAY],
      ...ofReaders,
    ];
    const results = await Promise.all(
      lines.map(async (line) => {
        const { code, shown } = await answerOnTerminal(
          line,
          { ...env, TEMPO_STATE_DIR: temporaryFolder() },
          "",
        );
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
      const { shown } = await answerOnTerminal(
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
});
