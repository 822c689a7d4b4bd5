import { appendFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { showJournal } from "../../../src/cli/journal/journal.ts";
import { JournalFile } from "../../../src/state/journal-file.ts";
import { LONGEST_FLUSH_MS } from "../../../src/timesheet/timeline.ts";
import { noting, refusal, refusing, watchedFolder } from "../../helpers/disk.ts";
import { stored } from "../posting/steps.ts";
import { newWorklog } from "../posting/worklogs.ts";
import { fates, OWNER, processes, send } from "./processes.ts";

const full = refusing("writeSync", "ENOSPC");

/** Puts a folder back to its present state. */
function keep(folder: string) {
  const files = readdirSync(folder).map(
    (name) => [join(folder, name), readFileSync(join(folder, name))] as const,
  );
  return () => {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    for (const [file, content] of files) writeFileSync(file, content);
  };
}

describe("intents that the disk has refused", () => {
  test("have numbers that no other process gives to its own, and reach the journal with the next record", async () => {
    const { on, start } = processes();
    const [one, other] = [start(), start()];
    await other.write(async () => {});
    const refused = await on(full, () => one.write((writer) => send(writer, "refused")));
    const theirs = await other.write((writer) => send(writer, "theirs"));
    expect(await other.write(fates)).toEqual({ [theirs]: "sent" });
    const next = await one.write((writer) => send(writer, "next"));
    const all = { [theirs]: "sent", [refused]: "sent", [next]: "sent" };
    expect([await one.write(fates), await other.write(fates)]).toEqual([all, all]);
    expect(Object.keys(all)).toHaveLength(3);
    expect(one.log).toEqual([expect.stringMatching(/^warn: The state folder .+ cannot be used \(ENOSPC\)/)]);
  });

  test("end with their process if another one has made the folder's key meanwhile", async () => {
    const { on, start } = processes();
    const [one, other] = [start(), start()];
    const refused = await on(full, () => one.write((writer) => send(writer, "refused")));
    const theirs = await other.write((writer) => send(writer, "theirs"));
    const next = await one.write((writer) => send(writer, "next"));
    expect(await one.write(fates)).toEqual({ [refused]: "sent", [next]: "sent" });
    expect(await other.write(fates)).toEqual({ [theirs]: "sent" });
    expect(new Set([refused, theirs, next]).size).toBe(3);
    expect(one.log).toHaveLength(1);
  });

  test("reach the journal when the call ends, if the disk takes them by then", async () => {
    const { on, start } = processes();
    let isFull = true;
    const number = await on(
      refusing("writeSync", "ENOSPC", () => isFull),
      () =>
        start().write(async (writer) => {
          const sent = await send(writer, "refused");
          isFull = false;
          return sent;
        }),
    );
    expect(await start().write(fates)).toEqual({ [number]: "sent" });
  });

  test("are known to their process as long as the disk is full", async () => {
    const { on, start } = processes();
    const { write } = start();
    const known = await on(full, async () => {
      const number = await write((writer) => send(writer, "refused"));
      await write(async ({ ledger }) => stored(number, "77")(ledger));
      return write(fates);
    });
    expect(Object.values(known)).toEqual(["done"]);
    expect(await write(fates)).toEqual(known);
  });

  test("do not hide what others send once the journal was put back to an earlier state", async () => {
    const { clock, folder, start } = processes();
    const [one, other] = [start(), start()];
    await one.write(async () => {});
    const putBack = keep(folder);
    const lost = await one.write((writer) => send(writer, "lost"));
    putBack();
    const theirs = await other.write((writer) => send(writer, "theirs"));
    expect(theirs).toBe(lost);
    await one.write(async ({ ledger }) => {
      const known = ["lost", "theirs"].map((comment) => ledger.createsOf(newWorklog({ comment })).length);
      expect(known).toEqual([0, 1]);
    });
    expect(clock.now()).toBe(0);
  });
});

describe("a disk that fails while a journal is read", () => {
  test("keeps nothing that was put back meanwhile: the journal is read anew with the next call", async () => {
    const { folder, on, start } = processes();
    const [one, other] = [start(), start()];
    await one.write(async () => {});
    const putBack = keep(folder);
    await one.write((writer) => send(writer, "lost"));
    putBack();
    await other.write((writer) => send(writer, "theirs"));
    let refused = 0;
    await on(
      (name, args, run) => {
        // Only reading from the beginning fails, which is what makes the memory anew.
        if (name !== "readSync" || args[4] !== 0) return run();
        refused += 1;
        throw refusal("EIO");
      },
      () => one.write(async () => {}),
    );
    const known = await one.write(async ({ ledger }) =>
      ["lost", "theirs"].map((comment) => ledger.createsOf(newWorklog({ comment })).length),
    );
    expect({ known, isRefused: refused > 0 }).toEqual({ known: [0, 1], isRefused: true });
  });
});

describe("a disk that is slow", () => {
  test("flushes once for all requests that wait, and the lease is confirmed meanwhile", async () => {
    const { clock, on, start } = processes();
    let flushes = 0;
    const mayWrite = await on(
      (name, _, run) => {
        if (name !== "fdatasync") return run();
        flushes += 1;
        return clock.sleep(4000);
      },
      () =>
        start().write(async (writer) => {
          await Promise.all(["a", "b", "c", "d", "e", "f"].map((comment) => send(writer, comment)));
          await send(writer, "g");
          await send(writer, "h");
          return writer.mayWrite();
        }),
    );
    expect({ flushes, mayWrite, now: clock.now() }).toEqual({ flushes: 3, mayWrite: true, now: 12_000 });
  });

  test("is not waited for without end, and no longer than once", async () => {
    const { clock, on, start } = processes();
    const { log, write } = start();
    await on(
      (name, _, run) => (name === "fdatasync" ? new Promise(() => {}) : run()),
      () =>
        write(async (writer) => {
          await send(writer, "first");
          await send(writer, "second");
        }),
    );
    expect(clock.now()).toBe(LONGEST_FLUSH_MS);
    expect(log).toEqual([expect.stringContaining("the disk does not answer")]);
    expect(Object.values(await start().write(fates))).toEqual(["sent", "sent"]);
  });
});

describe("a file that is no journal", () => {
  const CONTENT = '{"version":2,"site":"https://acme.example.com","worker":"ada"}\n{"what":"is this"}\n';

  test("is left alone, which is said once, and the process remembers itself what it has sent", async () => {
    const { clock, folder, path, start } = processes();
    await start().write(async () => {});
    writeFileSync(path(), CONTENT);
    const { log, write } = start();
    const number = await write((writer) => send(writer, "first"));
    await write(async ({ ledger }) => stored(number, "77")(ledger));
    expect(await write(fates)).toEqual({ [number]: "done" });
    expect([clock.now(), readFileSync(path(), "utf8")]).toEqual([0, CONTENT]);
    expect(log).toEqual([expect.stringMatching(/cannot be used \(\w+\.jsonl is no journal\)/)]);
    for (const [json, said] of [
      [false, `${path()} cannot be shown: it is not of this version, or damaged.`],
      [true, JSON.stringify({ stateFolder: folder, journals: [], otherVersions: [path()] }, undefined, 2)],
    ] as const) {
      const lines: string[] = [];
      showJournal({ stateFolder: folder, clock, last: 20, json, print: (line) => lines.push(line) });
      expect(lines).toEqual([said]);
    }
  });

  test("is left alone although it took the place of one that was read", async () => {
    const { clock, path, start } = processes();
    const { write } = start();
    const number = await write((writer) => send(writer, "first"));
    writeFileSync(path(), CONTENT);
    await write((writer) => send(writer, "second"));
    expect(readFileSync(path(), "utf8")).toBe(CONTENT);
    expect(await start().write(fates)).toEqual({});
    expect([number > 0, clock.now()]).toEqual([true, 0]);
  });
});

test("a large journal of recent records is neither written anew nor read in full to drop old ones", async () => {
  const { folder, on } = watchedFolder();
  const journal = new JournalFile(folder, "name", OWNER);
  const now = Date.UTC(2026, 0, 15);
  const line = `${JSON.stringify({ type: "lost", at: now, numbers: Array(200).fill(1) })}\n`;
  journal.open();
  appendFileSync(join(folder, "name.jsonl"), line.repeat(5000));
  journal.open();
  const done: string[] = [];
  await on(noting(done), () => journal.dropOld(now));
  expect(done).toEqual(["readSync"]);
});
