import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readJournals } from "../../../src/cli/state-folder.ts";
import { JournalFile } from "../../../src/state/journal-file.ts";
import { noting, refusing, watchedFolder } from "../../helpers/disk.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { announced } from "./journal-of.ts";

const SITE = "https://acme.example.com";

/** A folder with the journals of two persons, and other files. */
function journals() {
  const disk = watchedFolder();
  const { folder } = disk;
  for (const [index, worker] of ["ada", "bo"].entries()) {
    const journal = new JournalFile(folder, worker, { site: SITE, worker });
    journal.open();
    journal.append(announced(index + 1));
    journal.save();
  }
  writeFileSync(join(folder, "newer.jsonl"), '{"version":2}\n');
  writeFileSync(join(folder, "empty.jsonl"), "");
  writeFileSync(join(folder, "ada.lease.1"), "");
  writeFileSync(
    join(folder, "ada.jsonl.0a1b2c"),
    `${JSON.stringify({ version: 1, site: SITE, worker: "x" })}\n`,
  );
  return disk;
}

test("each user's journal in a folder is read, and what is no journal is named", () => {
  const { folder } = journals();
  const found = readJournals(folder, virtualClock());
  found.unreadable.sort();
  found.journals.sort((a, b) => a.owner.worker.localeCompare(b.owner.worker));
  expect({
    ...found,
    journals: found.journals.map(({ owner, ledger }) => [owner, ledger.all().map(({ number }) => number)]),
  }).toEqual({
    journals: [
      [{ site: SITE, worker: "ada" }, [1]],
      [{ site: SITE, worker: "bo" }, [2]],
    ],
    unreadable: [join(folder, "empty.jsonl"), join(folder, "newer.jsonl")],
  });
});

test("a folder that does not exist has no journals", () => {
  const { folder } = watchedFolder();
  expect(readJournals(join(folder, "none"), virtualClock())).toEqual({ journals: [], unreadable: [] });
});

test.each(["readdirSync", "readFileSync"])(
  "a folder that cannot be read is an error that says what to do (%s)",
  (refused) => {
    const { folder, on } = journals();
    expect(() => on(refusing(refused, "EACCES"), () => readJournals(folder, virtualClock()))).toThrow(
      expect.objectContaining({
        code: "invalid_settings",
        message: expect.stringContaining(`${folder} cannot be read (EACCES)`),
      }),
    );
  },
);

test("reading journals changes nothing in the folder", () => {
  const { folder, on } = journals();
  const done: string[] = [];
  on(noting(done), () => readJournals(folder, virtualClock()));
  expect([...new Set(done)].sort()).toEqual(["readFileSync", "readdirSync"]);
});
