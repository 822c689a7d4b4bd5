import { describe, expect, test } from "vitest";
import { entryCount, readCommandLine, sandboxKind } from "../../src/cli/command-line.ts";
import { tools } from "../../src/tools/index.ts";

function read(line: string[]) {
  const read = readCommandLine(line);
  sandboxKind(read.options);
  entryCount(read.options);
  return read;
}

const COMMANDS =
  "serve, setup, month, status, export, call, doctor, journal, undo, access-key, migrate, demo, sandbox, completion, help, version";
const TOOLS = tools.map(({ name }) => name).join(", ");
const ONLY_DEMO =
  "--datacenter only works with month, status, export, demo; otherwise use --sandbox=datacenter.";

test.each([
  [["demo", "now"], "Unexpected argument 'now'. See tempofiller help demo."],
  [["doctor", "now"], "Unexpected argument 'now'. See tempofiller help doctor."],
  [["call", "get_schedule", "{}", "x"], "Unexpected argument 'x'. See tempofiller help call."],
  [["call"], "call needs the name of a tool; call --list shows them. See tempofiller help call."],
  [
    ["completion"],
    "completion needs the name of a shell: bash, zsh, fish, pwsh. See tempofiller help completion.",
  ],
  [["access-key"], "access-key needs a name for the key. See tempofiller help access-key."],
  [["access-key", "ada", "bob"], "Unexpected argument 'bob'. See tempofiller help access-key."],
  [["--datacenter"], `${ONLY_DEMO} See tempofiller --help.`],
  [["doctor", "--datacenter"], `${ONLY_DEMO} See tempofiller help doctor.`],
  [["call", "get_schedule", "--datacenter"], `${ONLY_DEMO} See tempofiller help call.`],
  [["--json"], "--json only works with status, call, doctor, journal, access-key. See tempofiller --help."],
  [["status", "--format", "csv"], "--format only works with export. See tempofiller help status."],
  [["undo", "--last", "3"], "--last only works with journal. See tempofiller help undo."],
  [["journal", "--last", "0"], "--last takes a number from 1 on, not '0'. See tempofiller help journal."],
  [["journal", "--last", "all"], "--last takes a number from 1 on, not 'all'. See tempofiller help journal."],
  [
    ["undo", "--sandbox"],
    "--sandbox only works with the server, serve, setup, month, status, export, call, doctor, demo. See tempofiller help undo.",
  ],
  [["--fields", "summary"], "--fields only works with call. See tempofiller --help."],
  [["demo", "--list"], "--list only works with call. See tempofiller help demo."],
  [["--sandbox=server"], "--sandbox takes cloud or datacenter, not 'server'. See tempofiller --help."],
  [
    ["fill"],
    `Unknown command 'fill'. Did you mean call fill_days? Available: ${COMMANDS}. See tempofiller --help.`,
  ],
  [
    ["docter"],
    `Unknown command 'docter'. Did you mean doctor? Available: ${COMMANDS}. See tempofiller --help.`,
  ],
  [
    ["get_shedule"],
    `Unknown command 'get_shedule'. Did you mean call get_schedule? Available: ${COMMANDS}. See tempofiller --help.`,
  ],
  [[""], `Unknown command ''. Available: ${COMMANDS}. See tempofiller --help.`],
  [["call", "get_shedule"], `Unknown tool 'get_shedule'. Did you mean get_schedule? Available: ${TOOLS}.`],
  [
    ["call", "get_shedule", "--startDate", "2026-01-05"],
    `Unknown tool 'get_shedule'. Did you mean get_schedule? Available: ${TOOLS}.`,
  ],
  [["--sandbx"], "Unknown option '--sandbx'. Did you mean --sandbox? See tempofiller --help."],
  [["-x"], "Unknown option '-x'. See tempofiller --help."],
  [["journal", "--jsn"], "Unknown option '--jsn'. Did you mean --json? See tempofiller help journal."],
  [
    ["call", "post_worklog", "--comment", "Review"],
    "Unknown option '--comment'. Did you mean --description? See tempofiller help call post_worklog.",
  ],
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
    ["--sandbox", "datacenter"],
    "--sandbox takes its value after an equals sign: --sandbox=datacenter. See tempofiller --help.",
  ],
  [
    ["call", "post_worklog", "--billable", "false"],
    "--billable takes its value after an equals sign: --billable=false. See tempofiller --help.",
  ],
  [["sandbox", "--port"], "--port needs a value. See tempofiller --help."],
  [
    ["sandbox", "--port", "--debug"],
    "--port needs a value. If it starts with a dash, write --port=--debug. See tempofiller --help.",
  ],
  [["doctor", "--json=yes"], "--json takes no value. See tempofiller --help."],
  [["sandbox", "--port=1", "--port=2"], "--port is given more than once. See tempofiller --help."],
  [
    ["call", "post_worklog", "--hours=1", "--hours=2"],
    "--hours is given more than once. See tempofiller --help.",
  ],
])("the command line %j is rejected", (line, message) => {
  expect(() => read(line)).toThrow(expect.objectContaining({ message, code: "invalid_input" }));
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
  ])("%j means the command %j with %j", (line, command, args) => {
    expect(readCommandLine(line)).toMatchObject({ command, args });
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
  ])("of a call holds the arguments %j as %j", (options, toolArguments) => {
    expect(readCommandLine(["call", "post_worklog", ...options])).toMatchObject({
      args: ["post_worklog"],
      toolArguments,
    });
    expect(readCommandLine(["call", ...options, "post_worklog", "--sandbox"])).toMatchObject({
      args: ["post_worklog"],
      toolArguments,
      options: { sandbox: "cloud" },
    });
  });

  test("of a call holds a list as JSON", () => {
    const worklogs = [{ issueKey: "PROJ-7", hours: 1, date: "2026-01-05" }];
    const line = ["call", "bulk_post_worklogs", "--worklogs", JSON.stringify(worklogs), "--billable=false"];
    expect(readCommandLine(line).toolArguments).toEqual({ worklogs, billable: false });
    expect(readCommandLine(["call", "bulk_post_worklogs", "--worklogs=[1"]).toolArguments).toEqual({
      worklogs: "[1",
    });
  });
});
