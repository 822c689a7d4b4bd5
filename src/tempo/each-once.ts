/** Removes repeated items from an upstream list; the last of several with the same id is kept. */
export function eachOnce<Item>(items: readonly Item[], idOf: (item: Item) => unknown): Item[] {
  return [...new Map(items.map((item) => [idOf(item), item])).values()];
}
