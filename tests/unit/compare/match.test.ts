import fc from "fast-check";
import { expect, test } from "vitest";
import { matchWorklogs, type SiteWorklog } from "../../../src/cli/compare/match.ts";
import { lenientComment } from "../../../src/timesheet/content.ts";

const HOUR = 3600;

/** A worklog of January 2026 in short, as in `5 foo` or `5 foo 2h Lead`: its day, comment, hours and role. */
function made(short: string, index: number): SiteWorklog {
  const [day = "", comment = "", hours = "1h", role] = short.split(" ");
  const seconds = Number(hours.slice(0, -1)) * HOUR;
  return {
    id: String(index),
    issueId: "1",
    date: `2026-01-${day.padStart(2, "0")}`,
    seconds,
    billableSeconds: seconds,
    comment,
    text: lenientComment(comment),
    attributes: new Map(role === undefined ? [] : [["role", { name: "Role", value: role, shown: role }]]),
  };
}

const shortOf = ({ date, comment, seconds, attributes }: SiteWorklog) =>
  [
    String(Number(date.slice(8))),
    comment,
    ...(seconds === HOUR && attributes.size === 0 ? [] : [`${seconds / HOUR}h`]),
    ...[...attributes.values()].map(({ value }) => value),
  ].join(" ");

/** The fate of each worklog, in short. */
function matched(ones: readonly SiteWorklog[], others: readonly SiteWorklog[]): string[] {
  const { pairs, missing, doubled, others: extra } = matchWorklogs(ones, others);
  return [
    ...pairs.map(({ one, other }) => `${shortOf(one)} is ${shortOf(other)}`),
    ...missing.map((one) => `${shortOf(one)} is missing`),
    ...doubled.map(({ other }) => `${shortOf(other)} is doubled`),
    ...extra.map((other) => `${shortOf(other)} is extra`),
  ].sort();
}

const CASES: Record<string, [first: string[], second: string[], expected: string[]]> = {
  "one of two that a third has become leaves the other a partner": [
    ["5 foo", "7 foo"],
    ["5 bar", "6 foo"],
    ["5 foo is 5 bar", "7 foo is 6 foo"],
  ],
  "the same in the other direction of time": [
    ["5 foo", "7 foo"],
    ["6 foo", "7 bar"],
    ["5 foo is 6 foo", "7 foo is 7 bar"],
  ],
  "one that became two leaves a partner for one of another content": [
    ["5 bar", "6 foo"],
    ["5 foo", "7 foo"],
    ["5 bar is 5 foo", "6 foo is 7 foo"],
  ],
  "a partner that another one has is none": [
    ["5 bar", "5 foo", "7 foo", "7 baz 2h"],
    ["5 bar", "6 foo", "7 qux 3h"],
    ["5 bar is 5 bar", "5 foo is 6 foo", "7 baz 2h is 7 qux 3h", "7 foo is missing"],
  ],
  "a shift and a change of the same worklog wait for a later step": [
    ["5 foo 2h", "5 foo 3h"],
    ["5 bar 3h", "6 foo 1h"],
    ["5 foo 2h is 6 foo", "5 foo 3h is 5 bar 3h"],
  ],
  "of two that are equal to one, that with its attribute is there": [
    ["5 foo", "5 foo 1h Lead"],
    ["5 foo 1h Lead"],
    ["5 foo 1h Lead is 5 foo 1h Lead", "5 foo is missing"],
  ],
  "one with another comment on another date is another one": [
    ["5 foo 8h"],
    ["6 bar 8h"],
    ["5 foo 8h is missing", "6 bar 8h is extra"],
  ],
  "without a comment, it is one of the same time": [
    ["5  8h", "5  3h", "8  8h"],
    ["6  8h", "9  7h"],
    ["5  3h is missing", "5  8h is 6  8h", "8  8h is missing", "9  7h is extra"],
  ],
  "one with the same comment and another time on another date is shifted": [
    ["5 foo 8h"],
    ["6 foo 7h"],
    ["5 foo 8h is 6 foo 7h"],
  ],
  "a lost one and a copy days later are no shift of all between them": [
    ["5 foo", "6 foo", "7 foo", "8 foo"],
    ["6 foo", "7 foo", "8 foo", "8 foo"],
    ["5 foo is missing", "6 foo is 6 foo", "7 foo is 7 foo", "8 foo is 8 foo", "8 foo is doubled"],
  ],
  "a lost one and a copy days before are none either, where there are two of each": [
    ["5 foo", "6 foo", "7 foo", "8 foo", "8 foo"],
    ["5 foo", "5 foo", "5 foo", "6 foo", "7 foo"],
    [
      "5 foo is 5 foo",
      "5 foo is doubled",
      "5 foo is doubled",
      "6 foo is 6 foo",
      "7 foo is 7 foo",
      "8 foo is missing",
      "8 foo is missing",
    ],
  ],
  "a lost one and a copy four days before are none": [
    ["5 foo", "6 foo", "7 foo", "8 foo", "9 foo"],
    ["5 foo", "5 foo", "6 foo", "7 foo", "8 foo"],
    [
      "5 foo is 5 foo",
      "5 foo is doubled",
      "6 foo is 6 foo",
      "7 foo is 7 foo",
      "8 foo is 8 foo",
      "9 foo is missing",
    ],
  ],
  "two lost ones are as many as the copies at the end of the days between them": [
    ["5 foo", "5 foo", "6 foo", "6 foo", "7 foo", "8 foo"],
    ["6 foo", "6 foo", "6 foo", "7 foo", "8 foo", "8 foo"],
    [
      "5 foo is 6 foo",
      "5 foo is missing",
      "6 foo is 6 foo",
      "6 foo is 6 foo",
      "7 foo is 7 foo",
      "8 foo is 8 foo",
      "8 foo is doubled",
    ],
  ],
  "one that lost its comment on a day with an equal one without is changed, and no copy of that": [
    ["5  4h", "5 foo 4h", "6  4h"],
    ["5  4h", "5  4h", "6  4h"],
    ["5  4h is 5  4h", "5 foo 4h is 5  4h", "6  4h is 6  4h"],
  ],
  "one whose time became that of an equal one of the day is changed, and no copy of that": [
    ["5 foo 1h", "5 foo 2h", "6 foo 2h"],
    ["5 foo 2h", "5 foo 2h", "6 foo 2h"],
    ["5 foo 2h is 5 foo 2h", "5 foo is 5 foo 2h", "6 foo 2h is 6 foo 2h"],
  ],
  "one that is lost beside a copy of one with another comment is missing": [
    ["5 foo", "5 bar"],
    ["5 bar", "5 bar"],
    ["5 bar is 5 bar", "5 bar is doubled", "5 foo is missing"],
  ],
  "one that is lost where the next day has a copy of one with its comment is missing": [
    ["5 foo 1h", "6 foo 2h"],
    ["6 foo 2h", "6 foo 2h"],
    ["5 foo is missing", "6 foo 2h is 6 foo 2h", "6 foo 2h is doubled"],
  ],
  "a lost one and a further one of another comment days later are no shifts and a change": [
    ["5 foo", "6 foo", "7 foo", "8 foo"],
    ["6 foo", "7 foo", "8 foo", "8 bar"],
    ["5 foo is missing", "6 foo is 6 foo", "7 foo is 7 foo", "8 bar is extra", "8 foo is 8 foo"],
  ],
  "those of days in a row that are shifted to a date without one stay shifts": [
    ["5 foo", "6 foo", "7 foo"],
    ["6 foo", "7 foo", "8 foo", "8 foo"],
    ["5 foo is 6 foo", "6 foo is 7 foo", "7 foo is 8 foo", "8 foo is doubled"],
  ],
  "those that are all moved by a day are shifts, although one date has more equal ones then": [
    ["11 foo", "12 foo", "12 foo", "13 foo", "14 foo", "14 foo"],
    ["10 foo", "11 foo", "11 foo", "12 foo", "13 foo", "13 foo"],
    [
      "11 foo is 10 foo",
      "12 foo is 11 foo",
      "12 foo is 11 foo",
      "13 foo is 12 foo",
      "14 foo is 13 foo",
      "14 foo is 13 foo",
    ],
  ],
  "one that is shifted to the date of an equal one makes no copy of it": [
    ["5 foo", "6 foo"],
    ["6 foo", "6 foo"],
    ["5 foo is 6 foo", "6 foo is 6 foo"],
  ],
};

test.each(Object.entries(CASES))("%s, whatever the order", (_, [first, second, expected]) => {
  const [ones, others] = [first.map(made), second.map(made)];
  for (const [a, b] of [
    [ones, others],
    [ones.toReversed(), others],
    [ones, others.toReversed()],
    [ones.toReversed(), others.toReversed()],
  ] as const)
    expect(matched(a, b)).toEqual(expected);
});

test("the order of worklogs changes nothing, and each is named once", () => {
  const short = fc
    .tuple(
      fc.integer({ min: 4, max: 9 }),
      fc.constantFrom("foo", "bar"),
      fc.constantFrom("1h", "2h"),
      fc.constantFrom("", " Lead"),
    )
    .map(([day, comment, hours, role]) => `${day} ${comment} ${hours}${role}`);
  const side = fc.array(short, { maxLength: 7 }).map((all) => all.map(made));
  const shuffled = side.chain((all) =>
    fc.shuffledSubarray(all, { minLength: all.length }).map((others) => ({ all, others })),
  );
  fc.assert(
    fc.property(shuffled, shuffled, (first, second) => {
      const result = matchWorklogs(first.all, second.all);
      expect(matchWorklogs(first.others, second.others)).toEqual(result);
      expect([
        result.pairs.length + result.missing.length,
        result.pairs.length + result.doubled.length + result.others.length,
      ]).toEqual([first.all.length, second.all.length]);
    }),
    { numRuns: 1000 },
  );
});
