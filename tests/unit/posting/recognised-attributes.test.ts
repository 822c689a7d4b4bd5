import fc from "fast-check";
import { expect, test } from "vitest";
import { valuesByKey } from "../../../src/timesheet/attributes.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { journalInMemory } from "../../../src/timesheet/ledger/records.ts";
import { pairUp } from "../../../src/timesheet/pair-up.ts";
import type { Attributes } from "../../../src/timesheet/port.ts";
import { matchResponse } from "../../../src/timesheet/posting/match-response.ts";
import { findDuplicates } from "../../../src/timesheet/posting/recognise.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { type Step, sent, stored } from "./steps.ts";
import { type Content, existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

const attributes = fc.dictionary(fc.constantFrom("account", "role"), fc.constantFrom("a", "b"));

/** Entries that differ in little, with values that the settings add to all of them. */
const batches = fc.record({
  entries: fc.array(fc.record({ attributes, hours: fc.constantFrom(1, 2) }), { minLength: 1, maxLength: 8 }),
  settings: attributes,
  seed: fc.integer(),
});

const withSettings = (
  { attributes: given = {}, ...entry }: Content,
  settings: Record<string, string>,
): Content => ({
  ...entry,
  attributes: { ...settings, ...given },
});

function shuffled<Item>(items: readonly Item[], seed: number): Item[] {
  const keyOf = (index: number) => Math.sin(seed + index * 7919);
  return items
    .map((item, index) => ({ item, key: keyOf(index) }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

const has = (content: Content, { attributes: given = {}, hours }: Content) =>
  content.hours === hours &&
  Object.entries(given).every(([key, value]) => content.attributes?.[key] === value);

test("all entries of a batch that is stored are found again, in whatever order, with a journal and without one", () => {
  fc.assert(
    fc.property(batches, fc.boolean(), ({ entries, settings, seed }, hasJournal) => {
      const existing = entries.map((entry, index) =>
        existingWorklog(`w${index}`, withSettings(entry, settings)),
      );
      const steps = entries.flatMap((entry, index): Step[] => [
        sent(entry),
        stored(index + 1, `w${index}`, withSettings(entry, settings)),
      ]);
      const ledger = new Ledger(journalInMemory(), virtualClock());
      if (hasJournal) for (const step of steps) step(ledger);
      const rows = shuffled(entries, seed).map(newWorklog);
      expect(findDuplicates(rows, existing, ledger).size).toBe(rows.length);
    }),
  );
});

test("no entry is found in a worklog of others that lacks a value that it gives", () => {
  const one = fc.record({ attributes, hours: fc.constantFrom(1, 2) });
  fc.assert(
    fc.property(fc.array(one), fc.array(one), (entries, worklogs) => {
      const rows = entries.map((entry) => ({ entry, row: newWorklog(entry) }));
      const existing = worklogs.map((content, index) => existingWorklog(`w${index}`, content));
      const ledger = new Ledger(journalInMemory(), virtualClock());
      const found = findDuplicates(
        rows.map(({ row }) => row),
        existing,
        ledger,
      );
      for (const { entry, row } of rows) {
        const index = existing.indexOf(found.get(row) as (typeof existing)[number]);
        if (index >= 0) expect(has(worklogs[index] as Content, entry)).toBe(true);
      }
      const most = pairUp(entries, worklogs, (entry, content) => has(content, entry)).size;
      expect(found.size).toBe(most);
    }),
  );
});

test("each entry of a response matches a worklog that has its values", () => {
  fc.assert(
    fc.property(batches, ({ entries, seed }) => {
      const rows = entries.map(newWorklog);
      const listed = shuffled(
        entries.map((entry, index) => storedWorklog(`w${index}`, entry)),
        seed,
      );
      const { matches, unmatched } = matchResponse(rows, listed);
      expect(unmatched.size).toBe(0);
      const valuesOf = (it: { attributes?: Attributes } = {}) => valuesByKey(it.attributes ?? []);
      expect(rows.map((row) => valuesOf(matches.get(row)))).toEqual(rows.map(valuesOf));
    }),
  );
});

test("as many are paired as can be", () => {
  const graph = fc.array(fc.array(fc.boolean(), { minLength: 5, maxLength: 5 }), { maxLength: 5 });
  fc.assert(
    fc.property(graph, (edges) => {
      const ones = edges.map((_, index) => index);
      const others = [0, 1, 2, 3, 4];
      const paired = pairUp(ones, others, (one, other) => edges[one]?.[other] === true);
      expect(new Set(paired.values()).size).toBe(paired.size);
      const most = (from: number, free: number[]): number =>
        from === ones.length
          ? 0
          : Math.max(
              most(from + 1, free),
              ...free
                .filter((other) => edges[from]?.[other])
                .map(
                  (other) =>
                    1 +
                    most(
                      from + 1,
                      free.filter((it) => it !== other),
                    ),
                ),
            );
      expect(paired.size).toBe(most(0, others));
    }),
  );
});
