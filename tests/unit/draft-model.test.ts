import { expect, test } from "vitest";
import { localTime, momentOf } from "../draft/local-time.ts";
import { unfairRounding } from "../draft/model/rounding.ts";

test.each<[string, Record<string, number>, Record<string, number>, boolean]>([
  ["shares that are steps", { A: 1800, B: 900 }, { A: 1800, B: 900 }, true],
  ["the larger remainder up", { A: 2000, B: 1600 }, { A: 1800, B: 1800 }, true],
  ["the smaller remainder up", { A: 2000, B: 1600 }, { A: 2700, B: 900 }, false],
  ["a small share given to the largest", { A: 3200, B: 400 }, { A: 3600 }, true],
  ["a small share kept", { A: 3200, B: 400 }, { A: 2700, B: 900 }, false],
  ["a rest for the largest", { A: 3000, B: 1000 }, { A: 3100, B: 900 }, true],
  ["a rest for another one", { A: 2000, B: 1000 }, { A: 1800, B: 1200 }, false],
  ["two steps too many", { A: 3600, B: 1800 }, { A: 1800, B: 3600 }, false],
  ["hours without a share", {}, { A: 900 }, false],
  ["of like remainders that of the larger share up", { A: 1350, B: 2250 }, { A: 900, B: 2700 }, true],
  ["of like remainders that of the smaller share up", { A: 1350, B: 2250 }, { A: 1800, B: 1800 }, false],
  ["of like shares the first one up", { A: 1350, B: 1350 }, { A: 1800, B: 900 }, true],
  ["of like shares the later one up", { A: 1350, B: 1350 }, { A: 900, B: 1800 }, false],
  ["a rest for the later one of like shares", { A: 950, B: 950 }, { A: 900, B: 1000 }, false],
])("rule 7: %s", (_, shares, drafted, isFair) => {
  const inOrder = Object.entries(shares).map(([key, seconds], first) => ({
    ...{ key, first },
    parts: BigInt(seconds),
  }));
  const allowed = { shares: inOrder, partsOfSecond: 1n, sum: 0 };
  const reason = unfairRounding(allowed, new Map(Object.entries(drafted)), 900);
  expect(reason === undefined).toBe(isFair);
});

test.each([
  ["2026-03-29", 150, "Europe/Berlin", "2026-03-29 03:00"],
  ["2026-03-29", 240, "Europe/Berlin", "2026-03-29 04:00"],
  ["2026-10-25", 150, "Europe/Berlin", "2026-10-25 02:30"],
  ["2026-04-24", 0, "Africa/Cairo", "2026-04-24 01:00"],
  ["2026-11-16", 570, "Asia/Kolkata", "2026-11-16 09:30"],
])("minute %s %i in %s is %s", (date, minute, zone, expected) => {
  const shown = localTime(momentOf(date, minute, zone), zone);
  expect(`${shown.date} ${shown.time}`).toBe(expected);
});
