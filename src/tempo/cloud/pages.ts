import { UnexpectedResponseError } from "../../timesheet/errors.ts";
import { eachOnce } from "../fields.ts";
import { expectArray, expectObject } from "../http/parse.ts";

/** The largest page that Tempo serves. */
const PAGE_SIZE = 5000;

interface Page<Item> {
  results: Item[];
  metadata: { limit?: number; next?: string | null };
}

export function parsePage<Item, Result>(parse: (item: Item) => Result): (page: Page<Item>) => Page<Result> {
  return ({ results, metadata }) => ({
    results: expectArray(results, "its results").map(parse),
    metadata: expectObject(metadata, "its metadata"),
  });
}

export type FetchPage<Item> = (query: { offset: number; limit: number }) => Promise<Page<Item>>;

/** Everything in a paged list, each item once. @throws UnexpectedResponseError as `eachPage` does */
export async function allPages<Item>(
  fetchPage: FetchPage<Item>,
  idOf: (item: Item) => string,
): Promise<Item[]> {
  const pages: Item[][] = [];
  for await (const page of eachPage(fetchPage, idOf)) pages.push(page);
  return eachOnce(pages.flat(), idOf);
}

/**
 * The pages of a list. What is logged meanwhile shifts them, so that an item may come twice. A server may serve smaller pages than
 * requested, and may leave out the announcement of the next one: after a full page, one more is requested.
 *
 * @throws UnexpectedResponseError if a page announces another but brings nothing new: the list would be incomplete or endless
 */
export async function* eachPage<Item>(
  fetchPage: FetchPage<Item>,
  idOf: (item: Item) => string,
): AsyncGenerator<Item[]> {
  const ids = new Set<string>();
  let offset = 0;
  for (;;) {
    const { results, metadata } = await fetchPage({ offset, limit: PAGE_SIZE });
    const known = ids.size;
    for (const item of results) ids.add(idOf(item));
    const isNew = ids.size > known;
    if (!isNew && metadata.next) {
      throw new UnexpectedResponseError(
        `Tempo announced another page of results but returned nothing new on it, after ${known} results. ` +
          "The list would be incomplete, so none is shown; ask for a shorter range.",
      );
    }
    yield results;
    if (!isNew || !(metadata.next || isFull(results, metadata))) return;
    offset += results.length;
  }
}

function isFull(results: unknown[], { limit }: Page<unknown>["metadata"]): boolean {
  return results.length >= (typeof limit === "number" && limit > 0 ? limit : PAGE_SIZE);
}
