import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { JournalFile } from "../../../src/state/journal-file.ts";
import { refusal, watchedFolder } from "../../helpers/disk.ts";

const OWNER = { site: "https://acme.example.com", worker: "ada" };

test.each(["nothing", "writeSync", "readSync", "fstatSync", "fdatasync"])(
  "the file of a journal is closed each time it was opened, also if the disk refuses %s",
  async (refused) => {
    const { folder, on } = watchedFolder();
    const journal = new JournalFile(folder, "name", OWNER);
    journal.open();
    journal.append({ at: 1, type: "deleting", id: "7" });
    journal.save();
    journal.readNew();
    journal.append({ at: 1, type: "deleting", id: "7" });
    const done: string[] = [];
    await on(
      (name, _, run) => {
        done.push(name);
        if (name === refused) throw refusal("EIO");
        return run();
      },
      async () => {
        for (const act of [() => journal.rewindIfOutdated(), () => journal.readNew(), () => journal.save()])
          try {
            act();
          } catch {
            // Refused.
          }
        await journal.flush().catch(() => {});
      },
    );
    const count = (name: string) => done.filter((it) => it === name).length;
    expect(count("openSync")).toBe(4);
    expect(count("closeSync")).toBe(4);
  },
);

test("a comment has the same hash in every version, by the key of the folder", () => {
  const { folder } = watchedFolder();
  writeFileSync(join(folder, "journal.key"), Buffer.alloc(32, 7).toString("base64"));
  const journal = new JournalFile(folder, "name", OWNER);
  journal.open();
  expect(journal.hash("Code review")).toBe("yThLEFD7BLqiV4LN4Hx-MY");
});
