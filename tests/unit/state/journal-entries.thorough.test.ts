import { appendFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { HEADER, journalOf, pause } from "./journal-of.ts";

const NOW = Date.UTC(2026, 0, 15);

describe("of a journal of more than 55,000 entries", () => {
  const entry = (number: number, again?: number[]) => ({
    ...{ entry: number, issueId: "1", issueKey: "A-1", date: "2026-01-15", seconds: 60, billableSeconds: 60 },
    ...{ comment: "c", afterId: "0", ...(again && { again }) },
  });
  const json = (record: object) => JSON.stringify({ at: NOW, ...record });
  const sending = (...numbers: number[]) =>
    json({ type: "sending", batch: numbers[0], entries: numbers.map((each) => entry(each)) });
  const worklog = (number: number) => ({
    ...{
      entry: number,
      id: String(number),
      date: "2026-01-15",
      seconds: 60,
      billableSeconds: 60,
      comment: "c",
    },
  });
  const stored = (...numbers: number[]) => json({ type: "stored", worklogs: numbers.map(worklog) });
  const settled = (from: number, count: number) =>
    Array.from({ length: count }, (_, index) => [sending(from + index), stored(from + index)]).flat();
  const kept = settled(100_000, 50_000);
  const dropped = settled(1000, 5_000);

  test.each<[what: string, old: string[], kept: string[]]>([
    ["the newest 50,000 are kept", [sending(1), stored(1)], []],
    [
      "entries that were not stored go too",
      [sending(1, 2), json({ type: "notStored", entries: [1, 2] })],
      [],
    ],
    ["an entry without an outcome is kept", [sending(1)], [sending(1)]],
    [
      "what says that its outcome is unknown is kept with it",
      [sending(1), json({ type: "unknown", entries: [1] }), json({ type: "retrying", entries: [1] })],
      [sending(1), json({ type: "unknown", entries: [1] }), json({ type: "retrying", entries: [1] })],
    ],
    [
      "a batch is kept as a whole if one entry has no outcome",
      [sending(1, 2, 3), sending(4), stored(1, 4), json({ type: "notStored", entries: [3] })],
      [sending(1, 2, 3), stored(1, 4), json({ type: "notStored", entries: [3] })],
    ],
    [
      "an entry that was sent again is kept if it has no outcome",
      [sending(1), json({ type: "sending", batch: 2, entries: [entry(2, [1])] }), stored(2)],
      [sending(1)],
    ],
    [
      "records that cannot be read go, like deletes and changes",
      ["torn", "{}", json({ type: "deleting", id: "1" })],
      [],
    ],
  ])("%s", async (_, old, expected) => {
    const { journal, text, files } = journalOf([...old, ...dropped, ...kept]);
    await journal.dropOld(NOW, pause);
    expect(text() === [HEADER, ...expected, ...kept, ""].join("\n")).toBe(true);
    expect(files().sort()).toEqual(["journal.key", "name.jsonl"]);
  });

  test("an old entry is kept no longer than others if its outcome was recorded late", async () => {
    const { journal, text } = journalOf([sending(1), ...dropped, ...kept, stored(1)]);
    await journal.dropOld(NOW, pause);
    expect(text() === [HEADER, ...kept, stored(1), ""].join("\n")).toBe(true);
  });

  test("nothing is dropped as long as there are no more than that", async () => {
    const { journal, text, before } = journalOf([...dropped, ...kept]);
    await journal.dropOld(NOW, pause);
    expect(text() === before).toBe(true);
  });

  test("nothing is dropped if another process adds to it meanwhile", async () => {
    const { journal, text, before, path, files } = journalOf([sending(1), ...dropped, ...kept]);
    let isAdded = false;
    await journal.dropOld(NOW, async () => {
      if (!isAdded) appendFileSync(path, `${sending(9)}\n`);
      isAdded = true;
    });
    expect(text() === `${before}${sending(9)}\n`).toBe(true);
    expect(files().sort()).toEqual(["journal.key", "name.jsonl"]);
  });

  test("no more than 400,000 bytes are read without a pause", async () => {
    const { journal, on } = journalOf([sending(1), ...dropped, ...kept]);
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
    expect(most).toBeLessThanOrEqual(400_000);
  });
});
