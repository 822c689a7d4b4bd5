import { describe, expect, test } from "vitest";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { isOfLease, numbersOfLease, numbersWithoutLease } from "../../../src/timesheet/ledger/numbers.ts";
import {
  type JournalRecord,
  journalInMemory,
  type NewIntent,
} from "../../../src/timesheet/ledger/records.ts";

const FIRST_WITHOUT_LEASE = 2 ** 52;

const STATUS: NewIntent = { op: "status", period: "2026-01-01", from: "open", effect: "submitted" };

describe("the numbers of intents", () => {
  test("begin a million after those of the lease before", () => {
    expect([0, 1, 2].map(numbersOfLease)).toEqual([1, 1_000_001, 2_000_001]);
  });

  test("without a lease are random, above those of all leases, with room for more", () => {
    const numbers = Array.from({ length: 50 }, numbersWithoutLease);
    expect(new Set(numbers).size).toBe(50);
    for (const number of numbers) {
      expect(number).toBeGreaterThanOrEqual(FIRST_WITHOUT_LEASE);
      expect(Number.isSafeInteger(number + 7)).toBe(true);
      expect(number % 8).toBe(0);
    }
  });

  test.each([
    [numbersOfLease(1), true],
    [FIRST_WITHOUT_LEASE - 1, true],
    [FIRST_WITHOUT_LEASE, false],
    [numbersWithoutLease(), false],
  ])("%i is of a lease: %s", (number, expected) => {
    expect(isOfLease(number)).toBe(expected);
  });

  test.each([
    ["of a lease", numbersOfLease(7)],
    ["without a lease", FIRST_WITHOUT_LEASE + 8],
  ])("%s ascend from batch to batch", (_, first) => {
    const ledger = new Ledger(journalInMemory(), { wallClock: () => 0 });
    ledger.refresh(first);
    const numbers = [2, 3, 1].flatMap((count) => ledger.intend(Array(count).fill(STATUS)));
    expect(numbers.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5].map((index) => first + index));
  });

  test("of a process without a lease do not raise those of one with a lease, which are random once leases have begun again", () => {
    const records = [FIRST_WITHOUT_LEASE + 8, 5].map(
      (number): JournalRecord => ({
        ...{ at: 0, type: "intent", batch: number, intents: [{ number, ...STATUS }] },
      }),
    );
    const ledger = new Ledger(journalInMemory(records), { wallClock: () => 0 });
    ledger.refresh(7);
    expect(ledger.nextNumber()).toBe(7);
    ledger.refresh(5);
    expect(isOfLease(ledger.nextNumber())).toBe(false);
  });
});
