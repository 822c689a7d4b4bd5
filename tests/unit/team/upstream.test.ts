import { expect, test } from "vitest";
import { pauseOf } from "../../../src/team/upstream.ts";

test.each([
  ["names no time", undefined, 1000],
  ["names a time", 7000, 7000],
  ["names a time longer than a call takes", 3_600_000, 50_000],
])("all users wait after a 429 of Tempo that %s", (_, wait, milliseconds) => {
  const pauses: [site: string, milliseconds: number][] = [];
  const pause = (site: string, time: number) => void pauses.push([site, time]);
  pauseOf({ pause }, "https://team.atlassian.net")(wait);
  expect(pauses).toEqual([["https://team.atlassian.net", milliseconds]]);
});
