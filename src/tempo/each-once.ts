/** What upstream lists, each item once: a list may repeat one. Of equal ids the last counts. */
export function eachOnce<Item>(items: readonly Item[], idOf: (item: Item) => unknown): Item[] {
  return [...new Map(items.map((item) => [idOf(item), item])).values()];
}
