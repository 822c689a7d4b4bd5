import { expect, test } from "vitest";
import type { NewWorklog, StoredWorklog } from "../../../src/timesheet/port.ts";
import { mostAlike } from "../../../src/timesheet/posting/match-response.ts";

type Worklog = [seconds: number, comment: string];

test.each<[behaviour: string, wanted: Worklog[], found: Worklog[], pairs: [number, number][]]>([
  ["nothing is paired with nothing", [[3600, "a"]], [], []],
  [
    "equal ones are paired in order",
    [
      [3600, "a"],
      [3600, "a"],
    ],
    [
      [3600, "a"],
      [3600, "a"],
    ],
    [
      [0, 0],
      [1, 1],
    ],
  ],
  [
    "the longer common start of two comments decides before the duration",
    [[3600, "Review of the login"]],
    [
      [3600, "Release"],
      [7200, "Review"],
    ],
    [[0, 1]],
  ],
  [
    "a common start counts up to the first difference",
    [[3600, "Review of it"]],
    [
      [3600, "Re-view of it"],
      [3600, "Rev: of it"],
    ],
    [[0, 1]],
  ],
  [
    "the duration decides between comments that are equally alike",
    [[3600, "a"]],
    [
      [3000, "x"],
      [4000, "y"],
      [5000, "z"],
    ],
    [[0, 1]],
  ],
  [
    "the distance of a duration counts, in whatever direction",
    [[3600, "a"]],
    [
      [1800, "x"],
      [4000, "y"],
    ],
    [[0, 1]],
  ],
  [
    "an equal comment is more alike than one that only begins with it",
    [[3600, "Login"]],
    [
      [3600, "Login flow"],
      [7200, "Login"],
    ],
    [[0, 1]],
  ],
  [
    "a comment that storing has changed is as alike as an equal one, so the duration decides",
    [[3600, "a & b"]],
    [
      [7200, "a & b"],
      [3600, "<p>a &amp; b</p>"],
    ],
    [[0, 1]],
  ],
  [
    "Tempo's filler text is as alike as no comment",
    [[3600, ""]],
    [
      [3600, "Review"],
      [7200, "Working on issue PROJ-1"],
    ],
    [[0, 1]],
  ],
  [
    "as many are paired as there are of the fewer: the most alike ones",
    [
      [3600, "Review"],
      [3600, "Login"],
      [3600, "Meeting"],
    ],
    [
      [3600, "Meet"],
      [3600, "Log"],
    ],
    [
      [1, 1],
      [2, 0],
    ],
  ],
  [
    "what is left is paired, however different",
    [
      [3600, "Review"],
      [3600, "Login"],
    ],
    [
      [9000, "x"],
      [3600, "Review"],
    ],
    [
      [0, 1],
      [1, 0],
    ],
  ],
])("%s", (_, wanted, found, pairs) => {
  const toWorklog = ([seconds, comment]: Worklog) => ({ seconds, comment });
  const sent = wanted.map(toWorklog) as NewWorklog[];
  const stored = found.map(toWorklog) as StoredWorklog[];
  const paired = mostAlike(sent, stored).map(([a, b]) => [sent.indexOf(a), stored.indexOf(b)]);
  expect(paired.sort()).toEqual(pairs);
});
