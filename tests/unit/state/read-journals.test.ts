import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readJournals } from "../../../src/cli/state-folder.ts";
import { JournalFile } from "../../../src/state/journal-file.ts";
import { refusal, watchedFolder } from "../../helpers/disk.ts";
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
    const act = (name: string, _: unknown, run: () => unknown) => {
      if (name === refused) throw refusal("EACCES");
      return run();
    };
    let error: unknown;
    try {
      on(act, () => readJournals(folder, virtualClock()));
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toMatchObject({
      code: "invalid_settings",
      message:
        `The state folder ${folder} cannot be read (EACCES). Set TEMPO_STATE_DIR to a folder that you can read and write, or to ` +
        "off.",
    });
  },
);

test("reading journals changes nothing in the folder", () => {
  const { folder, on } = journals();
  const done = new Set<string>();
  on(
    (name, _, run) => {
      done.add(name);
      return run();
    },
    () => readJournals(folder, virtualClock()),
  );
  expect([...done].sort()).toEqual(["readFileSync", "readdirSync"]);
});
