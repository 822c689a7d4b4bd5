import fc from "fast-check";
import { expect, test } from "vitest";
import * as zod from "zod";

/** What the protocol's schemas are made of, with what the SDK derives from them while it loads. */
function schemaOf(z: typeof zod) {
  const meta = z.looseObject({ token: z.union([z.string(), z.number().int()]).optional() });
  const base = z.object({ _meta: meta.optional(), name: z.string() });
  const titled = base.extend({ title: z.string().max(3).nullable().default(null) });
  const text = z.object({ ...titled.shape, type: z.literal("text"), list: z.array(z.boolean()).catch([]) });
  const image = titled.merge(z.object({ type: z.literal("image"), more: z.record(z.string(), z.unknown()) }));
  const kinds = z.discriminatedUnion("type", [text, image.strict()]);
  const tree: zod.ZodType = z.lazy(() => z.union([z.null(), z.array(tree)]));
  const level = z.preprocess((value) => value ?? "info", z.enum(["info", "error"]));
  const rules = z
    .intersection(z.object({ level }), z.object({ tree: z.optional(tree) }))
    .refine(({ level }) => level === "info", "only info")
    .transform((value) => ({ ...value, seen: true }));
  return z.union([
    kinds,
    rules,
    z.number().min(3),
    z.object({ a: z.string() }).partial().catchall(z.number()),
  ]);
}

const anything = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("text", "image", "info", "error", "", "abcd", null, true, 1, 2.5, 7),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom("type", "name", "title", "list", "more", "level", "tree", "_meta", "token", "a", "b"),
      tie("value"),
      { maxKeys: 6 },
    ),
  ),
})).value;

const valid = fc.constantFrom(
  { type: "text", name: "n", list: 7 },
  { type: "image", name: "n", title: "abc", more: { a: [1] }, _meta: { token: 3, b: 1 } },
  { level: null, tree: [[], null] },
);

// Zod's own answers come first: the stand-in configures the one zod that there is.
const zods = schemaOf(zod);
const read = fc
  .sample(fc.oneof(anything, valid), { numRuns: 5000, seed: 20260115 })
  .map((value) => ({ value, result: zods.safeParse(value) }));
const lazyZod = await import("../../scripts/build/lazy-zod.ts");

test("the zod of the bundle, which makes its schemas late, reads and refuses what zod does, in the same words", () => {
  const late = schemaOf(lazyZod as unknown as typeof zod);
  for (const { value, result } of read) {
    const lateResult = late.safeParse(value);
    expect(lateResult, JSON.stringify(value)).toEqual(result);
    expect(lateResult.error?.issues).toEqual(result.error?.issues);
  }
  const taken = read.filter(({ result }) => result.success).length;
  expect(Math.min(taken, read.length - taken)).toBeGreaterThan(1000);
});

test("a schema is made when something of it is asked for, and not before", () => {
  // One of nothing cannot be made.
  const nothing = null as unknown as string[];
  expect(() => zod.enum(nothing)).toThrow();
  const impossible = lazyZod.enum(nothing);
  const schema = lazyZod.object({ a: impossible.optional() }).extend({ b: lazyZod.array(impossible) });
  expect(schema.shape.b.safeParse("no array").success).toBe(false);
  expect(() => schema.shape.b.safeParse([1])).toThrow("null");
});

test("what is asked of a late schema is the schema's own", () => {
  const schema = lazyZod.object({ name: lazyZod.string() });
  expect(schema instanceof zod.ZodObject).toBe(true);
  expect("shape" in schema).toBe(true);
  expect(schema.def.type).toBe("object");
  expect(Object.keys(schema.shape)).toEqual(["name"]);
  // Made once.
  expect(schema.shape).toBe(schema.shape);
  expect(Reflect.getPrototypeOf(schema)).toBe(Reflect.getPrototypeOf(zod.object({})));
  Object.assign(schema, { note: "kept" });
  expect(Reflect.get(schema, "note")).toBe("kept");
});
