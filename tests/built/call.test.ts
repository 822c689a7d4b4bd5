import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { commandEnvironment, NO_STATE } from "../../scripts/lib/command-environment.ts";
import { call as callInProcess, readFields, selectFields } from "../../src/cli/call/call.ts";
import { tools } from "../../src/cli/call/tools.ts";
import { EXIT_CODE_BY_ERROR } from "../../src/cli/exit-codes.ts";
import { readSettings } from "../../src/config/settings.ts";
import { inputSchemas, responseSchemas } from "../../src/generated/schemas.ts";
import { createServerContext } from "../../src/runtime/context.ts";
import type { SandboxBehaviour } from "../../src/sandbox/state.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import { InvalidInputError } from "../../src/timesheet/errors.ts";
import { descriptionOf } from "../../src/tools/tool.ts";
import { COMMAND, type Finished, runCommand, startCommand } from "../helpers/command.ts";
import { deferred } from "../helpers/deferred.ts";
import { worklog } from "../helpers/seeds.ts";
import { serveTempo } from "../helpers/served-tempo.ts";
import { replyOf } from "../helpers/session.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const MONDAY = { startDate: "2026-01-05" };

/** Data Center, where each worklog is sent alone, with one worklog. */
const serve = (options: Parameters<typeof serveTempo>[1] = {}) =>
  serveTempo("datacenter", { seed: { worklogs: [worklog({ startDate: "2026-01-05" })] }, ...options });

/** The exit code of a call, its parsed reply and its stderr. */
function outcomeOf({ code, stdout, stderr }: Finished) {
  return { code, reply: stdout === "" ? undefined : JSON.parse(stdout), stderr };
}

async function call(args: string[], options: Parameters<typeof runCommand>[1] = {}) {
  return outcomeOf(await runCommand(["call", ...args], options));
}

/** A file in a folder of its own, until the running test ends. */
async function fileWith(content: string | Uint8Array): Promise<string> {
  const folder = temporaryFolder();
  const path = join(folder, "arguments.json");
  await writeFile(path, content, { mode: 0o600 });
  return path;
}

const hasJq = spawnSync("jq", ["--version"]).status === 0;
const [readerName, reader] = hasJq
  ? ["jq", "jq ."]
  : [
      "node, since jq is not installed",
      `"${process.execPath}" -e "process.stdin.on('data', (text) => console.log(JSON.stringify(JSON.parse(text), null, 2)))"`,
    ];

/** The lines of the list for the fields inside an argument. */
const INNER: Record<string, string[]> = {
  worklogs: "issueKey hours date billable? description? startTime? attributes? attributes._Account_?"
    .split(" ")
    .map((key) => `worklogs[].${key}`),
  rows: "issueKey hours? timeSpent? weekdays? description? attributes? attributes._Account_?"
    .split(" ")
    .map((key) => `rows[].${key}`),
  attributes: ["attributes._Account_?"],
  copyFrom: ["startDate", "endDate?"].map((key) => `copyFrom.${key}`),
  assign: ["ref", "issueKey"].map((key) => `assign[].${key}`),
};

describe("tempofiller call", () => {
  test("shows the attributes and the start time that it was given, though the set details is off", async () => {
    const workAttributes = [{ id: 7, key: "_Note_", name: "Note", required: false }];
    const { env } = await serve({ seed: { workAttributes } });
    const entry = { issueKey: "PROJ-7", hours: 1, startDate: "2026-01-06" };
    const given = { ...entry, startTime: "10:30", attributes: { note: "on site" } };
    const posted = await call(["post_worklog", JSON.stringify(given)], { env });
    expect(posted).toMatchObject({
      code: 0,
      reply: { worklog: { startTime: "10:30", attributes: [{ key: "_Note_", value: "on site" }] } },
    });
    const again = await call(["post_worklog", JSON.stringify(entry)], { env });
    expect(Object.keys(again.reply.worklog)).not.toContain("attributes");
  });

  test(`works in a pipe into ${readerName}, as in docs/cli.md`, async () => {
    const range = '{"startDate":"2026-01-01","endDate":"2026-01-31"}';
    // cmd.exe keeps no single quotes, so the arguments come from a file there, as --help advises.
    const command = `"${process.execPath}" "${COMMAND}"`;
    const line =
      process.platform === "win32"
        ? `${command} call get_worklogs @${await fileWith(range)} --sandbox --fields summary | ${reader}`
        : `tempofiller() { ${command} "$@"; }\n` +
          `tempofiller call get_worklogs '${range}' --sandbox --fields summary | ${reader}`;
    const { status, stdout, stderr } = spawnSync(line, { shell: true, encoding: "utf8" });
    expect({ status, stderr, text: stdout.trim().split("\n") }).toEqual({
      status: 0,
      stderr: "",
      text: [
        "{",
        '  "summary": {',
        expect.stringMatching(/^ {4}"totalHours": [\d.]+,$/),
        expect.stringMatching(/^ {4}"totalEntries": \d+,$/),
        expect.stringMatching(/^ {4}"uniqueIssues": \d+$/),
        "  }",
        "}",
      ],
    });
  });

  test.each(["--sandbox", "--sandbox=datacenter"])(
    "prints what the server replies, with %s",
    async (sandbox) => {
      const { client } = await startCommand([sandbox]);
      const range = { startDate: "2026-01-01", endDate: "2026-01-31" };
      for (const [tool, args] of [
        ["get_schedule", range],
        ["get_worklogs", range],
        ["post_worklog", { issueKey: "DEMO-1", hours: 2, ...range }],
      ] as const) {
        const reply = replyOf(await client.callTool({ name: tool, arguments: args }));
        const { stdout, ...rest } = await runCommand([
          "call",
          tool,
          JSON.stringify(args),
          sandbox,
          "--debug",
        ]);
        expect({ stdout, code: rest.code }).toEqual({ stdout: `${JSON.stringify(reply)}\n`, code: 0 });
        expect(rest.stderr).toMatch(/^tempofiller: Jira [A-Z]+ https:.+ 200 \d+ ms\n/);
      }
    },
  );

  test.each([
    ["inline", async (text: string) => ({ args: text })],
    ["from a file", async (text: string) => ({ args: `@${await fileWith(text)}` })],
    [
      "from a file with a byte order mark",
      async (text: string) => ({ args: `@${await fileWith(`\ufeff${text}`)}` }),
    ],
    [
      "from a file of Windows PowerShell",
      async (text: string) => ({ args: `@${await fileWith(Buffer.from(`\ufeff${text}`, "utf16le"))}` }),
    ],
    [
      "from a file in UTF-16 without a byte order mark",
      async (text: string) => ({ args: `@${await fileWith(Buffer.from(text, "utf16le"))}` }),
    ],
    ["from stdin", async (text: string) => ({ args: "-", input: `${text}\n` })],
  ])("takes the arguments %s", async (_, give) => {
    const { args, input = "" } = (await give(JSON.stringify({ ...MONDAY, endDate: "2026-01-05" }))) as {
      args: string;
      input?: string;
    };
    const finished = await call(["get_worklogs", args, "--sandbox"], { input });
    expect(finished).toMatchObject({ code: 0, stderr: "", reply: { ...MONDAY, endDate: "2026-01-05" } });
  });

  test("reads arguments whose JSON is written as JSON once more, and no name of JavaScript's own", async () => {
    const twice = JSON.stringify(JSON.stringify(MONDAY));
    const [once, again] = [JSON.stringify(MONDAY), twice].map((args) =>
      call(["--sandbox", "get_schedule", args]),
    );
    expect(await again).toEqual(await once);
    const odd = await call(["--sandbox", "get_schedule", '{"startDate":"2026-01-05","__proto__":{"a":1}}']);
    expect([odd.code, odd.stderr]).toEqual([2, expect.stringContaining("unknown argument `__proto__`")]);
  });

  test("lists every tool with its arguments", async () => {
    const { code, stdout, stderr } = await runCommand(["call", "--list"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const listed = stdout.split("\n\n").map((block) => {
      const [name, description, ...lines] = block.trimEnd().split("\n");
      return {
        name,
        description: description?.trim(),
        names: lines.map((line) => line.trim().split(" ")[0]),
      };
    });
    expect(listed).toEqual(
      tools.map((tool) => {
        const { name, input } = tool;
        const description = descriptionOf(tool, "skip");
        const { properties = {}, required = [] } = inputSchemas[input];
        const names = Object.keys(properties).flatMap((key) => [
          required.includes(key) ? key : `${key}?`,
          ...(INNER[key] ?? []),
        ]);
        return { name, description, names };
      }),
    );
    expect(stdout).toContain("\n    worklogId  string   Id from get_worklogs.\n");
  });

  test("lists one tool, and all of them as JSON like MCP's tools/list", async () => {
    const { stdout } = await runCommand(["call", "--list", "delete_worklog"]);
    expect(stdout.match(/^[a-z]+_\w+$/gm)).toEqual(["delete_worklog"]);
    const { client } = await startCommand(["--sandbox", "--toolsets=all"]);
    const { tools: listed } = await client.listTools();
    const { code, stdout: json, stderr } = await runCommand(["call", "--list", "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(JSON.parse(json)).toEqual({
      tools: listed.map(({ name, title, description, inputSchema }) => ({
        name,
        title,
        description,
        inputSchema: expect.objectContaining({ properties: inputSchema.properties }),
      })),
    });
  });

  test.each([
    ["options alone", ["--startDate", "2026-01-05", "--endDate=2026-01-06"]],
    ["options beside JSON", ['{"startDate":"2026-01-05"}', "--endDate", "2026-01-06"]],
    ["options before the tool", ["--startDate=2026-01-05", "--endDate=2026-01-06"]],
  ])("takes the arguments from %s", async (how, args) => {
    const line = how.endsWith("tool") ? [...args, "get_worklogs"] : ["get_worklogs", ...args];
    const { code, reply, stderr } = await call([...line, "--sandbox"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(reply).toMatchObject({ startDate: "2026-01-05", endDate: "2026-01-06" });
  });

  test("posts what its options say, with their types", async () => {
    const { sandbox, env } = await serve();
    const options = ["--issueKey=PROJ-7", "--hours", "1.5", "--billable=false", "--description", "Review: 2"];
    const posted = await call(["post_worklog", "--startDate", "2026-01-06", ...options], { env });
    expect(posted).toMatchObject({
      code: 0,
      stderr: "",
      reply: { worklog: { hours: 1.5, billableHours: 0 } },
    });
    expect([...sandbox.state.worklogs.values()].at(-1)).toMatchObject({
      startDate: "2026-01-06",
      timeSpentSeconds: 5400,
      billableSeconds: 0,
      description: "Review: 2",
    });
  });

  test.each([
    [["get_schedule", '{"startDate":"2026-01-05"}', "--startDate=2026-01-06"], "`startDate` is given twice"],
    [["post_worklog", "--hours=eight"], '`hours` must be a number, not "eight"'],
    [["post_worklog", "--billable=no"], '`billable` must be true or false, not "no"'],
    [["bulk_post_worklogs", "--worklogs=[{"], '`worklogs` must be an array, not "[{"'],
    [["delete_worklog", '{"worklogID":"1"}'], "unknown argument `worklogID` (did you mean `worklogId`?)"],
    [["get_schedule", "startDate=2026-01-05"], "Write startDate as an option: --startDate=VALUE"],
    [["get_schedule", "2026-11-01"], "such as --startDate 2026-11-01"],
    [
      ["get_worklogs", "--endDate=2026-11-30", "a-t0ken-of-26-characters-x"],
      "such as --startDate 2026-11-20",
    ],
    [["get_schedule", "-"], "stdin was empty"],
  ])("refuses the arguments of %j on stderr", async (args, words) => {
    const { code, reply, stderr } = await call([...args, "--sandbox"]);
    expect({ code, reply }).toEqual({ code: 2, reply: undefined });
    expect(stderr).toContain(words);
    expect(stderr.trim().split("\n").length).toBe(1);
  });

  test("lists only the tools that read if TEMPO_READ_ONLY is set", async () => {
    const { stdout } = await runCommand(["call", "--list"], { env: { TEMPO_READ_ONLY: "1" } });
    const reading = tools.filter(({ effect }) => effect === "read").map(({ name }) => name);
    expect(stdout.match(/^[a-z]+_\w+$/gm)).toEqual(reading);
  });

  test("stores an entry once if it is posted twice, as the server does", async () => {
    const { sandbox, env } = await serve();
    const post = JSON.stringify({ issueKey: "PROJ-7", hours: 1, startDate: "2026-01-06" });
    const first = await call(["post_worklog", post], { env });
    const second = await call(["post_worklog", post, "--fields", "worklog.id,worklog.alreadyLogged"], {
      env,
    });
    expect(first).toMatchObject({ code: 0, reply: { success: true, worklog: { hours: 1 } } });
    expect(second).toEqual({
      code: 0,
      stderr: "",
      reply: { worklog: { id: first.reply.worklog.id, alreadyLogged: true } },
    });
    expect(sandbox.state.worklogs.size).toBe(2);
  });

  test("says on stderr which days are overbooked, whatever fields are printed", async () => {
    const { env } = await serve();
    const dates = ["2026-01-06", "2026-01-07", "2026-01-08", "2026-01-09", "2026-01-12"];
    const worklogs = JSON.stringify(dates.map((date) => ({ issueKey: "PROJ-7", hours: 9, date })));
    const line = ["bulk_post_worklogs", "--worklogs", worklogs, "--fields=summary.failed"];
    expect(await call(line, { env })).toEqual({
      code: 0,
      stderr:
        "tempofiller: 5 days have more hours than required: 2026-01-06 (9 of 8 h), 2026-01-07 (9 of 8 h), 2026-01-08 (9 of 8 h) and 2 more.\n",
      reply: { summary: { failed: 0 } },
    });
  });

  test("says it of a single worklog, and beside the entries that failed", async () => {
    const { env } = await serve();
    const posted = await call(["post_worklog", "--issueKey=PROJ-7", "--hours=9", "--startDate=2026-01-06"], {
      env,
    });
    expect(posted).toMatchObject({
      code: 0,
      stderr: "tempofiller: 1 day has more hours than required: 2026-01-06 (9 of 8 h).\n",
      reply: { overbooked: [{ date: "2026-01-06", requiredHours: 8, loggedHours: 9 }] },
    });
    const worklogs = JSON.stringify([
      { issueKey: "PROJ-7", hours: 1, date: "2026-01-06" },
      { issueKey: "NO-1", hours: 1, date: "2026-01-06" },
    ]);
    const { code, stderr } = await call(["bulk_post_worklogs", "--worklogs", worklogs], { env });
    expect(code).toBe(9);
    expect(stderr).toMatch(/^tempofiller: 1 of 2 .+\ntempofiller: 1 day .+\(10 of 8 h\)\.\n$/);
  });
});

describe("arguments that are not JSON", () => {
  const TOKEN = "t0ken-0f-18-chars!";

  test.each([
    ["a file", TOKEN, async () => ({ arg: `@${await fileWith(TOKEN)}`, input: "" })],
    ["stdin", TOKEN, async () => ({ arg: "-", input: TOKEN })],
    [
      "a file",
      "that ends too soon",
      async () => ({ arg: `@${await fileWith(`{"a":"${TOKEN}",}`)}`, input: "" }),
    ],
  ])("are not echoed if they come from %s: %s", async (_, __, give) => {
    const { arg, input } = await give();
    const { code, stdout, stderr } = await runCommand(["call", "get_schedule", arg], { input });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/is not JSON( \(at character \d+\))?\. Pass a JSON object, such as .+\.\n$/);
    expect(stderr).not.toMatch(/t0ken|chars/);
  });
});

describe("the exit code", () => {
  test("of each error code stays as it is", () => {
    expect(EXIT_CODE_BY_ERROR).toEqual({
      internal: 1,
      contract_violation: 1,
      invalid_input: 2,
      invalid_settings: 3,
      unauthorized: 4,
      forbidden: 4,
      not_found: 5,
      rejected: 6,
      unavailable: 7,
      not_sent: 7,
      outcome_unknown: 8,
      wrong_author: 8,
      partial_failure: 9,
      unexpected_response: 10,
      cancelled: 130,
    });
  });

  const POST = { issueKey: "PROJ-7", hours: 1, startDate: "2026-01-06" };
  const closed: Partial<SandboxBehaviour> = {
    reject: ({ startDate }) => (startDate === "2026-01-07" ? ["The period is closed"] : []),
  };
  const lost =
    (fetch: Fetch): Fetch =>
    async (request) =>
      new URL(request.url).pathname.endsWith("/worklogs")
        ? new Response(null, { status: 502 })
        : fetch(request);

  // The words of each error are in tests/protocol/errors/.
  test.each<[number, string, [tool: string, args: object], Record<string, string>]>([
    [2, "an argument that breaks a rule", ["get_schedule", { startDate: "2026-02-30" }], {}],
    [3, "invalid settings", ["get_schedule", MONDAY], { TEMPO_BASE_URL: "jira" }],
    [6, "a closed period", ["post_worklog", { ...POST, startDate: "2026-01-07" }], {}],
    [
      7,
      "a failure to connect",
      ["get_schedule", MONDAY],
      { TEMPO_BASE_URL: "http://127.0.0.1:2", TEMPO_CALL_BUDGET_MS: "2000" },
    ],
    [9, "a range of which only a part was stored", ["post_worklog", { ...POST, endDate: "2026-01-08" }], {}],
  ])("is %i after %s, and only stderr says why", async (code, _, [tool, args], others) => {
    const { run } = await serve({ behaviour: closed });
    const { stderr, ...finished } = await run(["call", tool, JSON.stringify(args)], others);
    expect(finished).toEqual({ code, stdout: "" });
    expect(stderr.match(/^tempofiller: .+\n$/g)?.length).toBe(1);
  });

  test("is 8 after an unknown outcome", async () => {
    const { run } = await serve({ through: lost });
    const finished = await run(["call", "post_worklog", JSON.stringify(POST)], {
      TEMPO_CALL_BUDGET_MS: "4000",
    });
    expect(finished).toEqual({ code: 8, stdout: "", stderr: expect.stringContaining("is unknown") });
  });

  const DAYS = ["2026-01-06", "2026-01-07", "2026-01-08", "2026-01-09", "2026-01-12"];
  const closedOn =
    (...dates: string[]) =>
    ({ startDate }: { startDate: string }) =>
      dates.includes(startDate) ? [`The period of ${startDate} is closed`] : [];

  test.each([
    [
      "one entry of two",
      DAYS.slice(0, 2),
      closedOn("2026-01-07"),
      /^tempofiller: 1 of 2 entries failed\. 2026-01-07 PROJ-7: .*The period of 2026-01-07 is closed.*\n$/,
    ],
    [
      "every entry for one reason",
      DAYS,
      () => ["The year is closed"],
      /^tempofiller: 5 of 5 entries failed\. 2026-01-06 PROJ-7 and 4 more: .*The year is closed.*\n$/,
    ],
    [
      "every entry for a different reason",
      DAYS,
      closedOn(...DAYS),
      /^tempofiller: 5 of 5 entries failed\. 2026-01-06 PROJ-7: .*-06 is closed.* 2026-01-07 PROJ-7: .*-07 is closed.* 2026-01-08 PROJ-7: .*-08 is closed.* The reply gives the other reasons\.\n$/,
    ],
  ])("is 9 if %s of a batch failed, and stderr says how many and why", async (_, dates, reject, line) => {
    const { env } = await serve({ behaviour: { reject } });
    const worklogs = dates.map((date) => ({ issueKey: "PROJ-7", hours: 1, date }));
    const finished = await call(["bulk_post_worklogs", JSON.stringify({ worklogs }), "--fields", "summary"], {
      env,
    });
    const failed = dates.filter((startDate) => reject({ startDate }).length > 0).length;
    const succeeded = dates.length - failed;
    expect(finished).toEqual({
      code: 9,
      stderr: expect.stringMatching(line),
      reply: { summary: { total: dates.length, succeeded, failed, totalHours: succeeded } },
    });
  });

  test.each([
    ["in its variable", async (token: string) => ({ TEMPO_PAT: token })],
    ["in a file", async (token: string) => ({ TEMPO_PAT_FILE: await fileWith(`${token}\n`) })],
  ])("is 4 and the token %s is not shown, even if upstream echoes it", async (_, give) => {
    const { env } = await serve({
      through: () => async (request) =>
        Response.json({ errorMessages: [`no ${request.headers.get("authorization")}`] }, { status: 403 }),
    });
    const { TEMPO_BASE_URL, TEMPO_PAT = "" } = env;
    const { code, stdout, stderr } = await runCommand(
      ["call", "get_schedule", JSON.stringify(MONDAY), "--debug"],
      { env: { TEMPO_BASE_URL, ...(await give(TEMPO_PAT)) } as Record<string, string> },
    );
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr).toContain("no Bearer [secret]");
    expect(stderr).not.toContain(TEMPO_PAT);
  });
});

describe("--fields", () => {
  const REPLY = {
    startDate: "2026-01-05",
    endDate: "2026-01-06",
    worklogs: [],
    byIssue: [
      { issueKey: "PROJ-7", issueSummary: "Code review", totalHours: 2, entryCount: 1 },
      { issueKey: "PROJ-4", issueSummary: "Sprint ceremonies", totalHours: 1, entryCount: 2 },
    ],
    summary: { totalHours: 3, totalEntries: 3, uniqueIssues: 2 },
  };

  test.each([
    ["summary", { summary: REPLY.summary }],
    [
      "summary, byIssue.totalHours",
      { byIssue: [{ totalHours: 2 }, { totalHours: 1 }], summary: REPLY.summary },
    ],
    ["summary.totalHours,summary", { summary: REPLY.summary }],
    [
      "byIssue.entryCount,byIssue.issueKey",
      {
        byIssue: [
          { issueKey: "PROJ-7", entryCount: 1 },
          { issueKey: "PROJ-4", entryCount: 2 },
        ],
      },
    ],
    ["worklogs.id,startDate", { startDate: "2026-01-05", worklogs: [] }],
    ["issueFilter", {}],
  ])("%s keeps these fields in their original order", (list, kept) => {
    const paths = readFields(list, responseSchemas.GetWorklogsResponse);
    expect(JSON.stringify(selectFields(REPLY, paths))).toBe(JSON.stringify(kept));
  });

  test("given twice prints the fields of both", async () => {
    const { env } = await serve();
    const args = [JSON.stringify(MONDAY), "--fields", "startDate", "--fields", "endDate,issueFilter"];
    const finished = await call(["get_worklogs", ...args], { env });
    expect(finished).toEqual({ code: 0, stderr: "", reply: { ...MONDAY, endDate: "2026-01-05" } });
  });

  test.each([
    [
      "sumary",
      "this reply has no field `sumary`. Did you mean summary? Available: startDate, endDate, issueFilter, worklogs, byIssue, summary, warnings",
    ],
    [
      "summary,byIssue.hours",
      "`byIssue` has no field `hours`. Available: issueKey, issueSummary, totalHours, entryCount",
    ],
    ["summary.totalHours.x", "`summary.totalHours` has no field `x`. It has no fields"],
    [
      "constructor",
      "this reply has no field `constructor`. Available: startDate, endDate, issueFilter, worklogs, byIssue, summary, warnings",
    ],
  ])("%s is refused before anything is sent, and the error lists the fields", async (list, words) => {
    const { env, requests } = await serve();
    const options = { toolName: "get_worklogs", args: JSON.stringify(MONDAY), fields: list };
    const called = callInProcess(
      { ...options, stdin: process.stdin, readOnly: false },
      createServerContext(readSettings({ ...NO_STATE, ...env }), undefined),
    );
    await expect(called).rejects.toThrow(new InvalidInputError(`--fields: ${words}. Nothing was sent.`));
    expect(requests).toEqual([]);
  });
});

// Windows has no signals to send: there, Ctrl-C comes from a console.
describe.skipIf(process.platform === "win32")("Ctrl-C", () => {
  /** A batch on its way to a Tempo that answers the first worklog and holds back the answers to all others. */
  async function startBatch() {
    const { promise: held, resolve: release } = deferred();
    let posts = 0;
    const { sandbox, env } = await serve({
      through: (fetch) => async (request) => {
        const response = await fetch(request);
        if (new URL(request.url).pathname.endsWith("/worklogs") && ++posts >= 2) await held;
        return response;
      },
    });
    // All entries have one issue, so that few requests run at once and the one under way can be known.
    const dates = Array.from({ length: 12 }, (_, index) => `2026-01-${String(index + 10)}`);
    const worklogs = dates.map((date) => ({ issueKey: "PROJ-7", hours: 1, date }));
    const child = spawn(
      process.execPath,
      [COMMAND, "call", "bulk_post_worklogs", JSON.stringify({ worklogs })],
      {
        env: commandEnvironment(env),
        timeout: 20_000,
      },
    );
    const output = { stdout: "", stderr: "" };
    child.stdout.on("data", (chunk) => {
      output.stdout += String(chunk);
    });
    child.stderr.on("data", (chunk) => {
      output.stderr += String(chunk);
    });
    return { child, output, sandbox, release, posts: () => posts };
  }

  test("cancels the call: nothing more is sent, and stderr says what was stored", async () => {
    const { child, output, sandbox, release, posts } = await startBatch();
    await expect.poll(posts, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    child.kill("SIGINT");
    await expect.poll(() => output.stderr).toContain("cancelled: nothing more is sent");
    release();
    const [code] = await once(child, "close");
    const reply = JSON.parse(output.stdout);
    const stored = [...sandbox.state.worklogs.keys()].slice(1).map(String);
    expect(code).toBe(130);
    expect(stored.length).toBeLessThan(12);
    expect(reply.results.flatMap(({ worklogId = [] }) => worklogId).sort()).toEqual(stored.sort());
    const [, reported = ""] = /cancelled; before that it had stored worklog (.+)\n/.exec(output.stderr) ?? [];
    expect(reported.split(", ").sort()).toEqual(stored);
    expect(reply.results.at(-1).error).toMatch(/^Not sent: the call was cancelled/);
  });

  test("twice ends the process at once", async () => {
    const { child, output, posts } = await startBatch();
    await expect.poll(posts, { timeout: 10_000 }).toBeGreaterThanOrEqual(2);
    child.kill("SIGINT");
    await expect.poll(() => output.stderr).toContain("cancelled: nothing more is sent");
    child.kill("SIGINT");
    const [code] = await once(child, "close");
    expect({ code, stdout: output.stdout, last: output.stderr.trim().split("\n").at(-1) }).toEqual({
      code: 130,
      stdout: "",
      last: "tempofiller: ended at once; a request on its way may have taken effect, so check your worklogs",
    });
  });
});

// Windows has no TZ.
test.skipIf(process.platform === "win32").each(["", "GMT+5", "No/Where"])(
  "drafts are made although no time zone is known by what TZ says: %j",
  async (TZ) => {
    const finished = await runCommand(["call", "draft_timesheet", "--sandbox", "--startDate", "2026-01-05"], {
      env: { TZ },
    });
    expect({ ...finished, stdout: JSON.parse(finished.stdout).summary.unmappedHours }).toMatchObject({
      code: 0,
      stdout: 0,
      stderr: "",
    });
  },
);
