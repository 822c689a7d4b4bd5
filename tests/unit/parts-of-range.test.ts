import { expect, test } from "vitest";
import { partsOfRange } from "../../src/tempo/parts-of-range.ts";
import { addDays, countDays, type DateRange, datesOf } from "../../src/timesheet/dates.ts";
import { LargeResponseError, UnavailableError } from "../../src/timesheet/errors.ts";

const START = "2026-01-01";
const TOO_LARGE = new LargeResponseError("too large");

const range = (days: number): DateRange => ({ startDate: START, endDate: addDays(START, days - 1) });

const itemsOf = (part: DateRange) => datesOf(part).map((id) => ({ id }));

/** Reads a range of so many days by an upstream that answers at most so many dates at once; each is the id of an item. */
async function read(days: number, most: number) {
  const asked: number[] = [];
  const parts: string[][] = [];
  const upstream = async function* answer(part: DateRange) {
    asked.push(countDays(part));
    if (countDays(part) > most) throw TOO_LARGE;
    yield itemsOf(part);
  };
  for await (const part of partsOfRange(range(days), upstream)) parts.push(part.map(({ id }) => id));
  return { asked, parts };
}

test.each([
  { days: 1, most: 1, asked: [1] },
  { days: 8, most: 8, asked: [8] },
  { days: 8, most: 4, asked: [8, 4, 4] },
  { days: 7, most: 3, asked: [7, 3, 4, 2, 2] },
  { days: 5, most: 1, asked: [5, 2, 1, 1, 3, 1, 2, 1, 1] },
  { days: 1096, most: 300, asked: [1096, 548, 274, 274, 548, 274, 274] },
])("of $days days, with answers of at most $most, asks for $asked days", async ({ days, most, asked }) => {
  const found = await read(days, most);
  expect(found.asked).toEqual(asked);
  expect(found.parts.flat()).toEqual(datesOf(range(days)));
  expect(Math.max(...found.parts.map(({ length }) => length))).toBeLessThanOrEqual(most);
});

test("passes each item on once, though what came before a response that is too large comes again", async () => {
  const upstream = async function* answer(part: DateRange) {
    yield itemsOf(part).slice(0, 2);
    if (countDays(part) > 2) throw TOO_LARGE;
  };
  const items: string[] = [];
  for await (const part of partsOfRange(range(4), upstream)) items.push(...part.map(({ id }) => id));
  expect(items).toEqual(datesOf(range(4)));
});

test("of a single date that is too large, and after any other failure, fails", async () => {
  await expect(read(1, 0)).rejects.toBe(TOO_LARGE);
  const failure = new UnavailableError("away");
  const asked: DateRange[] = [];
  const parts = partsOfRange(
    range(4),
    // biome-ignore lint/correctness/useYield: it fails before its first part
    async function* fail(part) {
      asked.push(part);
      throw failure;
    },
  );
  await expect(parts.next()).rejects.toBe(failure);
  expect(asked).toEqual([range(4)]);
});
