import { appendFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileWriters } from "../../../src/state/file-writers.ts";
import { JournalFile, parseLines } from "../../../src/state/journal-file.ts";
import { KEPT_MS } from "../../../src/state/writers.ts";
import type { JournalRecord } from "../../../src/timesheet/ledger/records.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { sent, stored } from "../posting/steps.ts";
import { announced, gone, OWNER, readAll, recordOf, TYPES } from "./journal-of.ts";

const NOW = Date.UTC(2026, 0, 15);

/** A folder of its own for the running test, and the journal in it as processes open it. */
async function openFolder() {
  const folder = temporaryFolder();
  return {
    folder,
    path: join(folder, "name.jsonl"),
    open() {
      const journal = new JournalFile(folder, "name", OWNER);
      journal.open();
      return Object.assign(journal, {
        add(record: JournalRecord) {
          journal.append(record);
          journal.save();
        },
      });
    },
  };
}

test("records of every type come back, to the process that added them and to another", async () => {
  const { open, path } = await openFolder();
  const [first, second] = [open(), open()];
  const records = [...TYPES.map(recordOf), { ...announced(), serverTime: NOW - 7 } as JournalRecord];
  for (const [index, record] of records.entries()) (index % 2 === 0 ? first : second).add(record);
  expect([readAll(first), readAll(second)]).toEqual([records, records]);
  expect(parseLines((await readFile(path, "utf8")).split("\n"), 1, path)).toEqual(records);
});

test("only what is new is read", async () => {
  const { open } = await openFolder();
  const [first, second] = [open(), open()];
  first.add(gone(1, "1"));
  expect(readAll(second)).toEqual([gone(1, "1")]);
  expect(readAll(second)).toEqual([]);
  first.add(gone(2, "2"));
  expect(readAll(second)).toEqual([gone(2, "2")]);
  second.add(gone(3, "3"));
  expect([readAll(second), open().readNew()]).toEqual([[], [gone(1, "1"), gone(2, "2"), gone(3, "3")]]);
});

test("a line that is not finished is read once it is, and one that was cut off is named, and no record", async () => {
  const { open, path } = await openFolder();
  const cutEnd = (mayBe: "request" | "outcome") => ({
    ...{ type: "unreadable", mayBe, place: "the end of name.jsonl" },
    ...{ at: expect.any(Number), isCut: true },
  });
  const journal = open();
  const line = JSON.stringify(gone(1, "1"));
  await appendFile(path, line.slice(0, 10));
  expect(readAll(journal)).toEqual([cutEnd("request")]);
  await appendFile(path, `${line.slice(10)}\n${line.slice(0, 20)}`);
  expect(readAll(journal)).toEqual([gone(1, "1"), cutEnd("outcome")]);
  open().add(gone(2, "2"));
  const cutLine = { ...cutEnd("outcome"), place: "line 3 of name.jsonl", at: 1, isCut: true };
  expect(readAll(journal)).toEqual([cutLine, gone(2, "2")]);
  expect((await readFile(path, "utf8")).split("\n").slice(1)).toEqual([
    line,
    line.slice(0, 20),
    JSON.stringify(gone(2, "2")),
    "",
  ]);
});

test("lines that are not JSON are skipped, and other lines that are not records are named", async () => {
  const { open, path } = await openFolder();
  const journal = open();
  await appendFile(path, '}{\nnull\n"text"\n[]\n{"type":"done"}\n{"at":"1","type":"gone"}\n\n');
  journal.add(gone(1, "1"));
  const unreadable = [2, 3, 4, 5, 6, 7].map((line) => ({
    type: "unreadable",
    place: `line ${line} of name.jsonl`,
    at: 0,
    mayBe: line < 6 ? "request" : "outcome",
    ...(line === 2 && { isCut: true }),
  }));
  expect(readAll(journal)).toEqual([...unreadable, gone(1, "1")]);
  await appendFile(path, "[]\n");
  expect(readAll(journal)).toEqual([{ ...unreadable[1], place: "line 10 of name.jsonl" }]);
});

test.each(["", "\n", "{}\n", "torn", '{"version":1}\n', '{"version":2,"site":"s","worker":"w"}\n'])(
  "a file that does not begin as a journal cannot be used, and is left alone: %j",
  async (text) => {
    const { folder, open, path } = await openFolder();
    await writeFile(path, text);
    expect(open).toThrow("name.jsonl is no journal");
    const journal = new JournalFile(folder, "name", OWNER);
    journal.append(gone(2, "2"));
    expect([await readFile(path, "utf8"), journal.isSaved, journal.readNew()]).toEqual([text, false, []]);
  },
);

test("after another process has dropped old records, what it kept and what is new is read", async () => {
  const { open, path } = await openFolder();
  const journal = open();
  const line = `${JSON.stringify(gone(NOW - KEPT_MS, ...Array(200).fill("1")))}\n`;
  await appendFile(path, line.repeat(3000));
  const all = readAll(journal).length;
  const other = open();
  other.dropOld(NOW);
  other.add(gone(NOW, "2"));
  const kept = readAll(journal);
  expect([all, kept.length, kept.at(-1)]).toEqual([3000, 1501, gone(NOW, "2")]);
  expect(readAll(journal)).toEqual([]);
});

test("a comment is kept as a hash alone, which each folder has of its own", async () => {
  const { open, folder } = await openFolder();
  const elsewhere = await openFolder();
  const comment = "Confidential: merger";
  const hash = open().hash(comment);
  expect(hash).toMatch(/^[\w-]{22}$/);
  expect([open().hash(comment), open().hash(`${comment}s`)]).toEqual([
    hash,
    expect.not.stringMatching(new RegExp(`^${hash}$`)),
  ]);
  expect(elsewhere.open().hash(comment)).not.toBe(hash);

  const clock = virtualClock();
  const { signal } = new AbortController();
  const writers = fileWriters({ clock, folder, log: (line) => expect(line).toBe("") });
  await writers.run(OWNER, { signal, deadline: clock.now() + 1000 }, async ({ ledger }) => {
    sent({ comment })(ledger);
    stored(1, "77", { comment })(ledger);
  });
  const texts = (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8"));
  const all = (await Promise.all(texts)).join("\n");
  expect(all).toContain("PROJ-1");
  expect(all).not.toMatch(/confidential|merger/i);
});

test.skipIf(process.platform === "win32")("only the user may read the folder and its files", async () => {
  const { folder } = await openFolder();
  const state = join(folder, "parent", "state");
  const clock = virtualClock();
  const { signal } = new AbortController();
  const writers = fileWriters({ clock, folder: state, log: (line) => expect(line).toBe("") });
  await writers.run(OWNER, { signal, deadline: clock.now() + 1000 }, async ({ ledger }) =>
    ledger.gone(["1"]),
  );
  const names = await readdir(state);
  expect(names.map((name) => name.replace(/^[0-9a-f]{16}/, "<name>")).sort()).toEqual([
    "<name>.jsonl",
    "<name>.lease.1",
    "journal.key",
  ]);
  const modes = await Promise.all(
    [state, ...names.map((name) => join(state, name))].map((path) => stat(path)),
  );
  expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(["700", "600", "600", "600"]);
});
