/**
 * Stands in for zod in the bundle: each schema is made when it is first used. The SDK defines some 1,600 for all that its
 * protocols may say, and a session needs about 150 of them. It is for reading: that is all the SDK does with its schemas here.
 */
import * as z from "zod";

z.config({
  // A function compiled for each schema that is met costs a start more than it saves a session.
  jitless: true,
  // Zod looks through each schema for cycles before its first use, so that it can read values that hold themselves, and
  // would make all of it for that. What comes as JSON holds no such values.
  memoizer: { alloc: (_schema, _payload, empty) => empty, guard() {}, attach() {} },
});

type Factory = (...args: never[]) => object;

/** Methods that make a schema of a schema, and so can wait as it does. */
const DERIVING = new Set<PropertyKey>([
  "catch",
  "catchall",
  "datetime",
  "default",
  "extend",
  "int",
  "max",
  "merge",
  "min",
  "nonnegative",
  "nullable",
  "omit",
  "optional",
  "or",
  "partial",
  "passthrough",
  "pick",
  "refine",
  "startsWith",
  "strict",
  "strip",
  "superRefine",
  "transform",
]);

/** A schema to be, and the schema once it is. */
interface Late {
  factory: Factory;
  args: never[];
  schema: Record<PropertyKey, unknown> | undefined;
}

function madeOf(late: Late): Record<PropertyKey, unknown> {
  late.schema ??= late.factory(...late.args) as Record<PropertyKey, unknown>;
  return late.schema;
}

/** What is asked of a late schema is asked of the schema. One set of traps for all: a start makes a thousand of these. */
const traps: ProxyHandler<Late> = {
  get(late, key) {
    if (!late.schema && DERIVING.has(key))
      return later((...args: never[]) => (madeOf(late)[key] as Factory)(...args));
    const schema = madeOf(late);
    const value = schema[key];
    return typeof value === "function" ? value.bind(schema) : value;
  },
  set: (late, key, value) => Reflect.set(madeOf(late), key, value),
  has: (late, key) => Reflect.has(madeOf(late), key),
  getPrototypeOf: (late) => Reflect.getPrototypeOf(madeOf(late)),
};

/** The same factory of schemas, in no haste. */
function later<Make extends Factory>(factory: Make): Make {
  return ((...args) => new Proxy<Late>({ factory, args, schema: undefined }, traps)) as Make;
}

export * from "zod";
export const array = later(z.array);
export const boolean = later(z.boolean);
export const custom = later(z.custom);
export const discriminatedUnion = later(z.discriminatedUnion);
export const intersection = later(z.intersection);
export const lazy = later(z.lazy);
export const literal = later(z.literal);
export const looseObject = later(z.looseObject);
export const number = later(z.number);
export const object = later(z.object);
export const optional = later(z.optional);
export const preprocess = later(z.preprocess);
export const record = later(z.record);
export const strictObject = later(z.strictObject);
export const string = later(z.string);
export const union = later(z.union);
export const unknown = later(z.unknown);
export const url = later(z.url);
const laterEnum = later(z.enum);
const laterNull = later(z.null);

export { laterEnum as enum, laterNull as null };
