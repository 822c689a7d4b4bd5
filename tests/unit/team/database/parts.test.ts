import { describe, expect, test } from "vitest";
import { outcomesIn } from "../../../../src/team/database/outcomes.ts";
import { SeenHolders } from "../../../../src/team/database/seen-holders.ts";
import type { JournalRecord, SentEntry, StoredEntry } from "../../../../src/timesheet/journal/records.ts";
import { steadyClock } from "../../../../src/timesheet/steady-clock.ts";
import { DATABASE_LEASE_EXPIRY_MS } from "../../../../src/timesheet/timeline.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

describe("a lease that another process holds", () => {
  test("has expired once the same heartbeat was seen for so long", () => {
    const clock = virtualClock();
    const seen = new SeenHolders(clock);
    seen.saw("ada", { holder: "h", heartbeat: "1" });
    clock.advance(DATABASE_LEASE_EXPIRY_MS - 1);
    seen.saw("ada", { holder: "h", heartbeat: "1" });
    expect(seen.expired("ada")).toBe(undefined);
    clock.advance(1);
    expect(seen.expired("ada")).toMatchObject({ holder: "h", heartbeat: "1" });
    expect(seen.expired("grace")).toBe(undefined);
  });

  test.each([
    ["another heartbeat", { holder: "h", heartbeat: "2" }],
    ["another holder", { holder: "i", heartbeat: "1" }],
  ])("is watched anew with %s", (_, next) => {
    const clock = virtualClock();
    const seen = new SeenHolders(clock);
    seen.saw("ada", { holder: "h", heartbeat: "1" });
    clock.advance(DATABASE_LEASE_EXPIRY_MS);
    seen.saw("ada", next);
    expect(seen.expired("ada")).toBe(undefined);
  });

  test("is forgotten if it is not looked at for long", () => {
    const clock = virtualClock();
    clock.advance(1000);
    const seen = new SeenHolders(clock);
    seen.saw("ada", { holder: "h", heartbeat: "1" });
    clock.advance(4 * DATABASE_LEASE_EXPIRY_MS);
    seen.forget("grace");
    expect(seen.expired("ada")).toMatchObject({ holder: "h", heartbeat: "1" });
    clock.advance(1);
    seen.forget("grace");
    expect(seen.expired("ada")).toBe(undefined);
  });
});

test("of what a holder recorded before it lost the lease, what became of sent requests counts, and nothing of others", () => {
  const records: JournalRecord[] = [
    { at: 0, type: "stored", worklogs: [{ entry: 1 } as StoredEntry, { entry: 2 } as StoredEntry] },
    { at: 0, type: "sending", batch: 2, entries: [{ entry: 2 } as SentEntry] },
    { at: 0, type: "stored", worklogs: [{ entry: 2 } as StoredEntry] },
    { at: 0, type: "retrying", entries: [1] },
    { at: 0, type: "unknown", entries: [1, 2] },
    { at: 0, type: "notStored", entries: [2] },
    { at: 0, type: "editing", id: "7" },
    { at: 0, type: "notEdited", id: "7" },
    { at: 0, type: "submitting", period: "2026-01-01" },
    { at: 0, type: "deleted", ids: ["8"] },
    { at: 0, type: "deleting", id: "9" },
  ];
  const unsaved = records.map((record, number) => ({ number, age: 0, record }));
  expect(outcomesIn(unsaved)).toEqual([
    { number: 0, age: 0, record: { at: 0, type: "stored", worklogs: [{ entry: 1 }] } },
    { number: 4, age: 0, record: { at: 0, type: "unknown", entries: [1] } },
    { number: 7, age: 0, record: { at: 0, type: "notEdited", id: "7" } },
    { number: 9, age: 0, record: { at: 0, type: "deleted", ids: ["8"] } },
  ]);
});

test("a steady clock begins with the wall clock, and does not follow when that is set", () => {
  const clock = virtualClock();
  let ahead = 0;
  const steady = steadyClock({ ...clock, wallClock: () => clock.wallClock() + ahead });
  const start = clock.wallClock();
  expect(steady.wallClock()).toBe(start);
  ahead = 3_600_000;
  clock.advance(5000);
  expect([steady.wallClock(), steady.now()]).toEqual([start + 5000, 5000]);
});
