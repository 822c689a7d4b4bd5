import { describe, expect, test } from "vitest";
import { KEPT_MS } from "../../../src/state/journal-rules.ts";
import { refusal } from "../../helpers/disk.ts";
import { HEADER, journalOf, pause } from "./journal-of.ts";

const NOW = Date.UTC(2026, 0, 15);
const OLD = NOW - KEPT_MS;

const line = (at: number) => JSON.stringify({ at, type: "unknown", entries: [1] });

/** Records of one time, of so many bytes with the ends of their lines. */
function records(at: number, bytes: number): string[] {
  const each = line(at);
  const count = Math.floor(bytes / (each.length + 1));
  const rest = bytes - count * (each.length + 1);
  return [...Array(count - 1).fill(each), each.padEnd(each.length + rest)];
}

const ROOM = 1_000_000 - HEADER.length - 1;

describe("of a journal of a megabyte", () => {
  test.each<[what: string, lines: string[], kept: string[]]>([
    ["all records are dropped that are as old as records are kept", records(OLD, ROOM), []],
    [
      "old records are dropped once they reach beyond its middle",
      [...records(OLD, 1_300_000), ...records(OLD + 1, 700_000)],
      records(OLD + 1, 700_000),
    ],
    [
      "records that are not old are kept wherever they are, and what cannot be read is not",
      [line(NOW), ...records(OLD, ROOM), "torn", "{}", line(NOW + 1)],
      [line(NOW), line(NOW + 1)],
    ],
    [
      "what cannot be read is kept if it is not old, since it may be a request",
      [...records(OLD, ROOM), `{"at":${NOW}}`, `{"at":${OLD}}`],
      [`{"at":${NOW}}`],
    ],
  ])("%s", async (_, lines, kept) => {
    const { journal, text, files } = journalOf(lines);
    await journal.dropOld(NOW, pause);
    expect(text().split("\n").length).toBe(kept.length + 2);
    expect(text() === [HEADER, ...kept, ""].join("\n")).toBe(true);
    expect(files().sort()).toEqual(["journal.key", "name.jsonl"]);
  });

  test.each<[what: string, lines: string[], header?: string]>([
    ["a byte is missing", records(OLD, ROOM - 1)],
    ["its middle is younger by a moment", records(OLD + 1, ROOM)],
    ["old records are less than half of it", [...records(OLD, 400_000), ...records(NOW, ROOM)]],
    ["a record in its middle is young", [...records(OLD, 600_000), line(NOW), ...records(OLD, 500_000)]],
    ["another version has written it", records(OLD, ROOM + 100), '{"version":2}'],
  ])("nothing is dropped if %s", async (_, lines, header) => {
    const { journal, text, before } = journalOf(lines, header);
    await journal.dropOld(NOW, pause);
    expect(text() === before).toBe(true);
  });

  test("nothing is dropped if the disk refuses that, and nothing is left of the attempt", async () => {
    const { journal, text, before, files, on } = journalOf(records(OLD, ROOM));
    const act = (name: string, _: unknown, run: () => unknown) => {
      if (name === "renameSync") throw refusal("EACCES");
      return run();
    };
    await expect(on(act, () => journal.dropOld(NOW, pause))).rejects.toThrow("EACCES");
    expect(text() === before).toBe(true);
    expect(files().sort()).toEqual(["journal.key", "name.jsonl"]);
  });
});
