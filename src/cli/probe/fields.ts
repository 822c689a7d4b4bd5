import type { ProbedField } from "../../generated/outputs.ts";
import { digitsOf, type Form, formsOfNumber, formsOfText, type Size, sizeOf, sortedSizes } from "./forms.ts";
import { documentedValue } from "./known-words.ts";
import type { Pseudonyms } from "./pseudonyms.ts";

type Order = NonNullable<ProbedField["order"]>;

/** The keys of elements whose order in a list may mean something. */
const ORDERED = new Set(
  "id tempoWorklogId startDate started date from dateFrom createdAt dateCreated updatedAt dateUpdated".split(
    " ",
  ),
);

/** Values that are nested more deeply are not looked at. */
export const MAX_DEPTH = 8;
const MAX_VALUES = 3;

/** The most fields of an answer; the official ones have about 60. */
const MAX_FIELDS = 300;

/** All that is seen at one path. */
class Seen {
  readonly types = new Set<ProbedField["types"][number]>();
  readonly forms = new Set<Form>();
  readonly sizes = new Set<Size>();
  readonly documented = new Set<NonNullable<ProbedField["documented"]>[number]>();
  readonly values = new Set<string>();
  readonly orders = new Set<Order>();
  count = 0;
  /** The number of its values that are objects. */
  objects = 0;
}

/** The fields of a body: what may be known of a site of its values, and nothing else. */
export function fieldsOf(
  body: unknown,
  names: Pseudonyms,
  origins: readonly string[],
): { fields: ProbedField[]; leftOut: number } {
  const seen = new Map<string, Seen>();
  const parents = new Map<string, string>();

  const at = (path: string): Seen => {
    const found = seen.get(path) ?? new Seen();
    seen.set(path, found);
    return found;
  };

  function walk(value: unknown, path: string, depth: number): void {
    const here = at(path);
    here.count += 1;
    if (Array.isArray(value)) {
      here.types.add("array");
      here.sizes.add(sizeOf(value.length));
      if (depth >= MAX_DEPTH) return;
      for (const element of value) walk(element, `${path}[]`, depth + 1);
      for (const key of ORDERED) noteOrder(value, key, `${path}[].${key}`);
    } else if (typeof value === "object" && value !== null) {
      here.types.add("object");
      here.objects += 1;
      if (depth >= MAX_DEPTH) return;
      for (const [key, item] of Object.entries(value)) {
        const child = `${path}.${names.ofKey(key)}`;
        parents.set(child, path);
        walk(item, child, depth + 1);
      }
    } else {
      noteScalar(value, path, here);
    }
  }

  function noteScalar(value: unknown, path: string, { types, forms, sizes, documented, values }: Seen): void {
    if (typeof value === "string") {
      types.add("string");
      const word = documentedValue(path, value);
      if (word !== undefined) return void documented.add(word);
      for (const form of formsOfText(value, origins)) forms.add(form);
      sizes.add(sizeOf(value.length));
      if (value !== "" && values.size < MAX_VALUES) values.add(names.ofValue(value));
    } else if (typeof value === "number") {
      types.add("number");
      for (const form of formsOfNumber(value)) forms.add(form);
      sizes.add(sizeOf(digitsOf(value)));
      if (values.size < MAX_VALUES) values.add(names.ofValue(value));
    } else if (typeof value === "boolean") {
      types.add("boolean");
      forms.add(value ? "true" : "false");
    } else {
      types.add("null");
    }
  }

  function noteOrder(elements: readonly unknown[], key: string, path: string): void {
    const here = seen.get(path);
    if (!here) return;
    const values = elements.flatMap((element) => {
      const value =
        typeof element === "object" &&
        element !== null &&
        Object.entries(element).find(([name]) => name === key);
      return value && (typeof value[1] === "string" || typeof value[1] === "number") ? [value[1]] : [];
    });
    if (values.length > 1) here.orders.add(orderOf(values));
  }

  walk(body, "body", 0);
  const paths = [...seen].sort(([a], [b]) => (a < b ? -1 : 1));
  const fields = paths.map(([path, it]): ProbedField => {
    const parent = parents.get(path);
    const possible = parent === undefined ? it.count : (seen.get(parent)?.objects ?? 0);
    return {
      path,
      types: [...it.types].sort(),
      presence: it.count === possible ? "always" : "sometimes",
      ...(it.forms.size > 0 && { forms: [...it.forms].sort() }),
      ...(it.sizes.size > 0 && { sizes: sortedSizes(it.sizes) }),
      ...(it.documented.size > 0 && { documented: [...it.documented].sort() }),
      ...(it.values.size > 0 && { values: [...it.values] }),
      ...(it.orders.size > 0 && { order: it.orders.size === 1 ? ([...it.orders][0] as Order) : "neither" }),
    };
  });
  return { fields: fields.slice(0, MAX_FIELDS), leftOut: Math.max(0, fields.length - MAX_FIELDS) };
}

function orderOf(values: readonly (string | number)[]): Order {
  const steps = values.slice(1).map((value, index) => compare(values[index] ?? value, value));
  if (steps.every((step) => step === 0)) return "all equal";
  if (steps.every((step) => step <= 0)) return "ascending";
  return steps.every((step) => step >= 0) ? "descending" : "neither";
}

function compare(a: string | number, b: string | number): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
