import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { tools } from "../../src/cli/call/tools.ts";
import { complete } from "../../src/cli/completion/complete.ts";
import { SCRIPTS } from "../../src/cli/completion/scripts.ts";
import { PERIOD_WORDS } from "../../src/cli/dates/choices.ts";
import { HELP_TOPICS } from "../../src/cli/help/topics.ts";
import { HOSTS } from "../../src/cli/hosts/hosts.ts";
import { inputSchemas } from "../../src/generated/schemas.ts";
import { COMMAND, runCommand } from "../helpers/command.ts";
import { COMMAND_NAMES as COMMANDS, loadedCommands, optionNamesOf } from "../helpers/commands.ts";
import { serveTempo } from "../helpers/served-tempo.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const SHELLS = Object.keys(SCRIPTS);
const HOST_NAMES = HOSTS.map(({ name }) => name);
const TOOLS = tools.map(({ name }) => name);
const PERIODS = PERIOD_WORDS.map(({ name }) => name);
const DAYS = PERIODS.slice(0, PERIODS.indexOf("this-week"));
const WEEKS = ["this-week", "last-week"];
const MONTHS = PERIODS.slice(PERIODS.indexOf("this"));
const optionWords = (command: string) =>
  optionNamesOf(command).flatMap((name) => [
    `--${name}`,
    ...(name === "sandbox" && command !== "compare" ? ["--sandbox=datacenter"] : []),
  ]);

describe("the words that complete a line", () => {
  const wordsAfter = (place: string) =>
    complete("bash", [...place.split(" ").filter(Boolean), ""], loadedCommands, {});

  test("are commands, their options, tools and their arguments", () => {
    const places: Record<string, unknown> = {
      "": [...COMMANDS, ...optionWords("")],
      ...Object.fromEntries(COMMANDS.map((name) => [name, optionWords(name)])),
      log: [...DAYS, ...optionWords("log")],
      compare: ["default", ...PERIODS, ...optionWords("compare")],
      month: [...MONTHS, ...optionWords("month")],
      week: [...WEEKS, ...optionWords("week")],
      ...Object.fromEntries(
        ["status", "day", "draft", "export", "fill"].map((name) => [
          name,
          [...PERIODS, ...optionWords(name)],
        ]),
      ),
      call: [...TOOLS, ...optionWords("call")],
      completion: [...SHELLS, ...optionWords("completion")],
      help: [...COMMANDS, ...Object.keys(HELP_TOPICS), ...optionWords("help")],
      "help call": [...TOOLS, ...optionWords("help")],
      "setup --host": HOST_NAMES,
      "doctor --host": HOST_NAMES,
      "export --format": ["csv", "json", "ics"],
      "sandbox --quirk": [
        "old-schedule",
        "expired-licence",
        "start-times",
        "id-banks",
        "empty-next",
        "loses-updates",
        "slow-writes",
        "late-writes",
        "moved",
      ],
      "export --by": ["issue", "project", "account", "day", "week"],
      "export --for": ["excel", "excel-de", "excel-fr", "excel-nl", "excel-at", "excel-ch"],
      ...Object.fromEntries(
        tools.map(({ name, input }) => [
          `call ${name}`,
          [
            ...Object.keys(inputSchemas[input].properties ?? {}).map((key) => `--${key}`),
            ...optionWords("call"),
          ],
        ]),
      ),
      "log --account": [],
      "log --attribute": [],
      "change --account": [],
      "export --output": [],
      "export -o": [],
      "call post_worklog --hours": [],
    };
    expect(Object.fromEntries(Object.keys(places).map((place) => [place, wordsAfter(place)]))).toEqual(
      places,
    );
  });

  test("come with a description on one line, and neither settings nor typed words make more of them", () => {
    const lines = complete("zsh", ["call", "$(touch x)", "`id`", ""], loadedCommands, { TEMPO_PROFILE: "§" });
    expect(lines.filter((line) => !/^[\w=-]+:[^\n\t]+$/.test(line))).toEqual([]);
    expect(complete("fish", ["call", "--fields", "x"], loadedCommands, {})).toEqual([]);
  });
});

describe.each(["cloud", "datacenter"] as const)("after an answer of %s", (kind) => {
  const workAttributes = [
    { id: 9, key: "_Account_", name: "Account", required: false, type: "ACCOUNT" as const },
    {
      id: 8,
      key: "_Role_",
      name: "Role",
      required: false,
      values: [
        { value: "cons", name: "Consultant" },
        { value: "$(touch x)", name: "Evil" },
      ],
    },
    { id: 7, key: "_Note_", name: "Note", required: false },
  ];
  const accounts = [{ id: 30, key: "OPS", name: "Operations", projects: ["PROJ"] }];
  const open = async (others: Record<string, string> = {}) => {
    const { env: ofSite, run } = await serveTempo(kind, { seed: { workAttributes, accounts } });
    const env = { ...ofSite, XDG_CACHE_HOME: temporaryFolder(), HOME: temporaryFolder(), ...others };
    const words = async (...line: string[]) =>
      (await runCommand(["__complete", "bash", ...line], { env })).stdout.split("\n").filter(Boolean);
    return { env, words, run: (...line: string[]) => run(line, env) };
  };

  test("the options for attributes are completed by it, for log and change, and with an equals sign", async () => {
    const { words, run } = await open();
    expect(await words("log", "--account", "")).toEqual([]);
    // A wrong account is named with those that are open, and then offered.
    expect((await run("log", "PROJ-7", "1h", "--account", "NOPE")).code).toBe(2);
    expect(await words("log", "PROJ-7", "--account", "")).toEqual(["OPS"]);
    expect(await words("change", "77", "--account", "=", "O")).toEqual(["OPS"]);
    expect(await words("log", "--attribute", "")).toEqual(["Role=cons", "Note="]);
    expect(await words("log", "--attribute", "Role", "=", "c")).toEqual(["cons"]);
    expect(await words("log", "--attribute", "=", "Role", "=")).toEqual(["cons"]);
    expect(await words("log", "--attribute", "Role=c")).toEqual(["cons"]);
    // Another answer without accounts keeps them; another profile has had no answer.
    expect((await run("log", "PROJ-7", "1h", "--attribute", "Role=Consultant")).code).toBe(0);
    expect(await words("log", "--account", "")).toEqual(["OPS"]);
    expect(await words("log", "--profile", "client-b", "--account", "")).toEqual([]);
    expect(await words("day", "--account", "")).not.toContain("OPS");
  });

  test("so they are by that of get_work_attributes", async () => {
    const { words, run } = await open();
    expect((await run("call", "get_work_attributes", "--issueKey", "PROJ-7")).code).toBe(0);
    expect(await words("log", "--account", "")).toEqual(["OPS"]);
  });

  test("nothing is kept where TEMPO_STATE_DIR is off", async () => {
    const { words, run } = await open({ TEMPO_STATE_DIR: "off" });
    expect((await run("log", "PROJ-7", "1h", "--account", "OPS")).code).toBe(0);
    expect(await words("log", "--account", "")).toEqual([]);
  });
});

test("a damaged file of remembered attributes is no matter to completion", async () => {
  const XDG_CACHE_HOME = temporaryFolder();
  const folder = join(XDG_CACHE_HOME, "tempofiller");
  mkdirSync(folder);
  for (const text of ["[", "{}", '[null,{"key":1}]', '[{"key":"a","name":"b","type":"c","values":[null]}]']) {
    writeFileSync(join(folder, "attributes.default.json"), text);
    expect(complete("fish", ["log", "--attribute", ""], loadedCommands, { XDG_CACHE_HOME })).toEqual([]);
  }
});

test.each([
  ["zsh", ["OPS:Operations [2J now", "DEV:DEV"], ["Note=:A note of two lines"]],
  ["fish", ["OPS\tOperations [2J now", "DEV\tDEV"], ["Note=\tA note of two lines"]],
  ["pwsh", ["OPS\tOperations [2J now", "DEV\tDEV"], ["Note=\tA note of two lines"]],
  ["bash", ["OPS", "DEV"], ["Note="]],
])("what %s shows of Tempo's names has no control characters", (shell, accounts, attributes) => {
  const XDG_CACHE_HOME = temporaryFolder();
  const folder = join(XDG_CACHE_HOME, "tempofiller");
  mkdirSync(folder);
  const values = [
    { value: "OPS", name: "Operations \u001b[2J\u202e now\u0007\u009b" },
    { value: "DEV", name: "\u001b" },
    { value: "A\u001b[2J", name: "No shell completes it" },
  ];
  const note = { key: "_Note_", name: "A note\r\nof\ttwo lines\u0000", type: "", values: [] };
  const answer = [{ key: "_Account_", name: "Account", type: "ACCOUNT", values }, note];
  writeFileSync(join(folder, "attributes.default.json"), JSON.stringify(answer));
  // The script for PowerShell puts a full stop before a word.
  const current = shell === "pwsh" ? "." : "";
  const of = (option: string) =>
    complete(shell, ["log", option, current], loadedCommands, { XDG_CACHE_HOME });
  expect([of("--account"), of("--attribute")]).toEqual([accounts, attributes]);
});

/** The environment of a shell that finds the built command by its name. */
function withCommand(env: Record<string, string> = {}): Record<string, string> {
  const bin = temporaryFolder();
  writeFileSync(join(bin, "tempofiller"), `#!/bin/sh\nexec '${process.execPath}' '${COMMAND}' "$@"\n`, {
    mode: 0o755,
  });
  return commandEnvironment({ HOME: bin, ...env, PATH: `${bin}:${process.env.PATH}` });
}

/** The command of a shell that has read the script on stdin, and what it offers where a line ends. */
const OFFERS: Record<string, (line: string, script: string) => { args: string[]; input: string }> = {
  bash: (line, script) => ({
    args: ["--norc", "--noprofile"],
    // Bash splits words at an equals sign.
    input: `${script}\nCOMP_WORDS=(${line.replaceAll("=", " = ").replace(/ $/, " ''")}); COMP_CWORD=$((\${#COMP_WORDS[@]} - 1))
_tempofiller; printf '%s\\n' "\${COMPREPLY[@]}"`,
  }),
  zsh: (line, script) => ({
    args: ["-f"],
    input: `compdef() { : }; _describe() { for each in "\${(@P)2}"; do print -r -- "\${each%%:*}"; done }
${script}\nwords=(${line.replace(/ $/, " ''")}); CURRENT=\${#words}; _tempofiller || true`,
  }),
  fish: (line, script) => ({
    args: ["--no-config", "-c", `${script}\ncomplete -C '${line}' | string replace -r '\\t.*' ''; true`],
    input: "",
  }),
};

const isMissing = (shell: string) =>
  process.platform === "win32" || spawnSync(shell, ["-c", "true"]).status !== 0;

/** The output of `tempofiller completion` for each shell. */
const scripts = new Map<string, string>();
beforeAll(async () => {
  for (const shell of Object.keys(OFFERS))
    scripts.set(shell, (await runCommand(["completion", shell])).stdout);
});

/** The words that a shell with its script offers where a line ends. */
function offered(
  shell: string,
  line: string,
  { env = {}, cwd }: { env?: Record<string, string>; cwd?: string } = {},
): string[] {
  const { args, input } = OFFERS[shell]?.(line, scripts.get(shell) ?? "") ?? { args: [], input: "" };
  const { status, stdout, stderr } = spawnSync(shell, args, {
    input,
    encoding: "utf8",
    env: withCommand(env),
    ...(cwd !== undefined && { cwd }),
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return stdout.trim().split("\n");
}

describe.each(Object.keys(OFFERS))("the script for %s", (shell) => {
  test.skipIf(isMissing(shell)).each([
    ["tempofiller ", ["month", "call", "completion", "--sandbox"]],
    ["tempofiller --sandbox call ", TOOLS],
    ["tempofiller call post_worklog --hours 2 --", ["--startDate", "--description", "--debug"]],
    ["tempofiller help ", ["doctor", "settings", "exit-codes"]],
    ["tempofiller export ", ["last-week", "november", "yesterday", "--by"]],
    ["tempofiller doctor --json --host ", HOST_NAMES],
  ])("offers after %j, among others, %j", (line, words) => {
    expect(offered(shell, line)).toEqual(expect.arrayContaining([...words]));
  });

  test.skipIf(isMissing(shell))("offers profiles by their names after --profile, and no others", () => {
    const home = join(temporaryFolder(), "Ada's $HOME");
    const folder = join(home, "tempofiller");
    mkdirSync(folder, { recursive: true });
    const env = { XDG_CONFIG_HOME: home, HOME: home };
    const line = "tempofiller doctor --json --profile ";
    expect(offered(shell, line, { env })).toEqual(["default"]);
    for (const file of [
      "settings.env",
      "client-b.env",
      "acme.env",
      "acme.rules.json",
      "No Profile.env",
      "x.env.bak",
    ])
      writeFileSync(join(folder, file), "TEMPO_PAT=S3CRET-token\n");
    expect(offered(shell, line, { env }).sort()).toEqual(["acme", "client-b", "default"]);
    expect(offered(shell, "tempofiller --profile ", { env }).sort()).toEqual(["acme", "client-b", "default"]);
    expect(offered(shell, "tempofiller log --profile acme ", { env })).toContain("yesterday");
  });

  test.skipIf(isMissing(shell))("evaluates nothing of what was typed", () => {
    const cwd = temporaryFolder();
    const typed = "$(touch evaluated) `touch evaluated` (touch evaluated) *";
    const quoted = shell === "fish" ? typed : `'${typed}'`;
    expect(offered(shell, `tempofiller call ${quoted} --fie`, { cwd })).toEqual(["--fields"]);
    expect(existsSync(join(cwd, "evaluated"))).toBe(false);
  });

  test.skipIf(isMissing(shell) || shell === "zsh")("offers files where an option takes one", () => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "report.csv"), "");
    expect(offered(shell, "tempofiller export --output rep", { cwd })).toEqual(["report.csv"]);
    expect(offered(shell, "tempofiller export -o rep", { cwd })).toEqual(["report.csv"]);
    const option = shell === "bash" ? "" : "--output=";
    for (const start of ["", "rep"])
      expect(offered(shell, `tempofiller export --output=${start}`, { cwd })).toEqual([
        `${option}report.csv`,
      ]);
    expect(offered(shell, "tempofiller import rep", { cwd })).toEqual(["report.csv"]);
    expect(offered(shell, "tempofiller import --yes rep", { cwd })).toEqual(["report.csv"]);
  });

  test
    .skipIf(isMissing(shell))
    .each([
      "rep",
      "import --columns rep",
      "week rep",
      "setup --host rep",
      "setup --name rep",
      "log DEMO-1 2h rep",
      "export --by rep",
      "export --output x.csv rep",
      "call post_worklog --description rep",
      "journal --last rep",
      "nonsense rep",
    ])("offers no files after %j, where none is due", (line) => {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, "report.csv"), "");
    expect(offered(shell, `tempofiller ${line}`, { cwd })).toEqual([""]);
  });
});

test.skipIf(isMissing("bash")).each([
  ["tempofiller doc", ["doctor"]],
  ["tempofiller call get_s", ["get_schedule"]],
  ["tempofiller call post_worklog --startD", ["--startDate"]],
  ["tempofiller doctor --sandbox=", ["datacenter"]],
  ["tempofiller doctor --sandbox=da", ["datacenter"]],
  ["tempofiller doctor --host cl", ["claude-desktop", "claude-code", "cline"]],
  ["tempofiller setup --yes --host=claude-c", ["claude-code"]],
  ["tempofiller setup --host=", HOST_NAMES],
  ["tempofiller setup --host=cursor --ho", ["--host"]],
  ["tempofiller call get_schedule --hours", [""]],
  ["tempofiller nonsense ", expect.arrayContaining(["month"])],
])("bash completes %j to %j", (line, words) => {
  expect(offered("bash", line)).toEqual(words);
});

test("the script for PowerShell asks with a full stop before the word, since it leaves out empty ones", async () => {
  const { stdout } = await runCommand(["completion", "pwsh"]);
  expect(stdout).toContain('tempofiller __complete pwsh @words ".$current"');
  const offered = await runCommand(["__complete", "pwsh", "setup", "--host", ".cl"]);
  expect(offered).toMatchObject({ code: 0, stderr: "" });
  expect(offered.stdout.split("\n").map((line) => line.split("\t")[0])).toEqual([
    ...HOST_NAMES.filter((name) => name.startsWith("cl")),
    "",
  ]);
});

test("a broken settings file is no matter to completion", async () => {
  const file = join(temporaryFolder(), "settings.env");
  writeFileSync(file, "TEMPO_PAT='");
  expect(await runCommand(["__complete", "bash", "doc"], { env: { TEMPO_CONFIG_FILE: file } })).toMatchObject(
    {
      code: 0,
      stdout: "doctor\n",
      stderr: "",
    },
  );
});
