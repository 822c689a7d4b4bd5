import { expect, test } from "vitest";
import { machineTime } from "../../../src/runtime/clock.ts";
import { ageOf, onSteadyClock } from "../../../src/state/file-writers.ts";
import { steadyClock } from "../../../src/timesheet/clock.ts";
import type { JournalRecord, JournalStore } from "../../../src/timesheet/ledger/records.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { gone } from "./journal-of.ts";

const NOW = 5_000_000;
const UPTIME = 1_000_000;

test.each<[what: string, boot: string | undefined, record: Parameters<typeof ageOf>[0], age: number]>([
  ["of this start is as old as the uptime says", "a", { at: NOW - 99, boot: "a", uptime: UPTIME - 5 }, 5],
  [
    "of this start is so whatever the clock was then",
    "a",
    { at: NOW + 99, boot: "a", uptime: UPTIME - 5 },
    5,
  ],
  [
    "of this start, before a snapshot was restored, is of now",
    "a",
    { at: NOW - 99, boot: "a", uptime: UPTIME + 5 },
    0,
  ],
  ["of another start is as old as the clock says", "a", { at: NOW - 99, boot: "b", uptime: UPTIME - 5 }, 99],
  ["of another start is never of the future", "a", { at: NOW + 99, boot: "b", uptime: UPTIME - 5 }, 0],
  ["of an earlier version is as old as the clock says", "a", { at: NOW - 99 }, 99],
  ["of an earlier version is never of the future", "a", { at: NOW + 99 }, 0],
  ["of an earlier version, where starts have no names", undefined, { at: NOW - 99 }, 99],
  ["without a name is the younger one, the uptime", undefined, { at: NOW - 99, uptime: UPTIME - 5 }, 5],
  ["without a name is the younger one, the clock", undefined, { at: NOW - 5, uptime: UPTIME - 99 }, 5],
  [
    "without a name is of now by the uptime, the clock was set",
    undefined,
    { at: NOW - 99, uptime: UPTIME },
    0,
  ],
  ["without a name is never of the future", undefined, { at: NOW + 99, uptime: UPTIME - 5 }, 0],
  ["of a longer uptime is of another start", undefined, { at: NOW - 99, uptime: UPTIME + 5 }, 99],
  ["of a machine that has no name is read by the clock", "a", { at: NOW - 99, uptime: UPTIME - 5 }, 99],
])("a record %s", (_, boot, record, age) => {
  expect(ageOf(record, NOW, { ...(boot !== undefined && { boot }), uptime: UPTIME })).toBe(age);
});

test("a record keeps the wall clock and the uptime, and comes back with its time on the steady clock", () => {
  const clock = virtualClock();
  const steady = steadyClock(clock);
  const kept: JournalRecord[] = [];
  const store: JournalStore = {
    readNew: () => kept.splice(0),
    append: (record) => void kept.push(record),
    hash: (comment) => comment,
  };
  const journal = onSteadyClock(store, clock);
  const at = steady.wallClock();
  clock.step(3_600_000);
  journal.append(gone(at, "1"));
  expect(kept).toEqual([{ ...gone(at + 3_600_000, "1"), ...clock.machine() }]);
  // A line that is cut off still has its type then.
  expect(Object.keys(kept[0] ?? {})[0]).toBe("type");
  clock.step(-7_200_000);
  clock.advance(1000);
  expect(journal.readNew()).toEqual([
    { ...gone(at, "1"), boot: "first", uptime: clock.machine().uptime - 1000 },
  ]);
});

test("a process has one steady clock", () => {
  const clock = virtualClock();
  const steady = steadyClock(clock);
  clock.step(3_600_000);
  expect([steadyClock(clock), steadyClock(steady)]).toEqual([steady, steady]);
  expect(steady.wallClock()).toBe(clock.wallClock() - 3_600_000);
});

test("the uptime of the machine goes on, and its start has one name", () => {
  const [one, other] = [machineTime(), machineTime()];
  expect(other.boot).toBe(one.boot);
  expect(other.uptime).toBeGreaterThanOrEqual(one.uptime);
  expect(other.uptime - one.uptime).toBeLessThan(10_000);
});
