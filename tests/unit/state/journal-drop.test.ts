import { appendFileSync, statSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { KEPT_MS } from "../../../src/state/journal-rules.ts";
import { refusal } from "../../helpers/disk.ts";
import { gone, HEADER, journalOf, pause } from "./journal-of.ts";

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
  ])("the older half is dropped %s", async (_, lines, half) => {
    const { journal, before, text, files, path } = journalOf(lines);
    await journal.dropOld(NOW, pause);
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

  test.each<[what: string, lines: string[], header?: string]>([
    ["a byte is missing", records(OLD, ROOM - 1)],
    ["its middle is younger by a moment", records(OLD + 1, ROOM)],
    ["old records are less than half of it", [...records(OLD, 400_000), ...records(NOW, ROOM)]],
    ["a record in its middle is young", [...records(OLD, 600_000), line(NOW), ...records(OLD, 500_000)]],
    ["its middle is one line", [line(OLD), line(OLD).padEnd(ROOM)]],
    ["it is no journal", records(OLD, ROOM + 100), '{"version":2}'],
  ])("nothing is dropped if %s", async (_, lines, header) => {
    const { journal, text, before } = journalOf(lines, header);
    await journal.dropOld(NOW, pause);
    expect(text() === before).toBe(true);
  });

  test("nothing is dropped if the disk refuses that, nothing is left of the attempt, and the journal goes on", async () => {
    const { journal, text, before, files, on } = journalOf(records(OLD, ROOM));
    const act = (name: string, _: unknown, run: () => unknown) => {
      if (name === "renameSync") throw refusal("EACCES");
      return run();
    };
    await expect(on(act, () => journal.dropOld(NOW, pause))).rejects.toThrow("EACCES");
    expect(text() === before).toBe(true);
    expect(files().sort()).toEqual(["journal.key", "name.jsonl"]);
    expect(journal.readNew().length).toBeGreaterThan(100);
  });

  test("nothing is dropped if another process adds to it meanwhile", async () => {
    const { journal, text, before, path, files } = journalOf(records(OLD, ROOM));
    let isAdded = false;
    await journal.dropOld(NOW, async () => {
      if (!isAdded) appendFileSync(path, `${line(NOW)}\n`);
      isAdded = true;
    });
    expect(text() === `${before}${line(NOW)}\n`).toBe(true);
    expect(files().sort()).toEqual(["journal.key", "name.jsonl"]);
  });
});

describe("of a journal of 25 megabytes", () => {
  const young = records(NOW - DAY_MS + 1, 10_000_000);

  test("the newest half is kept once the rest is a day old, in parts of at most 400,000 bytes", async () => {
    const { journal, text, on } = journalOf([...records(NOW - DAY_MS, 21_000_000), ...young]);
    let [bytes, most] = [0, 0];
    await on(
      (name, [, buffer], run) => {
        if (name === "readSync") bytes += (buffer as Buffer).length;
        most = Math.max(most, bytes);
        return run();
      },
      () =>
        journal.dropOld(NOW, async () => {
          bytes = 0;
        }),
    );
    expect(text().endsWith(`${young.join("\n")}\n`)).toBe(true);
    expect(Math.abs(text().length - 12_500_000)).toBeLessThan(200);
    expect(most).toBeLessThanOrEqual(400_000);
  });

  test("nothing is dropped that is younger", async () => {
    const { journal, text, before } = journalOf([...young, ...young, ...young]);
    await journal.dropOld(NOW, pause);
    expect(text() === before).toBe(true);
  });
});
