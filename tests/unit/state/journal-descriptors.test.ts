import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JournalFile } from "../../../src/state/journal-file.ts";
import { refusal, watchedFolder } from "../../helpers/disk.ts";
import { announced, OWNER } from "./journal-of.ts";

test.each(["nothing", "writeSync", "readSync", "fstatSync", "fdatasync"])(
  "the file of a journal is opened once while it is used, and closed as often, also if the disk refuses %s",
  async (refused) => {
    const { folder, on } = watchedFolder();
    const journal = new JournalFile(folder, "name", OWNER);
    journal.open();
    journal.append(announced());
    journal.save();
    journal.readNew();
    journal.append(announced());
    const done: string[] = [];
    await on(
      (name, _, run) => {
        done.push(name);
        if (name === refused) throw refusal("EIO");
        return run();
      },
      async () => {
        for (const act of [() => journal.open(), () => journal.readNew(), () => journal.save()])
          try {
            act();
          } catch {
            // Refused.
          }
        await journal.flush().catch(() => {});
        journal.close();
      },
    );
    const count = (name: string) => done.filter((it) => it === name).length;
    // A file that could not be opened is opened with the next use.
    expect(count("openSync")).toBe(count("closeSync") - 1);
    if (!["readSync", "fstatSync"].includes(refused)) expect(count("openSync")).toBe(1);
  },
);

test("a comment has the same hash in every version, by the key of the folder", () => {
  const { folder } = watchedFolder();
  writeFileSync(join(folder, "journal.key"), Buffer.alloc(32, 7).toString("base64"));
  const journal = new JournalFile(folder, "name", OWNER);
  journal.open();
  expect(journal.hash("Code review")).toBe("yThLEFD7BLqiV4LN4Hx-MY");
});
