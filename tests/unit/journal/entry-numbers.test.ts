import { describe, expect, test } from "vitest";
import {
  isOfLease,
  numbersOfLease,
  numbersWithoutLease,
} from "../../../src/timesheet/journal/entry-numbers.ts";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import { journalInMemory } from "../../../src/timesheet/journal/records.ts";
import { newWorklog } from "../posting/worklogs.ts";

const FIRST_WITHOUT_LEASE = 2 ** 52;

describe("the numbers of entries", () => {
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
    const journal = new Journal(journalInMemory(), { wallClock: () => 0 });
    journal.refresh(first);
    const numbers = [2, 3, 1].flatMap((count) => {
      const batch = journal.newBatch();
      const worklogs = Array.from({ length: count }, () => newWorklog());
      return [...journal.sending(worklogs, { batch, afterId: "0", again: () => [] }).values()];
    });
    expect(numbers).toEqual([0, 1, 2, 3, 4, 5].map((index) => first + index));
  });

  test("of a process without a lease do not raise those of one with a lease, which are random once leases have begun again", () => {
    const records = [FIRST_WITHOUT_LEASE + 8, 5].map((entry) => {
      const { issue, ...content } = newWorklog();
      const sent = { ...content, entry, issueId: issue.id, issueKey: issue.key, afterId: "0" };
      return { at: 0, type: "sending" as const, batch: entry, entries: [sent] };
    });
    const journal = new Journal(journalInMemory(records), { wallClock: () => 0 });
    journal.refresh(7);
    expect(journal.newBatch()).toBe(7);
    journal.refresh(5);
    expect(isOfLease(journal.newBatch())).toBe(false);
  });
});
