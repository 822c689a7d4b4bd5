import { describe, expect, test } from "vitest";
import { ForbiddenError, UnavailableError } from "../../../src/timesheet/errors.ts";
import type { Journal } from "../../../src/timesheet/journal/journal.ts";
import type { NewWorklog } from "../../../src/timesheet/port.ts";
import { settleDeletes } from "../../../src/timesheet/settle-deletes.ts";
import { LATEST_COMMIT_MS, LONGEST_WRITE_MS } from "../../../src/timesheet/timeline.ts";
import { writer } from "../../helpers/writer.ts";
import { runOf } from "./run.ts";
import { newWorklog, storedWorklog } from "./worklogs.ts";

const OPEN_FOR_MS = LONGEST_WRITE_MS + LATEST_COMMIT_MS;
const DATE = "2026-01-05";

/** Worklogs that Tempo has, by id. */
const tempoWith = (...ids: string[]) => {
  const looked: string[] = [];
  const findWorklog = async (id: string) => {
    looked.push(id);
    return ids.includes(id) ? { id, isOwn: true } : undefined;
  };
  return { looked, findWorklog };
};

describe("deletes without an outcome", () => {
  test.each<
    [
      what: string,
      record: (journal: Journal) => void,
      exists: boolean,
      expected: { looked: string[]; isDeleted: boolean; waited: number },
    ]
  >([
    ["none", () => {}, true, { looked: [], isDeleted: false, waited: 0 }],
    [
      "one that was carried out",
      (journal) => journal.deleting("7", DATE),
      false,
      { looked: ["7"], isDeleted: true, waited: OPEN_FOR_MS },
    ],
    [
      "one that was not",
      (journal) => journal.deleting("7", DATE),
      true,
      { looked: ["7"], isDeleted: false, waited: OPEN_FOR_MS },
    ],
    [
      "one that another call knows to be carried out",
      (journal) => {
        journal.deleting("7", DATE);
        journal.deleted(["7"]);
      },
      false,
      { looked: [], isDeleted: true, waited: 0 },
    ],
    [
      "one that another call knows to have failed",
      (journal) => {
        journal.deleting("7", DATE);
        journal.notDeleted("7");
      },
      true,
      { looked: [], isDeleted: false, waited: 0 },
    ],
  ])("%s", async (_, record, exists, expected) => {
    const { looked, findWorklog } = tempoWith(...(exists ? ["7"] : []));
    const { run, journal } = runOf([], { findWorklog });
    record(journal);
    const before = run.context.clock.now();
    await settleDeletes(() => true, run.context, run.writer);
    const waited = run.context.clock.now() - before;
    expect({ looked, isDeleted: journal.isDeleted("7"), waited }).toEqual(expected);
    expect(journal.deletions.open()).toEqual([]);
  });

  test("are waited for once, until the last of them is over", async () => {
    const { looked, findWorklog } = tempoWith("8");
    const { run, journal, advance } = runOf([], { findWorklog });
    journal.deleting("7", DATE);
    advance(5000);
    journal.deleting("8", undefined);
    const before = run.context.clock.now();
    await settleDeletes(() => true, run.context, run.writer);
    expect(run.context.clock.now() - before).toBe(OPEN_FOR_MS);
    expect(looked).toEqual(["7", "8"]);
    expect([journal.isDeleted("7"), journal.isDeleted("8")]).toEqual([true, false]);
  });

  test("of a worklog that its user may not see any more stay open, and block nothing", async () => {
    const { run, journal } = runOf([], {
      findWorklog: async () => {
        throw new ForbiddenError("No access.", 403);
      },
    });
    journal.deleting("7", DATE);
    await settleDeletes(() => true, run.context, run.writer);
    expect(journal.deletions.open().map(({ id }) => id)).toEqual(["7"]);
  });

  test("are not undone by a late record of the same entry, but by one of an entry that got the id anew", () => {
    const { journal } = runOf([]);
    const [one, other] = [newWorklog(), newWorklog()];
    const sent = journal.sending([one, other], { batch: 1, afterId: "0", again: () => [] });
    const stored = (worklog: NewWorklog) =>
      journal.stored([{ entry: sent.get(worklog) ?? 0, stored: storedWorklog("7") }]);
    stored(one);
    journal.deleted(["7"]);
    stored(one);
    expect(journal.isDeleted("7")).toBe(true);
    stored(other);
    expect(journal.isDeleted("7")).toBe(false);
  });

  test("that do not concern the call stay open", async () => {
    const { looked, findWorklog } = tempoWith();
    const { run, journal } = runOf([], { findWorklog });
    journal.deleting("7", DATE);
    await settleDeletes(({ id, date }) => id !== "7" || date !== DATE, run.context, run.writer);
    expect(looked).toEqual([]);
    expect(journal.deletions.open().map(({ id }) => id)).toEqual(["7"]);
  });

  test.each([
    ["just now", 0],
    ["for a while", 5000],
  ])(
    "that are over %s are looked up without a wait, and without another look at the lease",
    async (_, since) => {
      const { findWorklog } = tempoWith();
      const { run, journal, advance } = runOf([], { findWorklog });
      journal.deleting("7", DATE);
      advance(OPEN_FOR_MS + since);
      const before = run.context.clock.now();
      await settleDeletes(
        () => true,
        run.context,
        writer(journal, () => false),
      );
      expect(run.context.clock.now()).toBe(before);
      expect(journal.isDeleted("7")).toBe(true);
    },
  );

  test("are no longer waited for in a call that is cancelled, or has not the time", async () => {
    const { looked, findWorklog } = tempoWith();
    const { run, journal } = runOf([], { findWorklog });
    journal.deleting("7", DATE);
    const settle = (parts: Partial<typeof run.context>) =>
      settleDeletes(() => true, { ...run.context, ...parts }, run.writer);
    const deadline = run.context.clock.now() + OPEN_FOR_MS;
    await expect(settle({ deadline })).rejects.toThrow(
      "Not sent: an earlier call has sent the delete of worklog 7 and got no response",
    );
    await expect(settle({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: "cancelled" });
    expect(looked).toEqual([]);
  });

  test("are not looked up by a process that lost the lease while it waited", async () => {
    const { looked, findWorklog } = tempoWith();
    const { run, journal } = runOf([], { findWorklog });
    journal.deleting("7", DATE);
    const settled = settleDeletes(
      () => true,
      run.context,
      writer(journal, () => false),
    );
    await expect(settled).rejects.toThrow("Not sent: this process was paused");
    expect(looked).toEqual([]);
  });

  test("keep a call from being made if their worklogs cannot be read", async () => {
    const { run, journal } = runOf([], {
      findWorklog: async () => {
        throw new UnavailableError("Tempo is away.", 503);
      },
    });
    journal.deleting("7", DATE);
    await expect(settleDeletes(() => true, run.context, run.writer)).rejects.toThrow("Tempo is away.");
  });
});
