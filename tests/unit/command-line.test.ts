import { describe, expect, test } from "vitest";
import { readCommandLine } from "../../src/cli/command-line.ts";
import { COMMANDS } from "../../src/cli/commands.ts";
import { sandboxKind } from "../../src/cli/options.ts";
import { readSettings } from "../../src/config/settings.ts";
import { tools } from "../../src/tools/index.ts";
import { loadedCommands, runLine } from "../helpers/commands.ts";

const read = (line: string[]) => readCommandLine(line, COMMANDS);

test.each([
  "serve --http 127.0.0.1:0 --profile client-b",
  "doctor --http 127.0.0.1:0 --profile client-b",
  "migrate --profile client-b",
])("%s is refused, since the profile would not be read", async (line) => {
  await expect(runLine(line.split(" "))).rejects.toThrow("from the environment alone. Leave --profile out.");
});

test.each([
  [["status", "last", "week"], ["last week"]],
  [
    ["log", "PROJ-7", "2h", "last", "Friday"],
    ["PROJ-7", "2h", "last Friday"],
  ],
  [
    ["fill", "this", "month", "PROJ-7"],
    ["this month", "PROJ-7"],
  ],
  [
    ["fill", "last", "PROJ-7"],
    ["last", "PROJ-7"],
  ],
  [
    ["map", "last", "week"],
    ["last", "week"],
  ],
])("%j has the arguments %j", async (line, args) => {
  expect((await read(line)).args).toEqual(args);
});

const TOOLS = tools.map(({ name }) => name).join(", ");
const ONLY_DEMO =
  "--datacenter only works with setup, log, fill, day, change, delete, month, week, status, draft, export, import, probe, demo; otherwise use --sandbox=datacenter.";

test.each([
  [
    ["call", "get_schedule", "{}", "x"],
    "Unexpected argument 'x'. A value of several words needs quotes; a date is written as 2026-11-20. See tempofiller help call get_schedule.",
  ],
  [
    ["call", "get_schedule", "--startDate", "2", "days", "ago"],
    "Unexpected argument 'ago'. A value of several words needs quotes; a date is written as 2026-11-20. See tempofiller help call get_schedule.",
  ],
  [
    ["completion"],
    "completion needs the name of a shell: bash, zsh, fish, pwsh. See tempofiller help completion.",
  ],
  [["access-key"], "access-key needs a name for the key. See tempofiller help access-key."],
  [["access-key", "ada", "bob"], "Unexpected argument 'bob'. See tempofiller help access-key."],
  [["--datacenter"], `${ONLY_DEMO} See tempofiller help.`],
  [["doctor", "--datacenter"], `${ONLY_DEMO} See tempofiller help doctor.`],
  [
    ["--json"],
    "--json only works with log, fill, day, change, delete, month, week, status, draft, import, compare, map, call, doctor, journal, access-key. See tempofiller help.",
  ],
  [
    ["call", "get_schedule", "--start", "2026-01-05"],
    "Unknown option '--start'. Did you mean --startDate? See tempofiller help call get_schedule.",
  ],
  [["status", "--format", "csv"], "--format only works with export. See tempofiller help status."],
  [
    ["undo", "--last", "3"],
    "--last only works with journal. To undo an older batch, name it: tempofiller journal shows the ids, tempofiller undo --batch ID deletes one. See tempofiller help undo.",
  ],
  [
    ["undo", "--sandbox"],
    "--sandbox only works with the server, serve, setup, log, fill, day, change, delete, month, week, status, draft, export, import, compare, call, doctor, probe, demo. Each of them forgets what it has logged there as it ends; tempofiller sandbox serves one that keeps it until you end it. See tempofiller help undo.",
  ],
  [
    ["journal", "--datacenter"],
    "--datacenter only works with setup, log, fill, day, change, delete, month, week, status, draft, export, import, probe, demo. Each of them forgets what it has logged there as it ends; tempofiller sandbox serves one that keeps it until you end it. See tempofiller help journal.",
  ],
  [
    ["sandbox", "--datacenter"],
    `${ONLY_DEMO.replace("; otherwise use --sandbox=datacenter", "")} tempofiller sandbox serves both kinds at once. See tempofiller help sandbox.`,
  ],
  [["--fields", "summary"], "--fields only works with call. See tempofiller help."],
  [["log"], "log needs an issue and hours, as in tempofiller log PROJ-123 2h. See tempofiller help log."],
  [["lgo", "PROJ-1", "2h"], "Unknown command 'lgo'. Did you mean log? See tempofiller help."],
  [["fill"], "fill needs an issue, as in tempofiller fill last-week PROJ-7. See tempofiller help fill."],
  [
    ["log", "PROJ-7", "2h", "-m", "--yes"],
    "-m needs a value. If it starts with a dash, write --message=--yes. See tempofiller help log.",
  ],
  [["demo", "--list"], "--list only works with map, call, probe. See tempofiller help demo."],
  [["fil_days"], "Unknown command 'fil_days'. Did you mean call fill_days? See tempofiller help."],
  [["get_shedule"], "Unknown command 'get_shedule'. Did you mean call get_schedule? See tempofiller help."],
  [[""], "Unknown command ''. See tempofiller help."],
  [["call", "get_shedule"], `Unknown tool 'get_shedule'. Did you mean get_schedule? Available: ${TOOLS}.`],
  [
    ["call", "get_shedule", "--startDate", "2026-01-05"],
    `Unknown tool 'get_shedule'. Did you mean get_schedule? Available: ${TOOLS}.`,
  ],
  [["--sandbx"], "Unknown option '--sandbx'. Did you mean --sandbox? See tempofiller help."],
  [["-x"], "Unknown option '-x'. See tempofiller help."],
  [["journal", "--jsn"], "Unknown option '--jsn'. Did you mean --json? See tempofiller help journal."],
  [
    ["call", "get_schedule", "--date=2026-01-05"],
    "Unknown option '--date'. Did you mean --startDate? See tempofiller help call get_schedule.",
  ],
  [
    ["call", "get_schedule", "--hours", "2"],
    "Unknown option '--hours'. See tempofiller help call get_schedule.",
  ],
  [["month", "--startDate", "2026-01-05"], "Unknown option '--startDate'. See tempofiller help month."],
  [
    ["call", "post_worklog", "--billable", "false"],
    "--billable takes its value after an equals sign: --billable=false. See tempofiller help call.",
  ],
  [
    ["sandbox", "--port", "--debug"],
    "--port needs a value. If it starts with a dash, write --port=--debug. See tempofiller help sandbox.",
  ],
])("the command line %j is rejected", async (line, message) => {
  await expect(runLine(line)).rejects.toThrow(expect.objectContaining({ message, code: "invalid_input" }));
});

describe("the command line", () => {
  test.each([
    [["help"], "help", []],
    [["--help"], "help", []],
    [["-h"], "help", []],
    [["call", "get_schedule", "--help"], "help", ["call", "get_schedule"]],
    [["doctor", "--nonsense", "-h"], "help", ["doctor"]],
    [["help", "call"], "help", ["call"]],
    [["version"], "version", []],
    [["--version"], "version", []],
    [["-v"], "version", []],
    [["-V"], "version", []],
    [[], "", []],
    [["month", "2026-11"], "month", ["2026-11"]],
    [["draft", "-3"], "draft", ["-3"]],
    [["log", "PROJ-7", "2h", "-3", "-m", "-3"], "log", ["PROJ-7", "2h", "-3"]],
    [
      ["fill", "-7..-1", "PROJ-7=2h@mon,wed-fri", "PROJ-1"],
      "fill",
      ["-7..-1", "PROJ-7=2h@mon,wed-fri", "PROJ-1"],
    ],
    [["--sandbox", "export", "-3..-1", "--by", "day"], "export", ["-3..-1"]],
    [["status", "-1..today", "--json"], "status", ["-1..today"]],
  ])("%j means the command %j with %j", async (line, name, args) => {
    expect(await read(line)).toMatchObject({ name, args });
  });

  test.each([
    [
      ["--startDate", "2026-01-05", "--endDate=2026-01-09"],
      { startDate: "2026-01-05", endDate: "2026-01-09" },
    ],
    [["--hours", "7.5"], { hours: 7.5 }],
    [["--hours=.5"], { hours: 0.5 }],
    [["--hours=-1"], { hours: -1 }],
    [["--hours", "-1"], { hours: -1 }],
    [["--hours", "7,5"], { hours: "7,5" }],
    [["--hours="], { hours: "" }],
    [["--hours=0x10"], { hours: "0x10" }],
    [["--billable"], { billable: true }],
    [["--billable=true"], { billable: true }],
    [["--billable=false"], { billable: false }],
    [["--billable=no"], { billable: "no" }],
    [["--description", ""], { description: "" }],
    [["--description", "5"], { description: "5" }],
    [["--description=--debug"], { description: "--debug" }],
  ])("of a call holds the arguments %j as %j", async (options, toolArguments) => {
    expect(await read(["call", "post_worklog", ...options])).toMatchObject({
      args: ["post_worklog"],
      toolArguments,
    });
    expect(await read(["call", ...options, "post_worklog", "--sandbox"])).toMatchObject({
      args: ["post_worklog"],
      toolArguments,
      options: { sandbox: "cloud" },
    });
  });

  test("of a call holds a list as JSON", async () => {
    const worklogs = [{ issueKey: "PROJ-7", hours: 1, date: "2026-01-05" }];
    const line = ["call", "bulk_post_worklogs", "--worklogs", JSON.stringify(worklogs), "--billable=false"];
    expect((await read(line)).toolArguments).toEqual({ worklogs, billable: false });
    expect((await read(["call", "bulk_post_worklogs", "--worklogs=[1"])).toolArguments).toEqual({
      worklogs: "[1",
    });
  });
});

test.each([
  [[]],
  [["serve"]],
  [["log", "PROJ-7", "1h"]],
  [["fill", "PROJ-7"]],
  [["month"]],
  [["status"]],
  [["draft"]],
  [["export"]],
  [["call", "get_schedule"]],
  [["doctor"]],
  [["probe"]],
])("%j takes no profile with the sandbox", async (line) => {
  const cli = { env: {}, settings: () => readSettings({}), settingsFile: () => undefined };
  for (const option of ["--sandbox", "--sandbox=datacenter"])
    await expect(runLine([...line, option, "--profile", "client-b"], cli)).rejects.toThrow(
      "--sandbox uses sample data",
    );
});

test.each([[["demo"]], [["demo", "--datacenter"]], [["sandbox"]]])(
  "%j takes no profile, since it works on sample data alone",
  async (line) => {
    await expect(runLine([...line, "--profile", "client-b"])).rejects.toThrow("uses sample data");
  },
);

test("a bundle that does not use the sandbox takes a profile", () => {
  expect(sandboxKind({ sandbox: "false", profile: "client-b" })).toBe(undefined);
});

test("commands that take an option of one name read it alike, so that any command may come before or after it", () => {
  const kinds = new Map<string, Set<string>>();
  for (const { options } of loadedCommands.values())
    for (const [name, { type, short, implied, multiple }] of Object.entries(options))
      kinds.set(name, (kinds.get(name) ?? new Set()).add(JSON.stringify({ type, short, implied, multiple })));
  expect([...kinds].filter(([, kind]) => kind.size > 1)).toEqual([]);
});

test("an option is found wherever its command is, and whatever its value is called", async () => {
  expect(await read(["--batch", "1000001", "undo"])).toMatchObject({
    name: "undo",
    options: { batch: "1000001", yes: false },
  });
  expect(await read(["--host", "month", "setup"])).toMatchObject({
    name: "setup",
    options: { host: ["month"] },
  });
  expect(await read(["--toolsets", "call"])).toMatchObject({
    name: "",
    settings: { TEMPO_TOOLSETS: "call" },
  });
});

test.each([
  [["-m", "Fix it"], "Fix it"],
  [["-mFix it"], "Fix it"],
  [["-m=Fix it"], "Fix it"],
  [["-m", "=1+1"], "=1+1"],
  [["-m", "-3"], "-3"],
  [["-m", "-"], "-"],
  [["--message=-x"], "-x"],
])("a comment may be given as %j", async (option, message) => {
  expect(await read(["log", "PROJ-7", "2h", ...option])).toMatchObject({ options: { message } });
});

test("a command sees its own options and those of every command", async () => {
  expect((await read(["journal", "--json"])).options).toEqual({
    json: true,
    last: undefined,
    profile: undefined,
    debug: false,
    help: false,
    version: false,
  });
});
