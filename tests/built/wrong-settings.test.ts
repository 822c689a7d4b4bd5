import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DoctorReport } from "../../src/cli/doctor/report.ts";
import { runCommand, startCommand } from "../helpers/command.ts";
import { protocolError } from "../helpers/protocol-error.ts";
import { CLOUD, DATA_CENTER } from "../helpers/settings.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { WRONG_SETTINGS } from "../helpers/wrong-settings.ts";

// The sentences are tested in tests/unit/wrong-settings.test.ts; here the built command says them.

const SHOWN = [
  "a zero-width space (U+200B) in a token",
  "the same token twice",
  "plain http to a Cloud site, http permitted by undefined",
  "a name that is nearly a setting: TEMPO_API_TOKN",
].map((name) => {
  const [, env = {}, ...problems] = WRONG_SETTINGS.find(([what]) => what === name) ?? [name];
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { name, env: Object.fromEntries(set), problems };
});

function settingsFile(content: string | Buffer): string {
  const folder = temporaryFolder();
  const path = join(folder, "settings.env");
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

async function doctorReport(env: Record<string, string>, args: string[] = []) {
  const { code, stdout, stderr } = await runCommand(["doctor", "--json", ...args], { env });
  expect(stdout + stderr).not.toContain("S3CRET");
  return { code, stderr, checks: (JSON.parse(stdout) as DoctorReport).checks };
}

describe("the doctor and the first call say the same of a wrong setting", () => {
  test.each(SHOWN)("$name", async ({ env, problems }) => {
    expect(problems.length).toBeGreaterThan(0);
    const { code, checks } = await doctorReport(env);
    expect({ code, settings: checks.find(({ check }) => check === "settings") }).toEqual({
      code: 1,
      settings: {
        check: "settings",
        status: "failed",
        message: problems.length === 1 ? problems[0] : problems.map((problem) => `- ${problem}`).join("\n"),
        code: "invalid_settings",
      },
    });
    const { client } = await startCommand([], env);
    const { content, isError } = await client.callTool({ name: "get_schedule", arguments: {} });
    expect({ isError, content }).toEqual({
      isError: true,
      content: [{ type: "text", text: problems.join(" ") }],
    });
  });
});

test("setup says it too, and changes nothing", async () => {
  const env = { ...CLOUD, JIRA_BASE_URL: "https://acme.jira.com", TEMPO_CONFIG_FILE: settingsFile("") };
  const { code, stderr } = await runCommand(["setup", "--yes"], { env });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr:
      "tempofiller: JIRA_BASE_URL is acme.jira.com, a former address of a Jira Cloud site. Set it to https://acme.atlassian.net.\n",
  });
});

test("a command whose settings file is a web page names the lines to correct, and not how to set it up", async () => {
  const env = { TEMPO_CONFIG_FILE: settingsFile("<html>\nS3CRET\n</html>\n") };
  expect(await runCommand(["week"], { env })).toMatchObject({
    code: 3,
    stdout: "",
    stderr: `tempofiller: Lines 1, 2 and 3 of the settings file ${env.TEMPO_CONFIG_FILE} are not of the form NAME=value, so they set nothing. Correct them, or begin them with #. Tempo is not configured.\n`,
  });
});

test.each([
  ["no settings at all", "<html>\nS3CRET\n</html>\n"],
  ["JSON", '{"TEMPO_PAT":"S3CRET"}\n'],
  ["a setting in another form", "TEMPO_PAT=S3CRET-token\nTEMPO_BASE_URL: https://jira.example.com\n"],
  ["a setting in small letters", "tempo_pat=S3CRET-token\nTEMPO_BASE_URL=https://jira.example.com\n"],
  ["another encoding", Buffer.from("TEMPO_PAT=S3CRET-token\n", "utf16le").swap16()],
])(
  "setup in a script says of a settings file with %s what a command says, but not to run setup",
  async (_, content) => {
    const env = { TEMPO_CONFIG_FILE: settingsFile(content) };
    const { stderr: said } = await runCommand(["week"], { env });
    const stderr = said.replace(" tempofiller setup asks for them.", "");
    expect(await runCommand(["setup", "--yes"], { env })).toMatchObject({ code: 3, stdout: "", stderr });
  },
);

test("the server over HTTP does not start with a wrong address, and warns of a name that is nearly a setting", async () => {
  const serve = ["serve", "--http", "127.0.0.1:0"];
  const { code, stderr } = await runCommand(serve, {
    env: { JIRA_BASE_URL: "http://acme.atlassian.net", TEMPOFILLER_DATABASE_URI: "postgres://x" },
  });
  const [warning = "", ...others] = stderr.trim().split("\n");
  expect({ code, warning: JSON.parse(warning), others }).toEqual({
    code: 3,
    warning: {
      time: expect.any(String),
      level: "warn",
      event: "server",
      message:
        "The environment sets TEMPOFILLER_DATABASE_URI, which TempoFiller does not read. Did you mean TEMPOFILLER_DATABASE_URL?",
    },
    others: [
      "tempofiller: JIRA_BASE_URL must start with https://: tokens are not sent over unencrypted connections. Set it to https://acme.atlassian.net.",
    ],
  });
});

test("the doctor of the server over HTTP names what is nearly a setting, where one is missing too", async () => {
  const { checks } = await doctorReport(
    { JIRA_BASE_URL: "https://acme.atlassian.net", TEMPOFILLER_ACCES_KEYS_FILE: "x" },
    ["--http", "0.0.0.0:0"],
  );
  expect(checks[0]?.message).toContain(
    "The environment sets TEMPOFILLER_ACCES_KEYS_FILE, which TempoFiller does not read. Did you mean TEMPOFILLER_ACCESS_KEYS_FILE?",
  );
});

test("what has no effect is a warning in the log at start, and a row of the doctor", async () => {
  const lines = "TEMPO_BASE_URL=http://127.0.0.1:9\nTEMPO_PAT=x\nS3CRET\nTEMPO_PAT=y\n";
  const env = { TEMPO_CONFIG_FILE: settingsFile(lines), TEMPO_READONLY: "1" };
  const messages = [
    `Line 3 of the settings file ${env.TEMPO_CONFIG_FILE} is not of the form NAME=value, so it sets nothing. Correct it, or begin it with #.`,
    `The settings file ${env.TEMPO_CONFIG_FILE} sets TEMPO_PAT in lines 2 and 4, of which line 4 counts. Remove the others.`,
    "The environment sets TEMPO_READONLY, which TempoFiller does not read. Did you mean TEMPO_READ_ONLY?",
  ];
  const { stderr } = await runCommand([], { env });
  const callsFail =
    "every call will fail: TEMPO_READONLY is set, which TempoFiller does not read: rename it to TEMPO_READ_ONLY.";
  expect(stderr.trim().split("\n")).toEqual(
    [...messages, callsFail].map((message) => `tempofiller: ${message}`),
  );
  const { checks } = await doctorReport(env);
  expect(checks.slice(1, 4)).toEqual([
    { check: "settings_file", status: "unknown", message: messages[0] },
    { check: "settings_file", status: "unknown", message: messages[1] },
    { check: "environment", status: "unknown", message: messages[2] },
  ]);
});

test.skipIf(process.platform === "win32")("a token's file that never ends is refused at once", async () => {
  const { TEMPO_BASE_URL } = DATA_CENTER;
  const { checks } = await doctorReport({ TEMPO_BASE_URL, TEMPO_PAT_FILE: "/dev/zero" });
  expect(checks[0]?.message).toBe(
    "TEMPO_PAT_FILE points to /dev/zero, which cannot be read (not a regular file). Set it to a file that contains only the token.",
  );
});

const OF_DRAFTS = { ...CLOUD, TEMPO_TOOLSETS: "draft" };

const CALENDARS =
  "TEMPO_CALENDARS must be full paths of files in iCalendar format and https:// addresses, separated by commas.";

const DAY = { startDate: "2026-01-05", endDate: "2026-01-05" };

describe.each([
  [{ TEMPO_CALENDARS: "team.ics" }, CALENDARS],
  [{ TEMPO_GIT_FOLDERS: "src" }, "TEMPO_GIT_FOLDERS must be full paths of folders"],
  [{ TEMPO_DUPLICATES: "some" }, "TEMPO_DUPLICATES must be"],
])("with the settings %j, what is wrong is said", (env, sentence) => {
  test("by a draft of the server, which offers the tools that draft", async () => {
    const { client } = await startCommand([], { ...OF_DRAFTS, ...env });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["draft_timesheet", "post_draft"]));
    const { isError, content } = await client.callTool({ name: "draft_timesheet", arguments: DAY });
    expect({ isError, content }).toEqual({
      isError: true,
      content: [{ type: "text", text: expect.stringMatching(new RegExp(`^${sentence}`)) }],
    });
  });

  test("by the commands, not that the tool is off", async () => {
    for (const args of [["draft"], ["call", "draft_timesheet", JSON.stringify(DAY)]]) {
      const { code, stderr } = await runCommand(args, { env: { ...OF_DRAFTS, ...env } });
      expect([code === 0, stderr]).toEqual([false, expect.stringContaining(sentence)]);
      expect(stderr).not.toContain("is off");
    }
  });
});

test.each([
  ["the sets", () => ({ TEMPO_TOOLSETS: "drafts" }), /^TEMPO_TOOLSETS must be one or more of/],
  ["a calendar, without the set", () => ({ TEMPO_CALENDARS: "team.ics" }), new RegExp(`^${CALENDARS}`)],
  [
    "a calendar in the settings file",
    () => ({ TEMPO_CONFIG_FILE: settingsFile("TEMPO_CALENDARS=team.ics\n") }),
    new RegExp(`^${CALENDARS}`),
  ],
  ["the settings file", () => ({ TEMPO_CONFIG_FILE: temporaryFolder() }), /settings file/],
  [
    "nothing but that its set is missing",
    () => ({}),
    /^draft_timesheet is off\. To switch it on, add its set, draft,/,
  ],
])("a tool that is off says what is wrong with %s", async (_, env, message) => {
  const { client } = await startCommand([], { ...CLOUD, ...env() });
  const call = client.callTool({ name: "draft_timesheet", arguments: DAY });
  expect(await protocolError(call)).toMatchObject({ message: expect.stringMatching(message) });
});
