import {
  appendFileSync,
  copyFileSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { JournalFile } from "../../../src/state/journal-file.ts";
import type { ReadRecord } from "../../../src/timesheet/ledger/records.ts";
import { watchedFolder } from "../../helpers/disk.ts";
import { announced, gone, HEADER, OWNER, readAll } from "./journal-of.ts";

const lineOf = (...ids: string[]) => `${JSON.stringify(gone(1, ...ids))}\n`;

/** The ids that records say are gone, each record on its own; `!` for one that cannot be read. */
const idsOf = (records: ReadRecord[]) =>
  records.map((record) => (record.type === "gone" ? record.ids.join() : "!"));

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
  expect([idsOf(readAll(journal)), journal.isOutdated]).toEqual([["1", "2"], false]);
  appendFileSync(path, lineOf("3"));
  expect(idsOf(readAll(journal))).toEqual(["3"]);
  return { journal, open, path, folder, on };
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
      true,
      [],
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
    act(path);
    journal.open();
    expect([journal.isOutdated, idsOf(readAll(journal)), journal.isOutdated]).toEqual([
      !isCurrent,
      unread,
      false,
    ]);
    appendFileSync(path, lineOf("9"));
    expect(idsOf(readAll(journal))).toEqual(["9"]);
  });

  test("stays read, and what is to be added stays as it is, when the journal is opened again", () => {
    const { journal, path } = openRead();
    journal.open();
    expect([journal.isOutdated, journal.readNew()]).toEqual([false, []]);
    journal.append(announced());
    journal.open();
    journal.save();
    expect(readFileSync(path, "utf8")).toContain(JSON.stringify(announced()));
  });

  test("does not show the records that were added here", () => {
    const { journal, open } = openRead();
    for (const id of ["4", "5"]) journal.append(gone(1, id));
    journal.save();
    journal.append(gone(1, "6"));
    journal.save();
    expect([readAll(journal), journal.isOutdated]).toEqual([[], false]);
    expect(idsOf(readAll(open()))).toEqual(["1", "2", "3", "4", "5", "6"]);
  });

  test("is read from its beginning once something was added here after records of others", () => {
    const { journal, path } = openRead();
    appendFileSync(path, lineOf("4"));
    journal.append(gone(1, "5"));
    journal.save();
    expect(journal.isOutdated).toBe(true);
    expect([idsOf(readAll(journal)), readAll(journal)]).toEqual([["1", "2", "3", "4", "5"], []]);
  });

  test("numbers the lines that cannot be read as they are in the file", () => {
    const { journal, path } = openRead();
    const broken = (line: number) => ({
      ...{ type: "unreadable", place: `line ${line} of name.jsonl`, at: 0, mayBe: "request" },
    });
    for (const id of ["4", "5"]) journal.append(gone(1, id));
    journal.save();
    appendFileSync(path, "{}\n");
    expect(readAll(journal)).toEqual([broken(7)]);
    appendFileSync(path, `${lineOf("6")}{}\n`);
    expect(readAll(journal)).toEqual([gone(1, "6"), broken(9)]);
  });

  test("is written on after what a crash has cut off, on a line of its own", () => {
    const { journal, path, open } = openRead();
    appendFileSync(path, lineOf("4").slice(0, 10));
    expect(readAll(journal)).toEqual([expect.objectContaining({ isCut: true })]);
    for (const id of ["5", "6"]) {
      journal.append(gone(1, id));
      journal.save();
    }
    expect(idsOf(readAll(open()))).toEqual(["1", "2", "3", "!", "5", "6"]);
  });
});

describe("a journal that is open", () => {
  const put = (path: string, text: string) => {
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };

  test.each<[what: string, act: (path: string) => void, ids: string[]]>([
    ["was replaced", (path) => put(path, `${HEADER}\n${lineOf("7")}`), ["7", "4"]],
    ["was deleted", (path) => rmSync(path), ["4"]],
  ])("is written at its path, although the file %s meanwhile", (_, act, ids) => {
    const { journal, open, path } = openRead();
    act(path);
    journal.append(gone(1, "4"));
    journal.save();
    expect(idsOf(readAll(open()))).toEqual(ids);
    expect(journal.isOutdated).toBe(true);
    expect(idsOf(readAll(journal))).toEqual(ids);
  });

  test("is left alone once another file has its name that is no journal", () => {
    const { journal, path } = openRead();
    put(path, "notes\n");
    journal.append(gone(1, "4"));
    expect(() => journal.save()).toThrow("name.jsonl is no journal");
    expect([readFileSync(path, "utf8"), journal.isSaved]).toEqual(["notes\n", false]);
  });

  test.skipIf(process.platform !== "linux")("has one descriptor, until it is closed", () => {
    const { journal, path } = openRead();
    const descriptors = () =>
      readdirSync("/proc/self/fd").filter((file) => {
        try {
          return readlinkSync(`/proc/self/fd/${file}`) === path;
        } catch {
          return false;
        }
      }).length;
    journal.open();
    journal.append(gone(1, "4"));
    journal.save();
    const whileOpen = descriptors();
    journal.close();
    expect([whileOpen, descriptors()]).toEqual([1, 0]);
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
    expect(journal.isOutdated).toBe(false);
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
    journal.open();
    const records = on(
      (name, _, run) => (name === "readSync" ? 0 : run()),
      () => journal.readNew(),
    );
    expect(records).toEqual([]);
    expect(idsOf(readAll(journal))).toEqual(["4"]);
  });
});
