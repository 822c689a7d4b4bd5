/** One of the columns that a row may be paired with. */
export interface Edge<Column> {
  column: Column;
  /** A whole number, not below 0. */
  cost: number;
}

/**
 * Pairs rows with columns one to one in a way that costs least. Each row is added along the cheapest path of exchanges, so that the pairs of
 * the rows so far are a cheapest way at any time.
 *
 * @param edges of each row
 * @param unpaired the cost of a row without a column
 * @returns the column of each row; undefined for a row without one
 */
export function cheapestPairs<Column>(
  edges: readonly (readonly Edge<Column>[])[],
  unpaired: number,
): (Column | undefined)[] {
  const columnOf: (Column | undefined)[] = edges.map(() => undefined);
  const rowOf = new Map<Column, Edge<Column> & { row: number }>();
  // No exchange can be cheaper than a row's cheapest column, if that is free, so these rows come first.
  const left = edges.flatMap((ofRow, row) => {
    const least = Math.min(...ofRow.map(({ cost }) => cost));
    const free = ofRow.find(({ column, cost }) => cost === least && cost < unpaired && !rowOf.has(column));
    give(row, free);
    return free ? [] : [row];
  });
  left.forEach(exchange);
  return columnOf;

  function give(row: number, edge: Edge<Column> | undefined): void {
    columnOf[row] = edge?.column;
    if (edge) rowOf.set(edge.column, { ...edge, row });
  }

  /** Finds the cheapest path by correcting distances (Bellman and Ford): taking the column of another row gives its cost back. */
  function exchange(first: number): void {
    const distances = new Map([[first, 0]]);
    const cameBy = new Map<number, { row: number; edge: Edge<Column> }>();
    const queue = [first];
    let end: { cost: number; row: number; edge?: Edge<Column> } = { cost: unpaired, row: first };
    for (const row of queue) {
      const distance = distances.get(row) ?? 0;
      if (distance + unpaired < end.cost) end = { cost: distance + unpaired, row };
      for (const edge of edges[row] ?? []) {
        const cost = distance + edge.cost;
        const owner = rowOf.get(edge.column);
        if (!owner) {
          if (cost < end.cost) end = { cost, row, edge };
        } else if (cost - owner.cost < (distances.get(owner.row) ?? Number.POSITIVE_INFINITY)) {
          distances.set(owner.row, cost - owner.cost);
          cameBy.set(owner.row, { row, edge });
          queue.push(owner.row);
        }
      }
    }
    let { row, edge }: { row: number; edge?: Edge<Column> | undefined } = end;
    for (;;) {
      const came = cameBy.get(row);
      give(row, edge);
      if (!came) return;
      ({ row, edge } = came);
    }
  }
}
