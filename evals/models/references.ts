interface Reference {
  property: string;
  where: Record<string, unknown>;
  all: boolean;
}

/**
 * Replaces the references of a script by values from the results so far.
 *
 * @param results parsed, the oldest first
 * @throws if no result has what a reference asks for
 */
export function resolveReferences(value: unknown, results: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, results));
  if (typeof value !== "object" || value === null) return value;
  const reference = readReference(value as Record<string, unknown>);
  if (reference) return lookUp(reference, results);
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, resolveReferences(item, results)]),
  );
}

function readReference({ $take, $all, where = {} }: Record<string, unknown>): Reference | undefined {
  const property = $take ?? $all;
  if (typeof property !== "string") return undefined;
  return { property, where: where as Record<string, unknown>, all: $all !== undefined };
}

function lookUp({ property, where, all }: Reference, results: readonly unknown[]): unknown {
  for (const result of [...results].reverse()) {
    const found = objectsIn(result).filter(
      (it) =>
        Object.hasOwn(it, property) && Object.entries(where).every(([key, wanted]) => it[key] === wanted),
    );
    if (found.length > 0) return all ? found.flatMap((it) => it[property]) : found[0]?.[property];
  }
  throw new Error(`No result has ${property} where ${JSON.stringify(where)}`);
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== "object" || value === null) return [];
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)];
}
