import { appendFileSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { JournalFile } from "../../../src/state/journal-file.ts";
import type { JournalRecord } from "../../../src/timesheet/ledger/records.ts";
import { refusal, watchedFolder } from "../../helpers/disk.ts";
import { OWNER, ROW, WANTED } from "./journal-of.ts";

const RECORDS: { [Type in JournalRecord["type"]]: Omit<Extract<JournalRecord, { type: Type }>, "at"> } = {
  intent: {
    ...{ type: "intent", batch: 1, seen: ["6"], plan: "digest" },
    intents: [
      { number: 1, op: "create", wanted: WANTED, replaces: ROW },
      { number: 2, op: "change", before: ROW, wanted: WANTED },
      { number: 3, op: "delete", before: ROW },
      { number: 4, op: "status", period: "2026-01-01", from: "open", effect: "submitted" },
    ],
  },
  again: { type: "again", numbers: [1] },
  lost: { type: "lost", numbers: [1] },
  done: { type: "done", fates: [{ number: 1, row: ROW }] },
  void: { type: "void", numbers: [2] },
  unsure: { type: "unsure", fates: [{ number: 3, may: ["7"] }] },
  gone: { type: "gone", ids: ["7"] },
  copy: { type: "copy", id: "8", of: 1 },
};

const TYPES = Object.keys(RECORDS) as JournalRecord["type"][];

const recordOf = (type: JournalRecord["type"]) => ({ at: 1, ...RECORDS[type] }) as JournalRecord;

/** A journal on a disk whose calls can be refused or delayed. */
function openJournal() {
  const disk = watchedFolder();
  const journal = new JournalFile(disk.folder, "name", OWNER);
  journal.open();
  journal.readNew();
  const path = join(disk.folder, "name.jsonl");
  return {
    ...disk,
    journal,
    path,
    lines: () => readFileSync(path, "utf8").split("\n").slice(1, -1),
    add(type: JournalRecord["type"]) {
      journal.append(recordOf(type));
      journal.save();
    },
  };
}

const FLUSH_MS = 20;

/** The part of a record that a disk does not take. */
const CUT_BYTES = 5;

/** Counts the flushes; the disk refuses those of these numbers. */
function flushes(...refused: number[]) {
  const counted = { count: 0, act };
  async function flush(): Promise<void> {
    counted.count += 1;
    const number = counted.count;
    await setTimeout(FLUSH_MS);
    if (refused.includes(number)) throw refusal("EIO");
  }
  function act(name: string, _: unknown, run: () => unknown): unknown {
    return name === "fdatasync" ? flush() : run();
  }
  return counted;
}

describe("a record of the journal", () => {
  test.each(TYPES)("needs a flush if it announces a request: %s", async (type) => {
    const isFlushed = type !== "intent" && type !== "again";
    const { journal, add, on } = openJournal();
    add(type);
    expect([journal.isSaved, journal.isFlushed]).toEqual([true, isFlushed]);
    const counted = flushes();
    await on(counted.act, () => journal.flush());
    expect([counted.count, journal.isFlushed]).toEqual([isFlushed ? 0 : 1, true]);
  });

  test("that a flush has lost is written again, before those that came meanwhile", async () => {
    const { journal, add, on, lines } = openJournal();
    add("intent");
    const counted = flushes(1);
    const failed = on(counted.act, () => journal.flush());
    journal.append(recordOf("gone"));
    await expect(failed).rejects.toThrow("EIO");
    expect([journal.isSaved, journal.isFlushed]).toEqual([false, true]);
    journal.save();
    expect(journal.isFlushed).toBe(false);
    await on(counted.act, () => journal.flush());
    expect([journal.isSaved, journal.isFlushed]).toEqual([true, true]);
    expect(lines()).toEqual(
      (["intent", "intent", "gone"] as const).map((type) => JSON.stringify(recordOf(type))),
    );
  });

  test("that comes during a flush is in another one, also if that flush fails", async () => {
    const { journal, add, on } = openJournal();
    const counted = flushes(1);
    await on(counted.act, async () => {
      add("intent");
      const first = journal.flush();
      await setImmediate();
      expect(counted.count).toBe(1);
      expect(journal.isFlushed).toBe(false);
      add("intent");
      const all = await Promise.allSettled([first, journal.flush(), journal.flush()]);
      expect(all.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    });
    expect(counted.count).toBe(2);
    expect([journal.isSaved, journal.isFlushed]).toEqual([false, true]);
  });

  test("is written with the next one if the disk took a part of it", () => {
    const { journal, add, on, lines, path } = openJournal();
    add("gone");
    const short = (name: string, _: unknown, run: () => unknown) => {
      const result = run();
      if (name !== "writeSync") return result;
      truncateSync(path, statSync(path).size - CUT_BYTES);
      return Number(result) - CUT_BYTES;
    };
    journal.append(recordOf("void"));
    expect(() => on(short, () => journal.save())).toThrow("short write");
    expect(journal.isSaved).toBe(false);
    add("lost");
    expect(journal.isSaved).toBe(true);
    const [gone, first, second] = (["gone", "void", "lost"] as const).map((type) =>
      JSON.stringify(recordOf(type)),
    );
    // The end of its line was cut off, too.
    expect(lines()).toEqual([gone, first?.slice(0, 1 - CUT_BYTES), first, second]);
  });
});

test("records of which the disk took a part are read in their order, after all that the file has", () => {
  const { journal, on, path } = openJournal();
  for (const type of ["intent", "gone"] as const) journal.append(recordOf(type));
  const first = `${JSON.stringify(recordOf("intent"))}\n`;
  const short = (name: string, _: unknown, run: () => unknown) => {
    if (name !== "writeSync") return run();
    appendFileSync(path, first);
    return first.length;
  };
  expect(() => on(short, () => journal.save())).toThrow("short write");
  journal.open();
  expect(journal.isOutdated).toBe(true);
  expect(journal.readNew()).toEqual([recordOf("intent"), recordOf("intent"), recordOf("gone")]);
});

describe("without the folder's key", () => {
  /** A folder that refuses new files while it is `off`. */
  function openOffline() {
    const { folder, on } = watchedFolder();
    const journal = new JournalFile(folder, "name", OWNER);
    const refuses = (name: string, _: unknown, run: () => unknown) => {
      if (name === "writeFileSync") throw refusal("EROFS");
      return run();
    };
    const off = (act: () => void) => on(refuses, act);
    expect(() => off(() => journal.open())).toThrow("EROFS");
    return { journal, off, path: join(folder, "name.jsonl"), folder };
  }

  test("a process keeps comments as they are, and nothing is read or written", () => {
    const { journal, off, path } = openOffline();
    journal.append(recordOf("intent"));
    expect(() => off(() => journal.save())).toThrow("EROFS");
    expect([journal.hash("Confidential"), journal.isSaved, journal.readNew()]).toEqual([
      "Confidential",
      false,
      [],
    ]);
    expect(() => statSync(path)).toThrow("ENOENT");
  });

  test("a record is written with hashes as soon as the folder has one, and the journal is to be read again", () => {
    const { journal, path } = openOffline();
    journal.append(recordOf("intent"));
    journal.save();
    expect(readFileSync(path, "utf8")).toContain(`"comment":"${journal.hash("Confidential")}"`);
    expect([journal.isSaved, journal.isOutdated]).toEqual([true, true]);
  });

  test("comments are hashed once the folder has one, and the journal is to be read again", () => {
    const { journal, path } = openOffline();
    for (const type of TYPES) journal.append(recordOf(type));
    journal.open();
    expect(journal.isOutdated).toBe(true);
    const hash = journal.hash("Confidential");
    const hashed = JSON.stringify(TYPES.map(recordOf)).replaceAll("Confidential", hash);
    expect([journal.readNew(), journal.readNew()]).toEqual([JSON.parse(hashed), []]);
    journal.save();
    expect(readFileSync(path, "utf8")).not.toContain("Confidential");
    expect(`[${readFileSync(path, "utf8").split("\n").slice(1, -1).join()}]`).toBe(hashed);
    expect([journal.isSaved, journal.readNew()]).toEqual([true, []]);
  });

  test("a journal that exists stays closed, and is whole once the key is there", () => {
    const { journal, path, folder } = openOffline();
    const other = new JournalFile(folder, "name", OWNER);
    other.open();
    other.append(recordOf("gone"));
    other.save();
    journal.append(recordOf("void"));
    journal.open();
    expect(journal.readNew()).toEqual([recordOf("gone"), recordOf("void")]);
    journal.save();
    expect(readFileSync(path, "utf8")).toContain('"gone"');
  });
});
