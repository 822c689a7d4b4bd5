import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { decodeText, whyUnreadable } from "../../src/config/text-file.ts";
import { runCommand } from "../helpers/command.ts";
import { serveTempo } from "../helpers/served-tempo.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";

const LATIN_1 = (text: string) => Buffer.from(text, "latin1");

const post = (description: string) =>
  `{"issueKey":"PROJ-7","hours":1,"startDate":"2026-01-12","description":"${description}"}`;

const LOST =
  "must not have a character that could not be decoded (U+FFFD, or half of a pair): write that character again";

/** A text as a file, in a folder of its own. */
function fileOf(content: Uint8Array): string {
  const path = join(temporaryFolder(), "file");
  writeFileSync(path, content, { mode: 0o600 });
  return path;
}

describe("a text that does not decode is refused, and nothing is sent:", () => {
  test.each<[what: string, line: () => string[], input: Uint8Array | undefined, words: string]>([
    [
      "a comment on stdin",
      () => ["log", "PROJ-7", "1h", "2026-01-12", "-m", "-"],
      LATIN_1("Geprüft"),
      "What stdin holds cannot be read, since it is not text in UTF-8, from byte 5 in line 1 on: save it as UTF-8.",
    ],
    [
      "arguments on stdin",
      () => ["call", "post_worklog", "-"],
      LATIN_1(post("Größe")),
      "What stdin holds cannot be read, since it is not text in UTF-8",
    ],
    [
      "arguments in a file",
      () => ["call", "post_worklog", `@${fileOf(LATIN_1(post("Größe")))}`],
      undefined,
      "it is not text in UTF-8, from byte 74 in line 1 on: save it as UTF-8",
    ],
    [
      "a comment of a shell in another encoding",
      () => ["log", "PROJ-7", "1h", "2026-01-12", "-m", "Gr\ufffde"],
      undefined,
      `The comment ${LOST}`,
    ],
    ["half of a pair", () => ["call", "post_worklog", post("\\ud83d")], undefined, `\`description\` ${LOST}`],
    [
      "half of a pair in an attribute",
      () => [
        "call",
        "fill_days",
        '{"startDate":"2026-01-12","rows":[{"issueKey":"PROJ-7","attributes":{"_A_":"\\udc00"}}]}',
      ],
      undefined,
      `\`rows[0].attributes\` ${LOST}`,
    ],
  ])("%s", async (_, line, input, words) => {
    const { env, stored, requests } = await serveTempo("cloud", { seed: { worklogs: [] } });
    const settings = { ...env, TEMPO_TOOLSETS: "all" };
    const { code, stdout, stderr } = await runCommand(line(), { env: settings, ...(input && { input }) });
    expect({ code, stdout, stored: stored() }).toEqual({ code: 2, stdout: "", stored: [] });
    expect(stderr).toContain(words);
    expect(requests.filter((request) => request.startsWith("POST"))).toEqual([]);
  });

  test("the settings file, by its line", async () => {
    const file = fileOf(LATIN_1("TEMPO_API_TOKEN=x\n# für Köln\n"));
    const { code, stderr } = await runCommand(["status"], { env: { TEMPO_CONFIG_FILE: file } });
    expect(code).toBe(3);
    expect(stderr).toContain(
      `The settings file ${file} cannot be read (it is not text in UTF-8, from byte 22 in line 2 on: save it as UTF-8).`,
    );
  });

  test("a row of a batch, alone", async () => {
    const { env, sandbox } = await serveTempo("cloud", { seed: { worklogs: [] } });
    const rows = ["Gr\\ud800", "Größe"].map((text) => post(text).replace("startDate", "date"));
    const { code, stdout } = await runCommand(
      ["call", "bulk_post_worklogs", `{"worklogs":[${rows.join(",")}]}`],
      { env },
    );
    expect({
      code,
      results: JSON.parse(stdout).results.map((it: { success: boolean }) => it.success),
    }).toEqual({
      code: 9,
      results: [false, true],
    });
    expect([...sandbox.state.worklogs.values()].map(({ description }) => description)).toEqual(["Größe"]);
  });
});

test.each<[what: string, bytes: Uint8Array]>([
  ["UTF-8", Buffer.from("Größe 😀\n")],
  ["UTF-8 with a byte order mark", Buffer.from("\ufeffGröße 😀\n")],
  ["UTF-16 of Windows PowerShell", Buffer.from("\ufeffGröße 😀\n", "utf16le")],
  ["UTF-16 in the other order", Buffer.from("\ufeffGröße 😀\n", "utf16le").swap16()],
])("%s is decoded", (_, bytes) => {
  expect(decodeText(bytes)).toBe("Größe 😀\n");
});

test.each<[what: string, bytes: Uint8Array, words: string]>([
  ["a byte alone", LATIN_1("a\nb\né"), "UTF-8, from byte 5 in line 3 on"],
  ["the end of a cut file", Buffer.from("aé").subarray(0, 2), "UTF-8, from byte 2 in line 1 on"],
  ["an overlong form", Buffer.from([0x61, 0xc0, 0xaf]), "UTF-8, from byte 2 in line 1 on"],
  ["half of a pair in UTF-16", Buffer.from([0xff, 0xfe, 0x61, 0, 0, 0xd8, 0x61, 0]), "UTF-16, from byte"],
])("%s is named by its place", (_, bytes, words) => {
  let why = "";
  try {
    decodeText(bytes);
  } catch (error) {
    why = whyUnreadable(error);
  }
  expect(why).toContain(`it is not text in ${words}`);
});

test("a meeting whose title is in another encoding counts, without a comment, and the draft says so", async () => {
  const event = [
    "BEGIN:VCALENDAR",
    "BEGIN:VEVENT",
    "UID:1",
    "DTSTART:20260105T090000Z",
    "DTEND:20260105T100000Z",
    "SUMMARY:Prüfung PROJ-7",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ];
  const { run } = await serveTempo("cloud", { seed: { worklogs: [] } });
  const { stdout } = await run(["draft", "2026-01-05", "--json", "--no-fill"], {
    TEMPO_CALENDARS: fileOf(LATIN_1(event.join("\r\n"))),
  });
  const { days, sources } = JSON.parse(stdout);
  expect(days[0].entries).toMatchObject([{ issueKey: "PROJ-7", hours: 1 }]);
  expect(days[0].entries[0]).not.toHaveProperty("comment");
  expect(sources).toContainEqual({
    source: "calendar",
    found: expect.any(String),
    problem: "1 text is not in UTF-8, so no comment is made of it; the time counts.",
  });
});
