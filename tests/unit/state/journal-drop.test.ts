import { appendFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { KEPT_MS } from "../../../src/state/writers.ts";
import { refusing } from "../../helpers/disk.ts";
import { gone, HEADER, journalOf } from "./journal-of.ts";

const NOW = Date.UTC(2026, 0, 15);
const OLD = NOW - KEPT_MS;
const DAY_MS = 24 * 3_600_000;

const line = (at: number) => JSON.stringify(gone(at, "1"));

/** Records of one time, of so many bytes with the ends of their lines. */
function records(at: number, bytes: number): string[] {
  const each = line(at);
  const count = Math.floor(bytes / (each.length + 1));
  const rest = bytes - count * (each.length + 1);
  return [...Array(count - 1).fill(each), each.padEnd(each.length + rest)];
}

const ROOM = 1_000_000 - HEADER.length - 1;

describe("of a journal of a megabyte", () => {
  test.each<[what: string, lines: string[], half: number]>([
    ["if all of it is as old as records are kept", records(OLD, ROOM), 500_000],
    [
      "if so much as a quarter of a megabyte in its middle is, whatever follows",
      [...records(OLD, 1_260_000), line(NOW), ...records(NOW, 700_000)],
      980_000,
    ],
  ])("the older half is dropped %s", (_, lines, half) => {
    const { journal, before, text, files, path } = journalOf(lines);
    journal.dropOld(NOW);
    const kept = text().slice(HEADER.length + 1);
    expect(text().startsWith(`${HEADER}\n{"type"`)).toBe(true);
    expect(before.endsWith(`\n${kept}`)).toBe(true);
    expect(Math.abs(kept.length - half)).toBeLessThan(200);
    expect(files().sort()).toEqual(["journal.key", "name.jsonl"]);
    // It is written on as the journal that it is now.
    journal.append(gone(NOW, "7"));
    journal.save();
    expect([text().endsWith('"ids":["7"]}\n'), statSync(path).size > kept.length]).toEqual([true, true]);
  });

  test.each<[what: string, lines: string[]]>([
    ["a byte is missing", records(OLD, ROOM - 1)],
    ["its middle is younger by a moment", records(OLD + 1, ROOM)],
    ["old records are less than half of it", [...records(OLD, 400_000), ...records(NOW, ROOM)]],
    ["a record in its middle is young", [...records(OLD, 600_000), line(NOW), ...records(OLD, 500_000)]],
    ["its middle is one line", [line(OLD), line(OLD).padEnd(ROOM)]],
  ])("nothing is dropped if %s", (_, lines) => {
    const { journal, text, before } = journalOf(lines);
    journal.dropOld(NOW);
    expect(text() === before).toBe(true);
  });

  test("nothing is dropped if the disk refuses that, nothing is left of the attempt, and the journal goes on", () => {
    const { journal, text, before, files, on } = journalOf(records(OLD, ROOM));
    expect(() => on(refusing("renameSync", "EACCES"), () => journal.dropOld(NOW))).toThrow("EACCES");
    expect(text() === before).toBe(true);
    expect(files().sort()).toEqual(["journal.key", "name.jsonl"]);
    expect(journal.readNew().length).toBeGreaterThan(100);
  });

  test("nothing is dropped if another process adds to it meanwhile", () => {
    const { journal, text, before, path, files, on } = journalOf(records(OLD, ROOM));
    let isAdded = false;
    const act = (name: string, _: unknown, run: () => unknown) => {
      if (name === "writeFileSync" && !isAdded) {
        isAdded = true;
        appendFileSync(path, `${line(NOW)}\n`);
      }
      return run();
    };
    on(act, () => journal.dropOld(NOW));
    expect(text() === `${before}${line(NOW)}\n`).toBe(true);
    expect(files().sort()).toEqual(["journal.key", "name.jsonl"]);
  });
});

describe("of a journal of 25 megabytes", () => {
  const young = records(NOW - DAY_MS + 1, 10_000_000);

  test("the newest half is kept once the rest is a day old", () => {
    const { journal, text } = journalOf([...records(NOW - DAY_MS, 21_000_000), ...young]);
    journal.dropOld(NOW);
    expect(text().endsWith(`${young.join("\n")}\n`)).toBe(true);
    expect(Math.abs(text().length - 12_500_000)).toBeLessThan(200);
  });

  test("nothing is dropped that is younger", () => {
    const { journal, text, before } = journalOf([...young, ...young, ...young]);
    journal.dropOld(NOW);
    expect(text() === before).toBe(true);
  });
});
