import fc from "fast-check";
import { RRuleTemporal } from "rrule-temporal";
import { expect, test } from "vitest";
import { occurrencesOf, parseRule } from "../../../src/evidence/calendar/rule.ts";

const DAY_MS = 86_400_000;
const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"];

const some = <Item>(items: Item[], maxLength: number) => fc.subarray(items, { minLength: 1, maxLength });
const list = (from: number, to: number, maxLength: number) =>
  fc.uniqueArray(
    fc.integer({ min: from, max: to }).filter((number) => number !== 0),
    { minLength: 1, maxLength },
  );
const optional = <Item>(of: fc.Arbitrary<Item>) => fc.option(of, { nil: undefined, freq: 2 });

const byPlace = fc.tuple(fc.constantFrom("1", "2", "4", "-1", "-2"), fc.constantFrom(...WEEKDAYS));
const common = {
  INTERVAL: optional(fc.integer({ min: 1, max: 4 })),
  WKST: optional(fc.constantFrom("MO", "SU")),
  BYMONTH: optional(list(1, 12, 4)),
};
const positions = { BYSETPOS: fc.constant(undefined) as fc.Arbitrary<number[] | undefined> };

/** Rules that both read, without an end. A place is chosen only among days that the rule names, as RFC 5545 wants. */
const rules = fc
  .oneof(
    fc.record({ FREQ: fc.constant("DAILY"), ...common, ...positions, BYDAY: optional(some(WEEKDAYS, 5)) }),
    fc.record({ FREQ: fc.constant("DAILY"), ...common, BYMONTHDAY: optional(list(-31, 31, 5)) }),
    fc.record({ FREQ: fc.constant("WEEKLY"), ...common, BYDAY: optional(some(WEEKDAYS, 5)) }),
    fc.record({ FREQ: fc.constant("WEEKLY"), ...common, BYDAY: some(WEEKDAYS, 5), BYSETPOS: list(-2, 2, 2) }),
    fc.record({ FREQ: fc.constant("MONTHLY"), ...common, BYMONTHDAY: optional(list(-31, 31, 4)) }),
    fc.record({
      FREQ: fc.constant("MONTHLY"),
      ...common,
      BYDAY: fc.uniqueArray(
        byPlace.map((it) => it.join("")),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    fc.record({
      FREQ: fc.constant("MONTHLY"),
      ...common,
      BYDAY: some(WEEKDAYS, 5),
      BYSETPOS: optional(list(-4, 4, 3)),
    }),
    fc.record({
      FREQ: fc.constant("MONTHLY"),
      ...common,
      BYDAY: some(WEEKDAYS, 3),
      BYMONTHDAY: list(-31, 31, 9),
    }),
    fc.record({ FREQ: fc.constant("YEARLY"), ...common, BYMONTHDAY: optional(list(-31, 31, 3)) }),
    fc.record({
      FREQ: fc.constant("YEARLY"),
      ...common,
      BYDAY: fc.uniqueArray(
        byPlace.map((it) => it.join("")),
        { minLength: 1, maxLength: 3 },
      ),
    }),
    fc.record({
      FREQ: fc.constant("YEARLY"),
      INTERVAL: common.INTERVAL,
      BYYEARDAY: list(-366, 366, 4),
    }),
  )
  .map((parts) =>
    Object.entries(parts)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `${name}=${value}`)
      .join(";"),
  );

const written = (time: number) => new Date(time).toISOString().replaceAll(/[-:]|\.000/g, "");

const ends = fc.oneof(
  fc.constant({}),
  fc.record({ count: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ until: fc.integer({ min: 0, max: 1500 }) }),
) as fc.Arbitrary<{ count?: number; until?: number }>;

test("the times of a rule are those that another program finds by RFC 5545", { timeout: 300_000 }, () => {
  fc.assert(
    fc.property(
      rules,
      ends,
      fc.integer({ min: 0, max: 2500 }),
      fc.integer({ min: 0, max: 900 }),
      (rule, { count, until }, day, after) => {
        const begin = Date.UTC(2020, 0, 1, 10) + day * DAY_MS;
        // Only a start that the rule has itself is one that programs agree on.
        const first = oracle(rule, begin).between(new Date(begin), new Date(begin + 1500 * DAY_MS), true)[0];
        if (!first) return;
        const start = first.epochMilliseconds;
        const from = start + after * DAY_MS;
        const to = from + 90 * DAY_MS;
        const last = until === undefined ? undefined : start + until * DAY_MS;
        const whole = [
          rule,
          ...(count === undefined ? [] : [`COUNT=${count}`]),
          ...(last === undefined ? [] : [`UNTIL=${written(last)}`]),
        ].join(";");
        const parsed = parseRule(whole);
        const found = occurrencesOf(parsed, start, { from, to, ...(last !== undefined && { until: last }) });
        const expected = oracle(whole, start).between(new Date(from), new Date(to), true);
        expect(found.map(written), `${whole} from ${written(start)}`).toEqual(
          expected.map(({ epochMilliseconds }) => written(epochMilliseconds)),
        );
      },
    ),
    { numRuns: 1000 },
  );
});

function oracle(rule: string, start: number): RRuleTemporal {
  return new RRuleTemporal({
    rruleString: `DTSTART:${written(start)}\nRRULE:${rule}`,
    maxIterations: 100_000,
  });
}
