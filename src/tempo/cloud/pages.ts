import { UnexpectedResponseError } from "../../timesheet/errors.ts";
import { expectArray, expectObject } from "../http/parse.ts";

/** A page as Tempo Cloud answers it. */
export interface Page<Item> {
  results: Item[];
  metadata: { next?: string | null };
}

/** Reads a page, each of its items by `read`. */
export function readPage<Item, Result>(read: (item: Item) => Result): (page: Page<Item>) => Page<Result> {
  return ({ results, metadata }) => ({
    results: expectArray(results, "its results").map(read),
    metadata: expectObject(metadata, "its metadata"),
  });
}

/**
 * Everything behind a paged answer, each item once: what is booked meanwhile shifts the pages, and then one comes twice.
 *
 * @throws UnexpectedReply where a further page brings nothing new, so that the list would end unfinished or never
 */
export async function allPages<Item>(
  fetchPage: (offset: number) => Promise<Page<Item>>,
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const items = new Map<string, Item>();
  let offset = 0;
  for (;;) {
    const { results, metadata } = await fetchPage(offset);
    const known = items.size;
    for (const item of results) items.set(idOf(item), item);
    if (!metadata.next) return [...items.values()];
    if (items.size === known) {
      throw new UnexpectedResponseError(
        `Tempo names a further page and then answers nothing new on it, after ${known} results. ` +
          "The list would be incomplete, so none is shown; ask for a shorter range.",
      );
    }
    offset += results.length;
  }
}
