import { UnexpectedReply } from "../timesheet/errors.ts";
import { list, object } from "./shape.ts";

/** A page as Tempo Cloud answers it. */
export interface Page<Item> {
  results: Item[];
  metadata: { next?: string };
}

/** Reads a page, each of its items by `read`. */
export function readPage<Item, Result>(read: (item: Item) => Result): (page: Page<Item>) => Page<Result> {
  return ({ results, metadata }) => ({
    results: list(results, "its results").map(read),
    metadata: object(metadata, "its metadata"),
  });
}

/** Everything behind a paged answer, in the order of its pages. */
export async function allPages<Item>(fetchPage: (offset: number) => Promise<Page<Item>>): Promise<Item[]> {
  const items: Item[] = [];
  for (;;) {
    const { results, metadata } = await fetchPage(items.length);
    items.push(...results);
    if (metadata.next === undefined) return items;
    if (results.length === 0) {
      throw new UnexpectedReply(
        `Tempo names a further page and then answers it empty, after ${items.length} results. ` +
          "The list would be incomplete, so none is shown; ask for a shorter range.",
      );
    }
  }
}
