import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { widthOf } from "../../src/text/width.ts";
import { type } from "../helpers/pseudo-terminal.ts";
import { seed, worklog } from "../helpers/seeds.ts";
import { serveTempo } from "../helpers/served-tempo.ts";

/** Wide letters, an emoji of several characters, marks on letters, and letters that are written from right to left. */
const SUMMARIES = [
  "日本語の概要はとても長いので画面の幅に収まりません、もう少し続きます",
  "👩‍💻 Über\u0308prüfung der Schnittstelle für wiederkehrende Buchungen 👍🏽",
  "\u200fבדיקת ממשק המשתמש של גיליון השעות החדש עבור כל הצוות\u200f and its English tail",
];

const SEED = seed({
  issues: [10123, 10007, 10004].map((id, index) => ({
    id,
    key: ["PROJ-123", "PROJ-7", "PROJ-4"][index] ?? "",
    summary: SUMMARIES[index] ?? "",
  })),
  holidays: [
    {
      date: "2026-01-06",
      name: "三賢者の祝日 and the feast of the Three Wise Kings",
      durationSeconds: 4 * 3600,
    },
  ],
  worklogs: [10123, 10007, 10004].map((issueId, index) =>
    worklog({ startDate: `2026-01-0${5 + index}`, issueId, timeSpentSeconds: 4800 }),
  ),
});

const LINES: string[][] = [
  ["help"],
  ["help", "fill"],
  ["help", "settings"],
  ["help", "dates"],
  ["help", "exit-codes"],
  ["help", "call", "bulk_post_worklogs"],
  ["call", "--list"],
  ["status", "2026-01"],
  ["status", "2026-01", "--missing"],
  ["log", "PROJ-7", "1h", "2026-01-12..2026-01-14"],
  ["log", "PROJ-999", "1h", "2026-01-12"],
  ["log", "PROJ-7", "300h", "2026-01-12"],
  ["fill", "2026-W02", "PROJ-123", "PROJ-7=2h"],
  ["fill", "2026-W02", "PROJ-123", "-m", "it's a comment that is far too long for a line of this terminal"],
  ["call", "fill_days", "--startDate=2026-01-05", "--endDate=2026-01-09", "--issueKey=PROJ-7"],
  ["change", "1290001", "--message", "Another comment"],
  ["draft", "2026-W02"],
  ["journal"],
  ["undo"],
  ["profiles"],
  ["map", "--list"],
  ["doctor"],
  ["probe", "--list"],
  ["export", "--format", "xlsx"],
  ["serve", "--http", "nowhere"],
  ["unknown"],
];

/** A line that is too long only because of a word that is, or because it is a command to copy. */
const isWhole = (line: string) => !/\S\s+\S/.test(line) || isCommand(line);
const isCommand = (line: string) => line.startsWith("tempofiller ");
const linesOf = (text: string) => text.replaceAll("\r", "").split("\n");
const tooLong = (text: string, columns: number) =>
  linesOf(text).filter((line) => widthOf(line) > columns && !isWhole(line));
const wordsIn = (text: string) =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, "")
    .split(/\s+/)
    .filter(Boolean);

async function settings() {
  const { env, stateFolder } = await serveTempo("cloud", { seed: SEED });
  return { ...env, HOME: stateFolder, TEMPO_STATE_DIR: stateFolder, TEMPO_TOOLSETS: "all" };
}

const NARROW = [60, 40];

describe.skipIf(process.platform !== "linux")(`on a terminal of ${NARROW.join(" or ")} columns,`, () => {
  test.each(LINES.map((line) => [line.join(" "), line] as const))(
    "tempofiller %s breaks no word, and ends its lines in time",
    async (_, line) => {
      const run = async (width: number) => {
        const env = await settings();
        const { text } = await type([["[y/N]", "n\n"]], line, env, width);
        return { text, words: wordsIn(text.replaceAll(env.HOME, "~")) };
      };
      const commandsIn = (text: string) => linesOf(text).filter(isCommand);
      const wide = await run(4000);
      expect(wide.text.trim()).not.toBe("");
      for (const columns of NARROW) {
        const narrow = await run(columns);
        expect(tooLong(narrow.text, columns), `${columns} columns`).toEqual([]);
        expect(narrow.words, `${columns} columns`).toEqual(wide.words);
        expect(commandsIn(narrow.text), `${columns} columns`).toEqual(commandsIn(wide.text));
      }
    },
    60_000,
  );

  test.each(NARROW.flatMap((columns) => ["month", "week"].map((command) => [command, columns] as const)))(
    "tempofiller %s cuts what does not fit into %i columns between two letters",
    async (command, columns) => {
      const { text } = await type([], [command, "2026-01-07"], await settings(), columns);
      expect(tooLong(text, columns)).toEqual([]);
      expect(text).toContain("PROJ-7");
    },
  );
});

test.skipIf(process.platform !== "linux").each(NARROW)(
  "the months of the demo are drawn for a terminal of %i columns",
  async (columns) => {
    const { text } = await type([], ["demo"], await settings(), columns);
    expect(tooLong(text, columns)).toEqual([]);
    const cells = linesOf(stripVTControlCharacters(text)).filter((line) => /\d\d \d+\/\d+/.test(line));
    expect(cells.length).toBeGreaterThan(30);
    expect(cells.filter((line) => !/^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d \S+(?: !)? *$/.test(line))).toEqual(
      [],
    );
  },
);

test.skipIf(process.platform !== "linux")(
  "setup --yes breaks the lines of its checks where the doctor does",
  async () => {
    const env = await settings();
    const linesIn = async (line: string[]) => linesOf((await type([], line, env, 80)).text);
    const doctor = await linesIn(["doctor"]);
    const checks = (await linesIn(["setup", "--yes"])).filter((line) => /^(?:ok|\?) {2}|^ {9}/.test(line));
    expect(checks.length).toBeGreaterThan(10);
    expect(doctor).toEqual(expect.arrayContaining(checks));
  },
);

test("columns stand below each other whatever letters are before them", async () => {
  const env = { ...(await settings()), TERM: "dumb" };
  const { text, raw } = await type([], ["month", "2026-01"], env, 200);
  expect(raw, "without colours").toBe(text);
  const starts = linesOf(text)
    .filter((line) => line.startsWith("PROJ-"))
    .map((line) => widthOf(line.slice(0, line.indexOf(" h  "))));
  expect(new Set(starts).size).toBe(1);
});
