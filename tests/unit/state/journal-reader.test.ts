import { appendFileSync, copyFileSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { JournalFile } from "../../../src/state/journal-file.ts";
import type { JournalRecord, ReadRecord } from "../../../src/timesheet/journal/records.ts";
import { refusal, watchedFolder } from "../../helpers/disk.ts";

const OWNER = { site: "https://acme.example.com", worker: "ada" };
const HEADER = JSON.stringify({ version: 1, ...OWNER });

const deleted = (...ids: string[]): JournalRecord => ({ at: 1, type: "deleted", ids });
const lineOf = (...ids: string[]) => `${JSON.stringify(deleted(...ids))}\n`;

/** The ids that records say were deleted, each record on its own; `!` for one that cannot be read. */
const idsOf = (records: ReadRecord[]) =>
  records.map((record) => (record.type === "deleted" ? record.ids.join() : "!"));

/** All that was added, which is read in parts. */
function readAll(journal: JournalFile): ReadRecord[] {
  const records = journal.readNew();
  return journal.hasMore ? [...records, ...readAll(journal)] : records;
}

/** A journal with three records, which a process has read. */
function openRead() {
  const { folder, on } = watchedFolder();
  const path = join(folder, "name.jsonl");
  const open = () => {
    const journal = new JournalFile(folder, "name", OWNER);
    journal.open();
    return journal;
  };
  const journal = open();
  appendFileSync(path, lineOf("1") + lineOf("2"));
  expect([journal.rewindIfOutdated(), journal.rewindIfOutdated()]).toEqual([true, false]);
  expect(idsOf(journal.readNew())).toEqual(["1", "2"]);
  appendFileSync(path, lineOf("3"));
  expect(idsOf(journal.readNew())).toEqual(["3"]);
  return { journal, open, path, on };
}

describe("a journal that was read", () => {
  test.each<[what: string, act: (path: string) => void, isCurrent: boolean, unread: string[]]>([
    ["is left alone", () => {}, true, []],
    ["gets a record", (path) => appendFileSync(path, lineOf("4")), true, ["4"]],
    [
      "is replaced by a copy of itself",
      (path) => {
        copyFileSync(path, `${path}.copy`);
        renameSync(`${path}.copy`, path);
      },
      false,
      ["1", "2", "3"],
    ],
    [
      "is written anew with fewer records",
      (path) => writeFileSync(path, `${HEADER}\n${lineOf("3")}`),
      false,
      ["3"],
    ],
    [
      "is written anew with as many records, the last one another",
      (path) => writeFileSync(path, `${HEADER}\n${lineOf("1")}${lineOf("2")}${lineOf("7")}`),
      false,
      ["1", "2", "7"],
    ],
    [
      "is written anew with more records",
      (path) => writeFileSync(path, `${HEADER}\n${lineOf("5")}${lineOf("6")}${lineOf("7")}${lineOf("8")}`),
      false,
      ["5", "6", "7", "8"],
    ],
    ["is emptied but for its header", (path) => writeFileSync(path, `${HEADER}\n`), false, []],
  ])("and %s", (_, act, isCurrent, unread) => {
    const { journal, path } = openRead();
    expect(journal.isUpToDate()).toBe(true);
    act(path);
    expect(journal.isUpToDate()).toBe(isCurrent && unread.length === 0);
    expect([journal.rewindIfOutdated(), idsOf(journal.readNew()), journal.rewindIfOutdated()]).toEqual([
      !isCurrent,
      unread,
      false,
    ]);
    appendFileSync(path, lineOf("9"));
    expect(idsOf(journal.readNew())).toEqual(["9"]);
  });

  test("stays read, and what is to be added stays as it is, when the journal is opened again", () => {
    const { journal, path } = openRead();
    journal.open();
    expect([journal.rewindIfOutdated(), journal.readNew()]).toEqual([false, []]);
    const worklog = { id: "7", date: "2026-01-05", seconds: 60, billableSeconds: 60, comment: "hash" };
    journal.append({ at: 1, type: "edited", worklog });
    journal.open();
    journal.save();
    expect(readFileSync(path, "utf8")).toContain(JSON.stringify({ at: 1, type: "edited", worklog }));
  });

  test("does not show the records that were added here", () => {
    const { journal, open } = openRead();
    for (const id of ["4", "5"]) journal.append(deleted(id));
    journal.save();
    journal.append(deleted("6"));
    journal.save();
    expect([journal.readNew(), journal.rewindIfOutdated()]).toEqual([[], false]);
    expect(idsOf(open().readNew())).toEqual(["1", "2", "3", "4", "5", "6"]);
  });

  test("shows the records that were added here with those of others before them", () => {
    const { journal, path } = openRead();
    appendFileSync(path, lineOf("4"));
    journal.append(deleted("5"));
    journal.save();
    expect([idsOf(journal.readNew()), journal.readNew()]).toEqual([["4", "5"], []]);
  });

  test("numbers the lines that cannot be read as they are in the file", () => {
    const { journal, path } = openRead();
    const broken = (line: number) => ({
      ...{ type: "unreadable", place: `line ${line} of name.jsonl`, at: 0, mayBe: "batch" },
    });
    for (const id of ["4", "5"]) journal.append(deleted(id));
    journal.save();
    appendFileSync(path, "{}\n");
    expect(journal.readNew()).toEqual([broken(7)]);
    appendFileSync(path, `${lineOf("6")}{}\n`);
    expect(journal.readNew()).toEqual([deleted("6"), broken(9)]);
  });

  test("is written on after what a crash has cut off, on a line of its own", () => {
    const { journal, path, open } = openRead();
    appendFileSync(path, lineOf("4").slice(0, 10));
    expect(journal.readNew()).toEqual([expect.objectContaining({ isCut: "end of file" })]);
    for (const id of ["5", "6"]) {
      journal.append(deleted(id));
      journal.save();
    }
    expect(idsOf(open().readNew())).toEqual(["1", "2", "3", "!", "5", "6"]);
  });
});

describe("a journal is not up to date", () => {
  test("before it is read, with a record to write, and if it cannot be looked at", () => {
    const { journal, open, on } = openRead();
    const cannot = () => {
      throw refusal("EIO");
    };
    expect([open().isUpToDate(), on(cannot, () => journal.isUpToDate())]).toEqual([false, false]);
    journal.append(deleted("4"));
    expect(journal.isUpToDate()).toBe(false);
    journal.save();
    expect(journal.isUpToDate()).toBe(true);
  });

  test.each([
    [999_999, true],
    [1_000_000, false],
  ])("from a megabyte on, since it may have records to drop: %d", (size, isUpToDate) => {
    const { journal, path } = openRead();
    appendFileSync(path, lineOf("4".repeat(size - readFileSync(path).length - lineOf("").length)));
    journal.readNew();
    expect([statSync(path).size, journal.isUpToDate()]).toEqual([size, isUpToDate]);
  });
});

describe("a journal of many blocks", () => {
  const MANY = "1".repeat(1_000_000);

  test("is read as one of few, with characters of several bytes at their borders", () => {
    const { journal, path } = openRead();
    const texts = Array.from({ length: 9 }, (_, index) => `${index}${MANY}é${"ü".repeat(index)}`);
    appendFileSync(path, texts.map((text) => lineOf(text)).join(""));
    expect(idsOf(readAll(journal))).toEqual(texts);
    appendFileSync(path, "{}\n");
    expect(readAll(journal)).toMatchObject([{ place: "line 14 of name.jsonl" }]);
  });

  test("may have lines longer than a block", () => {
    const { journal, path } = openRead();
    const texts = ["a", MANY.repeat(9), "b", MANY.repeat(5), "c"];
    appendFileSync(path, texts.map((text) => lineOf(text)).join(""));
    expect(idsOf(readAll(journal)).map((text) => text.length)).toEqual(texts.map((text) => text.length));
    expect(journal.rewindIfOutdated()).toBe(false);
  });

  test("may end within a long line, which is read once it is finished", () => {
    const { journal, path } = openRead();
    const line = lineOf(MANY.repeat(9));
    appendFileSync(path, lineOf("4") + line.slice(0, -10));
    expect(idsOf(readAll(journal))).toEqual(["4", "!"]);
    appendFileSync(path, line.slice(-10));
    expect(idsOf(readAll(journal)).map(({ length }) => length)).toEqual([9_000_000]);
  });

  test("is not read beyond what it has when another process makes it shorter meanwhile", () => {
    const { journal, path, on } = openRead();
    appendFileSync(path, lineOf("4"));
    const records = on(
      (name, _, run) => (name === "readSync" && isShorter() ? 0 : run()),
      () => journal.readNew(),
    );
    expect(records).toEqual([expect.objectContaining({ isCut: "end of file" })]);
    expect(idsOf(journal.readNew())).toEqual(["4"]);
  });
  /** Lets the file look shorter after the first read, which compares it with the records known so far. */
  let reads = 0;
  const isShorter = () => {
    reads += 1;
    return reads > 1;
  };
});
