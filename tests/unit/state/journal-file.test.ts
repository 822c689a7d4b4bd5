import { appendFile, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileWriters } from "../../../src/state/file-writers.ts";
import { JournalFile } from "../../../src/state/journal-file.ts";
import { readJournalFile } from "../../../src/state/journal-lines.ts";
import type { JournalRecord } from "../../../src/timesheet/journal/records.ts";
import { keptLog } from "../../helpers/kept-log.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

const OWNER = { site: "https://acme.example.com", worker: "ada" };

const DAY_MS = 24 * 3_600_000;
const NOW = Date.UTC(2026, 0, 15);

const unknown = (at: number, ...entries: number[]): JournalRecord => ({ at, type: "unknown", entries });

const SENDING: JournalRecord = {
  at: NOW,
  type: "sending",
  batch: 1,
  entries: [
    {
      entry: 1,
      issueId: "10123",
      issueKey: "PROJ-123",
      date: "2026-01-05",
      seconds: 28_800,
      billableSeconds: 28_800,
      comment: "hash",
      afterId: "0",
    },
  ],
};

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

/** So many bytes of a journal, in records of one moment. */
const recordsOf = (at: number, bytes: number) => {
  const line = `${JSON.stringify(unknown(at, ...Array(200).fill(1)))}\n`;
  return line.repeat(Math.ceil(bytes / line.length));
};

test("records of every type come back, to the process that added them and to another", async () => {
  const { open, path } = await openFolder();
  const [first, second] = [open(), open()];
  const records: JournalRecord[] = [
    SENDING,
    { at: NOW, type: "retrying", entries: [1] },
    unknown(NOW + 1, 1),
    {
      at: NOW + 2,
      type: "stored",
      worklogs: [
        {
          entry: 1,
          id: "4711",
          date: "2026-01-05",
          seconds: 28_800,
          billableSeconds: 0,
          comment: "other hash",
        },
      ],
    },
    { at: NOW + 3, type: "notStored", entries: [2] },
    { at: NOW + 4, type: "deleted", ids: ["4711"] },
  ];
  for (const [index, record] of records.entries()) (index % 2 === 0 ? first : second).add(record);
  expect([first.readNew(), second.readNew()]).toEqual([records, records]);
  expect(readJournalFile(path)).toEqual({ header: { version: 1, ...OWNER }, records });
});

test("only what is new is read", async () => {
  const { open } = await openFolder();
  const [first, second] = [open(), open()];
  first.add(unknown(1, 1));
  expect(second.readNew()).toEqual([unknown(1, 1)]);
  expect(second.readNew()).toEqual([]);
  first.add(unknown(2, 2));
  second.add(unknown(3, 3));
  expect(second.readNew()).toEqual([unknown(2, 2), unknown(3, 3)]);
});

test("a line that is not finished is read once it is, and one that was cut off is named, and no record", async () => {
  const { open, path } = await openFolder();
  const cut = { type: "unreadable", mayBe: "batch" };
  const cutEnd = { ...cut, place: "the end of name.jsonl", at: expect.any(Number), isCut: "end of file" };
  const journal = open();
  const line = JSON.stringify(unknown(1, 1));
  await appendFile(path, line.slice(0, 10));
  expect(journal.readNew()).toEqual([cutEnd]);
  expect(journal.readNew()).toEqual([]);
  await appendFile(path, `${line.slice(10)}\n${line.slice(0, 20)}`);
  expect(journal.readNew()).toEqual([unknown(1, 1), cutEnd]);
  open().add(unknown(2, 2));
  const cutLine = { ...cut, place: "line 3 of name.jsonl", at: 1, isCut: "line" };
  expect(journal.readNew()).toEqual([cutLine, unknown(2, 2)]);
  expect((await readFile(path, "utf8")).split("\n").slice(1)).toEqual([
    line,
    line.slice(0, 20),
    JSON.stringify(unknown(2, 2)),
    "",
  ]);
});

test("lines that are not JSON are skipped, other lines that are not records are named, and a file that is not a journal has none", async () => {
  const { open, path } = await openFolder();
  const journal = open();
  await appendFile(path, '}{\nnull\n"text"\n[]\n{"type":"stored"}\n{"at":"1","type":"deleted"}\n\n');
  journal.add(unknown(1, 1));
  const unreadable = [2, 3, 4, 5, 6, 7].map((line) => ({
    type: "unreadable",
    place: `line ${line} of name.jsonl`,
    at: 0,
    mayBe: line < 6 ? "batch" : "outcome",
    ...(line === 2 && { isCut: "line" }),
  }));
  expect(journal.readNew()).toEqual([...unreadable, unknown(1, 1)]);
  expect(readJournalFile(path)).toMatchObject({ records: [...unreadable, unknown(1, 1)] });
  await appendFile(path, "[]\n");
  expect(journal.readNew()).toEqual([{ ...unreadable[1], place: "line 11 of name.jsonl" }]);
  for (const text of ["", "\n", "{}", "torn", '{"version":1}\n']) {
    await writeFile(path, text);
    expect(readJournalFile(path)).toBeUndefined();
    open().add(unknown(2, 2));
    expect(open().readNew()).toEqual(expect.arrayContaining([unknown(2, 2)]));
  }
});

test("records older than 62 days are dropped from a large file, and no others", async () => {
  const { open, path, folder } = await openFolder();
  open().add(unknown(NOW - 63 * DAY_MS, 1));
  const kept = unknown(NOW - 61 * DAY_MS, 2);
  open().add(kept);
  await open().dropOld(NOW, async () => {});
  expect(open().readNew()).toHaveLength(2);
  await appendFile(path, recordsOf(NOW - 63 * DAY_MS, 1_000_000));
  await open().dropOld(NOW, async () => {});
  expect(open().readNew()).toEqual([kept]);
  expect(readJournalFile(path)).toEqual({ header: { version: 1, ...OWNER }, records: [kept] });
  expect((await readdir(folder)).sort()).toEqual(["journal.key", "name.jsonl"]);
});

test("after another process has dropped old records, what it kept and what is new is read", async () => {
  const { open, path } = await openFolder();
  const journal = open();
  journal.add(unknown(NOW, 1));
  await appendFile(path, recordsOf(NOW - 63 * DAY_MS, 1_000_000));
  expect(journal.readNew().length).toBeGreaterThan(100);
  while (journal.hasMore) journal.readNew();
  const other = open();
  await other.dropOld(NOW, async () => {});
  other.add(unknown(NOW, 2));
  expect(journal.readNew()).toEqual([unknown(NOW, 1), unknown(NOW, 2)]);
  expect(journal.readNew()).toEqual([]);
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
  await writers.run(OWNER, { signal, deadline: clock.now() + 1000 }, async ({ journal }) => {
    const worklog = {
      issue: { id: "10123", key: "PROJ-123", summary: "" },
      date: "2026-01-05",
      seconds: 3600,
      billableSeconds: 3600,
      comment,
    };
    journal.sending([worklog], { batch: 1, afterId: "0", again: () => [] });
    journal.stored([{ entry: 1, stored: { id: "1", ...worklog } }]);
  });
  const texts = (await readdir(folder)).map((name) => readFile(join(folder, name), "utf8"));
  const all = (await Promise.all(texts)).join("\n");
  expect(all).toContain("PROJ-123");
  expect(all).not.toMatch(/confidential|merger/i);
});

test.skipIf(process.platform === "win32")("only the user may read the folder and its files", async () => {
  const { folder } = await openFolder();
  const state = join(folder, "parent", "state");
  const clock = virtualClock();
  const { signal } = new AbortController();
  const writers = fileWriters({ clock, folder: state, log: (line) => expect(line).toBe("") });
  await writers.run(OWNER, { signal, deadline: clock.now() + 1000 }, async ({ journal }) =>
    journal.deleted(["1"]),
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

test("a state folder that cannot be used is a warning, said once, and calls go on without it", async () => {
  const folder = temporaryFolder();
  const file = join(folder, "file");
  await writeFile(file, "");
  const clock = virtualClock();
  const { signal } = new AbortController();
  const log: string[] = [];
  const writers = fileWriters({ clock, folder: join(file, "state"), log: keptLog(log) });
  const write = () => writers.run(OWNER, { signal, deadline: clock.now() + 1000 }, async () => "written");
  expect([await write(), await write()]).toEqual(["written", "written"]);
  expect(log).toEqual([expect.stringMatching(/^warn: The state folder .+ cannot be used \(ENOTDIR\)/)]);
});

test("a line that cannot be read is named once, and its owner writes on", async () => {
  const folder = temporaryFolder();
  const clock = virtualClock();
  const log: string[] = [];
  const write = (writers: ReturnType<typeof fileWriters>) =>
    writers.run(
      OWNER,
      { signal: new AbortController().signal, deadline: clock.now() + 1000 },
      async ({ journal }) => journal.submissionSettled("2026-01-01"),
    );
  await write(fileWriters({ clock, folder, log: keptLog(log) }));
  const [name = ""] = (await readdir(folder)).filter((file) => file.endsWith(".jsonl"));
  await appendFile(join(folder, name), `{"at":${clock.wallClock()},"type":"stored"}\n`);
  const writers = fileWriters({ clock, folder, log: keptLog(log) });
  await write(writers);
  await write(writers);
  expect(log).toEqual([`warn: Part of the journal cannot be read, and is skipped: line 3 of ${name}`]);
});
