import { describe, expect, test } from "vitest";
import { SeenHolders } from "../../../../src/team/database/leases.ts";
import { outcomesIn } from "../../../../src/team/database/releases.ts";
import { steadyClock } from "../../../../src/timesheet/clock.ts";
import type { JournalRecord, NewIntent } from "../../../../src/timesheet/ledger/records.ts";
import { DATABASE_LEASE_EXPIRY_MS } from "../../../../src/timesheet/timeline.ts";
import { virtualClock } from "../../../helpers/virtual-clock.ts";

const STATUS: NewIntent = { op: "status", period: "2026-01-01", from: "open", effect: "submitted" };

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
    { at: 0, type: "done", fates: [{ number: 1 }, { number: 2 }] },
    { at: 0, type: "intent", batch: 2, intents: [2, 3].map((number) => ({ number, ...STATUS })) },
    { at: 0, type: "done", fates: [{ number: 2 }] },
    { at: 0, type: "lost", numbers: [1, 2], silent: true },
    { at: 0, type: "void", numbers: [3] },
    { at: 0, type: "void", numbers: [4, 3] },
    {
      ...{ at: 0, type: "unsure" },
      fates: [2, 5].map((number) => ({ number, may: ["7"] })),
    },
    { at: 0, type: "gone", ids: ["8"] },
    { at: 0, type: "copy", id: "9", of: 1 },
  ];
  const unsaved = records.map((record, number) => ({ number, age: 0, record }));
  expect(outcomesIn(unsaved)).toEqual([
    { number: 0, age: 0, record: { at: 0, type: "done", fates: [{ number: 1 }] } },
    { number: 3, age: 0, record: { at: 0, type: "lost", numbers: [1], silent: true } },
    { number: 5, age: 0, record: { at: 0, type: "void", numbers: [4] } },
    { number: 6, age: 0, record: { at: 0, type: "unsure", fates: [{ number: 5, may: ["7"] }] } },
    { number: 7, age: 0, record: { at: 0, type: "gone", ids: ["8"] } },
    { number: 8, age: 0, record: { at: 0, type: "copy", id: "9", of: 1 } },
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
