import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runCommand, startCommand } from "../helpers/command.ts";
import { protocolError } from "../helpers/protocol-error.ts";
import { CLOUD } from "../helpers/settings.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const OF_DRAFTS = { TEMPO_TOOLSETS: "draft" };

const CALENDARS =
  "TEMPO_CALENDARS must be full paths of files in iCalendar format and https:// addresses, separated by commas.";

/** Settings of drafts with a wrong value, and how the sentence about it begins. */
const WRONG: [env: Record<string, string>, sentence: string][] = [
  [
    { TEMPO_CALENDARS: "http://calendar.example/secret.ics" },
    "An address in TEMPO_CALENDARS starts with http://",
  ],
  [{ TEMPO_CALENDARS: "team.ics" }, CALENDARS],
  [{ TEMPO_GIT_FOLDERS: "src" }, "TEMPO_GIT_FOLDERS must be full paths of folders"],
  [{ TEMPO_GIT_EMAILS: "kim" }, "TEMPO_GIT_EMAILS must be e-mail addresses"],
  [{ TEMPO_SESSIONS: "copilot" }, "TEMPO_SESSIONS must be one or more of"],
  [{ TEMPO_STEP_MINUTES: "7" }, "TEMPO_STEP_MINUTES must be"],
  [{ TEMPO_DRAFT_TITLES: "some" }, "TEMPO_DRAFT_TITLES must be"],
  [{ TEMPO_DUPLICATES: "some" }, "TEMPO_DUPLICATES must be"],
  [{ TEMPO_READ_ONLY: "perhaps" }, "TEMPO_READ_ONLY must be"],
];

const today = { startDate: "2026-01-05", endDate: "2026-01-05" };

describe.each(WRONG)("with the settings %j", (env, sentence) => {
  test("the server offers the tools that draft, and a draft says what is wrong", async () => {
    const { client } = await startCommand([], { ...CLOUD, ...OF_DRAFTS, ...env });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["draft_timesheet", "post_draft"]));
    const { isError, content } = await client.callTool({ name: "draft_timesheet", arguments: today });
    expect({ isError, content }).toEqual({
      isError: true,
      content: [{ type: "text", text: expect.stringMatching(new RegExp(`^${sentence}`)) }],
    });
  });

  test("the commands say it too", async () => {
    for (const args of [["draft"], ["call", "draft_timesheet", JSON.stringify(today)]]) {
      const { code, stderr } = await runCommand(args, { env: { ...CLOUD, ...OF_DRAFTS, ...env } });
      expect([code === 0, stderr]).toEqual([false, expect.stringContaining(sentence)]);
      expect(stderr).not.toContain("is off");
    }
  });
});

describe("a tool that is off for want of a setting that can be read says what is wrong with", () => {
  const settingsFile = (content: string) => {
    const path = join(temporaryFolder(), "settings.env");
    writeFileSync(path, content, { mode: 0o600 });
    return { TEMPO_CONFIG_FILE: path };
  };

  test.each([
    [
      "the sets",
      () => ({ ...OF_DRAFTS, TEMPO_TOOLSETS: "drafts" }),
      /^TEMPO_TOOLSETS must be one or more of/,
    ],
    ["a calendar, without the set", () => ({ TEMPO_CALENDARS: "team.ics" }), new RegExp(`^${CALENDARS}`)],
    [
      "a calendar in the settings file",
      () => settingsFile("TEMPO_CALENDARS=team.ics\n"),
      new RegExp(`^${CALENDARS}`),
    ],
    ["the settings file", () => ({ TEMPO_CONFIG_FILE: temporaryFolder() }), /settings file/],
  ])("%s", async (_, env, message) => {
    const { client } = await startCommand([], { ...CLOUD, ...env() });
    const call = client.callTool({ name: "draft_timesheet", arguments: today });
    expect(await protocolError(call)).toMatchObject({ message: expect.stringMatching(message) });
  });

  test("nothing: the set is what is missing", async () => {
    const { client } = await startCommand([], CLOUD);
    const call = client.callTool({ name: "draft_timesheet", arguments: today });
    expect(await protocolError(call)).toMatchObject({
      message:
        "draft_timesheet is off. To switch it on, add its set, draft, to TEMPO_TOOLSETS and restart the server.",
    });
  });
});
