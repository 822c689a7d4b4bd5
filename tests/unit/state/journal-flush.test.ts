import { readFileSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate, setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { JournalFile } from "../../../src/state/journal-file.ts";
import type { JournalRecord } from "../../../src/timesheet/journal/records.ts";
import { refusal, watchedFolder } from "../../helpers/disk.ts";

const OWNER = { site: "https://acme.example.com", worker: "ada" };
const WORKLOG = { id: "7", date: "2026-01-05", seconds: 60, billableSeconds: 60, comment: "Confidential" };
const SENT = { ...WORKLOG, entry: 1, issueId: "1", issueKey: "PROJ-1", afterId: "0" };

const RECORDS: { [Type in JournalRecord["type"]]: Omit<Extract<JournalRecord, { type: Type }>, "at"> } = {
  sending: { type: "sending", batch: 1, entries: [SENT] },
  retrying: { type: "retrying", entries: [1] },
  deleting: { type: "deleting", id: "7" },
  editing: { type: "editing", id: "7" },
  submitting: { type: "submitting", period: "2026-01-01" },
  stored: { type: "stored", worklogs: [{ ...WORKLOG, entry: 1 }] },
  unknown: { type: "unknown", entries: [1] },
  notStored: { type: "notStored", entries: [1] },
  deleted: { type: "deleted", ids: ["7"] },
  notDeleted: { type: "notDeleted", id: "7" },
  edited: { type: "edited", worklog: WORKLOG, before: WORKLOG },
  notEdited: { type: "notEdited", id: "7" },
  submissionSettled: { type: "submissionSettled", period: "2026-01-01" },
};

const TYPES = Object.keys(RECORDS) as JournalRecord["type"][];
const ANNOUNCING = new Set<string>(["sending", "retrying", "deleting", "editing", "submitting"]);

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
    const isFlushed = !ANNOUNCING.has(type);
    const { journal, add, on } = openJournal();
    add(type);
    expect([journal.isSaved, journal.isFlushed]).toEqual([true, isFlushed]);
    const counted = flushes();
    await on(counted.act, () => journal.flush());
    expect([counted.count, journal.isFlushed]).toEqual([isFlushed ? 0 : 1, true]);
  });

  test("that a flush has lost is written again, before those that came meanwhile", async () => {
    const { journal, add, on, lines } = openJournal();
    add("editing");
    const counted = flushes(1);
    const failed = on(counted.act, () => journal.flush());
    journal.append(recordOf("deleted"));
    await expect(failed).rejects.toThrow("EIO");
    expect([journal.isSaved, journal.isFlushed]).toEqual([false, true]);
    journal.save();
    expect(journal.isFlushed).toBe(false);
    await on(counted.act, () => journal.flush());
    expect([journal.isSaved, journal.isFlushed]).toEqual([true, true]);
    expect(lines()).toEqual(
      ["editing", "editing", "deleted"].map((type) => JSON.stringify(recordOf(type as never))),
    );
  });

  test("that comes during a flush is in another one, also if that flush fails", async () => {
    const { journal, add, on } = openJournal();
    const counted = flushes(1);
    await on(counted.act, async () => {
      add("editing");
      const first = journal.flush();
      await setImmediate();
      expect(counted.count).toBe(1);
      expect(journal.isFlushed).toBe(false);
      add("deleting");
      const all = await Promise.allSettled([first, journal.flush(), journal.flush()]);
      expect(all.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    });
    expect(counted.count).toBe(2);
    expect([journal.isSaved, journal.isFlushed]).toEqual([false, true]);
  });

  test("is written with the next one if the disk took a part of it", () => {
    const { journal, add, on, lines, path } = openJournal();
    add("deleted");
    const short = (name: string, _: unknown, run: () => unknown) => {
      const result = run();
      if (name !== "writeSync") return result;
      truncateSync(path, statSync(path).size - CUT_BYTES);
      return Number(result) - CUT_BYTES;
    };
    journal.append(recordOf("notStored"));
    expect(() => on(short, () => journal.save())).toThrow("short write");
    expect(journal.isSaved).toBe(false);
    add("unknown");
    expect(journal.isSaved).toBe(true);
    const [deleted, notStored, unknown] = (["deleted", "notStored", "unknown"] as const).map((type) =>
      JSON.stringify(recordOf(type)),
    );
    // The end of its line was cut off, too.
    expect(lines()).toEqual([deleted, notStored?.slice(0, 1 - CUT_BYTES), notStored, unknown]);
  });
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
    expect(() => on(refuses, () => journal.open())).toThrow("EROFS");
    return { journal, path: join(folder, "name.jsonl"), folder };
  }

  test("a process keeps comments as they are, and nothing is read or written", () => {
    const { journal, path } = openOffline();
    journal.append(recordOf("sending"));
    journal.save();
    expect([journal.hash("Confidential"), journal.isSaved, journal.readNew()]).toEqual([
      "Confidential",
      false,
      [],
    ]);
    expect(() => statSync(path)).toThrow("ENOENT");
  });

  test("comments are hashed once the folder has one, and the journal is to be read again", () => {
    const { journal, path } = openOffline();
    for (const type of ["sending", "stored", "edited"] as const) journal.append(recordOf(type));
    journal.open();
    expect(journal.rewindIfOutdated()).toBe(true);
    const hash = journal.hash("Confidential");
    const hashed = JSON.stringify(
      ["sending", "stored", "edited"].map((type) => recordOf(type as never)),
    ).replaceAll("Confidential", hash);
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
    other.append(recordOf("deleted"));
    other.save();
    journal.append(recordOf("editing"));
    journal.open();
    journal.rewindIfOutdated();
    expect(journal.readNew()).toEqual([recordOf("deleted"), recordOf("editing")]);
    writeFileSync(path, readFileSync(path));
    expect(journal.rewindIfOutdated()).toBe(true);
  });
});
