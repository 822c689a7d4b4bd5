import fc from "fast-check";
import { expect } from "vitest";
import { inputSchemas, type Schema } from "../../../src/generated/schemas.ts";
import { LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { tools } from "../../../src/tools/index.ts";
import { TOOL_SETS } from "../../../src/tools/tool.ts";
import { openSession } from "../../helpers/session.ts";

/** Texts that fit a field, nearly fit it, or try to escape it. */
const TEXTS = [
  ..."2026-01-05 2026-01-06 2026-02-30 2024-02-29 9999-12-31 0000-00-00 2026-1-5 05.01.2026 tomorrow".split(
    " ",
  ),
  ..."PROJ-123 proj-7 OLD-5 NOPE-1 PROJ- -1 ../x ..%2fx PROJ-1/../../x 10123".split(" "),
  ..."1290000 0 -1 1e3 99999999999999999999 null true [] {}".split(" "),
  "",
  " ",
  "💥",
  "\u0000",
  "\ud800",
  "x".repeat(5000),
];

const NUMBERS = [0, -0, 0.1, 0.09999, 8, 24, 24.0001, 25, -1, 1e300, 1e-9, 1 / 3, 2 ** 53];

const scalar: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...TEXTS),
  fc.constantFrom(...NUMBERS),
  fc.boolean(),
  fc.constant(null),
  fc.string({ unit: "binary" }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

const anything: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 8, arbitrary: scalar },
  fc.array(scalar, { maxLength: 3 }),
  fc.dictionary(fc.string(), scalar, { maxKeys: 3 }),
);

/** Values that mostly match a schema: each property matches, is left out, or is something else. */
function fitting(schema: Schema): fc.Arbitrary<unknown> {
  switch (schema.type) {
    case "object":
      return mutated(
        fc.record(
          Object.fromEntries(
            Object.entries(schema.properties ?? {}).map(([name, property]) => [
              name,
              fc.oneof({ weight: 9, arbitrary: fitting(property) }, anything),
            ]),
          ),
          { requiredKeys: [] },
        ),
      );
    case "array":
      return fc.array(fc.oneof({ weight: 9, arbitrary: fitting(schema.items ?? {}) }, anything), {
        maxLength: 5,
      });
    case "number":
      return fc.oneof(fc.constantFrom(0.1, 0.5, 8, 24), fc.double({ min: 0.1, max: 24, noNaN: true }));
    case "boolean":
      return fc.boolean();
    default:
      return schema.pattern === undefined
        ? fc.constantFrom("PROJ-123", "proj-7", "1290000", "Review", "")
        : fc.constantFrom("2026-01-05", "2026-01-06");
  }
}

/** Objects that sometimes have an unknown property. */
function mutated(object: fc.Arbitrary<object>): fc.Arbitrary<object> {
  const names = fc.oneof(
    fc.constantFrom("isBillable", "start_date", "worklog", "comment", "constructor", "toString"),
    fc.string(),
  );
  return fc.oneof(
    { weight: 5, arbitrary: object },
    fc.tuple(object, names, scalar).map(([base, name, value]) => ({ ...base, [name]: value })),
  );
}

/**
 * Calls tools on both deployments with inputs derived from their schemas and mutations of them. Whatever they are, the result
 * is a readable error or a reply that matches the contract, and no hours are stored that the input does not contain.
 */
export async function fuzzInputs({ runs, seed }: { runs: number; seed: number }): Promise<void> {
  const sessions = {
    cloud: await openSession({ deployment: "cloud", toolSets: TOOL_SETS }),
    datacenter: await openSession({ deployment: "datacenter", toolSets: TOOL_SETS }),
  };
  const cases = fc.constantFrom(...tools).chain(({ name, input }) =>
    fc.record({
      deployment: fc.constantFrom("cloud" as const, "datacenter" as const),
      name: fc.constant(name),
      args: fitting(inputSchemas[input]),
    }),
  );
  const hoursNamed = (text: string) =>
    new Set((text.match(/"hours":[^,}]+/g) ?? []).map((it) => Math.round(Number(it.slice(8)) * 3600)));

  await fc.assert(
    fc.asyncProperty(cases, async ({ deployment, name, args }) => {
      const { call, sandbox, clock } = sessions[deployment];
      sandbox.state.worklogs.clear();
      // A worklog that was stored a moment ago counts, whether or not it is listed.
      clock.advance(LIST_LAG_MS + 1);
      const { isError, content, structuredContent } = await call(name, args as Record<string, unknown>);
      expect(content.length).toBe(1);
      if (isError && !structuredContent) {
        expect(content[0]?.text).toMatch(/^[A-Z`].{10,}\.$/s);
        expect(content[0]?.text).not.toMatch(/internal error|contract|undefined|\[object/);
        expect(sandbox.state.worklogs.size).toBe(0);
      }
      const named = hoursNamed(JSON.stringify(args));
      for (const { timeSpentSeconds, startDate } of sandbox.state.worklogs.values()) {
        expect(timeSpentSeconds).toBeGreaterThanOrEqual(360);
        expect(timeSpentSeconds).toBeLessThanOrEqual(86_400);
        expect(named).toContain(timeSpentSeconds);
        expect(startDate).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      }
    }),
    { numRuns: runs, seed },
  );
}
