import { UnexpectedResponseError } from "../../timesheet/errors.ts";
import { expectArray, expectObject } from "../http/parse.ts";

/** The largest page that Tempo serves. */
const PAGE_SIZE = 5000;

export interface Page<Item> {
  results: Item[];
  metadata: { next?: string | null };
}

export function parsePage<Item, Result>(parse: (item: Item) => Result): (page: Page<Item>) => Page<Result> {
  return ({ results, metadata }) => ({
    results: expectArray(results, "its results").map(parse),
    metadata: expectObject(metadata, "its metadata"),
  });
}

/** An item that comes twice is kept once: worklogs logged meanwhile shift the pages. Pages may be smaller than requested. */
export async function allPages<Item>(
  fetchPage: (query: { offset: number; limit: number }) => Promise<Page<Item>>,
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const items = new Map<string, Item>();
  let offset = 0;
  for (;;) {
    const { results, metadata } = await fetchPage({ offset, limit: PAGE_SIZE });
    const known = items.size;
    for (const item of results) items.set(idOf(item), item);
    if (!metadata.next) return [...items.values()];
    if (items.size === known) {
      throw new UnexpectedResponseError(
        `Tempo announced another page of results but returned nothing new on it, after ${known} results. ` +
          "The list would be incomplete, so none is shown; ask for a shorter range.",
      );
    }
    offset += results.length;
  }
}
