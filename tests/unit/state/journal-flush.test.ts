import { appendFileSync, readFileSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { JournalFile } from "../../../src/state/journal-file.ts";
import type { JournalRecord } from "../../../src/timesheet/ledger/records.ts";
import { refusal, refusing, watchedFolder } from "../../helpers/disk.ts";
import { OWNER, recordOf, TYPES } from "./journal-of.ts";

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

  test("that a flush has lost is written again, after those that came meanwhile", async () => {
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
      (["intent", "gone", "intent"] as const).map((type) => JSON.stringify(recordOf(type))),
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
    on(short, () => journal.append(recordOf("void")));
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
  const first = `${JSON.stringify(recordOf("intent"))}\n`;
  const short = (name: string, _: unknown, run: () => unknown) => {
    if (name !== "writeSync") return run();
    appendFileSync(path, first);
    return first.length;
  };
  on(refusing("writeSync"), () => journal.append(recordOf("intent")));
  on(short, () => journal.append(recordOf("gone")));
  journal.open();
  expect(journal.isOutdated).toBe(true);
  expect(journal.readNew()).toEqual([recordOf("intent"), recordOf("intent"), recordOf("gone")]);
});

describe("without the folder's key", () => {
  /** A folder that refuses new files while it is `off`. */
  function openOffline() {
    const { folder, on } = watchedFolder();
    const journal = new JournalFile(folder, "name", OWNER);
    const off = (act: () => void) => on(refusing("writeFileSync", "EROFS"), act);
    expect(() => off(() => journal.open())).toThrow("EROFS");
    return { journal, off, path: join(folder, "name.jsonl"), folder };
  }

  test("a process records with hashes of a key of its own, and nothing is read or written", () => {
    const { journal, off, path } = openOffline();
    off(() => journal.append(recordOf("intent")));
    expect(() => off(() => journal.save())).toThrow("EROFS");
    expect(journal.hash("Confidential")).toMatch(/^[\w-]{22}$/);
    expect([journal.isSaved, journal.readNew()]).toEqual([false, []]);
    expect(() => statSync(path)).toThrow("ENOENT");
  });

  test("the folder gets that key as soon as it takes it, with the records, and the journal is to be read again", () => {
    const { journal, off, path, folder } = openOffline();
    const hash = journal.hash("Confidential");
    off(() => journal.append(recordOf("gone")));
    journal.append(recordOf("void"));
    expect(readFileSync(path, "utf8").split("\n").slice(1, -1)).toEqual(
      (["gone", "void"] as const).map((type) => JSON.stringify(recordOf(type))),
    );
    expect([journal.isSaved, journal.isOutdated, journal.hash("Confidential")]).toEqual([true, true, hash]);
    const other = new JournalFile(folder, "name", OWNER);
    other.open();
    expect(other.hash("Confidential")).toBe(hash);
  });

  test.each<[what: string, isRecorded: boolean]>([
    ["its records stay in memory, and the journal as it is", true],
    ["it takes that key if it has recorded nothing", false],
  ])("if the folder has got another key meanwhile, %s", (_, isRecorded) => {
    const { journal, off, path, folder } = openOffline();
    if (isRecorded) off(() => journal.append(recordOf("void")));
    const other = new JournalFile(folder, "name", OWNER);
    other.open();
    other.append(recordOf("gone"));
    const before = readFileSync(path, "utf8");
    if (isRecorded) {
      expect(() => journal.open()).toThrow("journal.key could not be read before");
      expect([journal.isSaved, journal.readNew()]).toEqual([false, []]);
    } else {
      journal.open();
      expect(journal.readNew()).toEqual([recordOf("gone")]);
      expect(journal.hash("Confidential")).toBe(other.hash("Confidential"));
    }
    expect(readFileSync(path, "utf8")).toBe(before);
  });
});
