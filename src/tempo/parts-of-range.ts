import { addDays, countDays, type DateRange } from "../timesheet/dates.ts";
import { LargeResponseError } from "../timesheet/errors.ts";

/**
 * Reads a range part by part, each item once. Where a response is too large to be read, each half of the dates is asked for
 * instead, down to single dates.
 *
 * @param read the items of a range, in one part or more
 */
export async function* partsOfRange<Item extends { id: string }>(
  range: DateRange,
  read: (range: DateRange) => AsyncIterable<readonly Item[]>,
): AsyncGenerator<Item[]> {
  const known = new Set<string>();
  for await (const part of readOrHalve(range, read)) {
    // Parts that came before a response that is too large come again with the halves.
    yield part.filter(({ id }) => !known.has(id) && known.add(id));
  }
}

async function* readOrHalve<Part>(
  range: DateRange,
  read: (range: DateRange) => AsyncIterable<Part>,
): AsyncGenerator<Part> {
  try {
    yield* read(range);
  } catch (error) {
    if (!(error instanceof LargeResponseError) || countDays(range) <= 1) throw error;
    for (const half of halvesOf(range)) yield* readOrHalve(half, read);
  }
}

function halvesOf(range: DateRange): DateRange[] {
  const { startDate, endDate } = range;
  const middle = addDays(startDate, Math.floor(countDays(range) / 2) - 1);
  return [
    { startDate, endDate: middle },
    { startDate: addDays(middle, 1), endDate },
  ];
}
