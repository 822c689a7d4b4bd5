import { describe, expect, test } from "vitest";
import { matchExisting } from "../../../src/timesheet/posting/match-existing.ts";
import { build, existingWorklog, type Named, nameOf, newWorklog } from "./worklogs.ts";

/** A row: what was sent, what has appeared in Tempo since, and what is what. */
interface Row {
  /** Entries of unknown outcome. */
  unknown?: Named;
  /** Entries that were sent again, which may be stored twice. */
  resent?: Named;
  /** Entries that were sent and are settled. */
  settled?: Named;
  /** The listed worklogs by id. */
  found: Named;
  /** Entries that are stored, with the id. */
  stored?: Record<string, string>;
  /** Entries that were sent again, with the id of the duplicate. */
  late?: Record<string, string>;
  /** Entries that these ids may be. */
  ambiguous?: Record<string, string[]>;
  /** Ids that belong to no entry. */
  others?: string[];
}

type Table = [behaviour: string, row: Row][];

const A = { comment: "a" };
const B = { comment: "b" };
const X = { comment: "changed by Tempo" };

const ONE_ENTRY: Table = [
  [
    "an entry is stored if an equal worklog has appeared",
    { unknown: { A }, found: { w1: A }, stored: { A: "w1" } },
  ],
  ["an entry is not stored if nothing has appeared", { unknown: { A }, found: {} }],
  [
    "an equal worklog is claimed before one with another comment",
    { unknown: { A }, found: { w1: B, w2: A }, stored: { A: "w2" }, others: ["w1"] },
  ],
  [
    "an equal worklog is claimed before one that is not billable",
    { unknown: { A }, found: { w1: { ...A, billable: false }, w2: A }, stored: { A: "w2" }, others: ["w1"] },
  ],
  [
    "of two equal worklogs, one is claimed and the other belongs to no entry",
    { unknown: { A }, found: { w1: A, w2: A }, stored: { A: "w1" }, others: ["w2"] },
  ],
  [
    "line ends and surrounding whitespace of a comment make no difference",
    {
      unknown: { A: { comment: "one\ntwo" } },
      found: { w1: { comment: "one" }, w2: { comment: " one\r\ntwo " } },
      stored: { A: "w2" },
      others: ["w1"],
    },
  ],
  [
    "hours are equal if replies show them alike",
    { unknown: { A: { hours: 1 / 3 } }, found: { w1: { hours: 0.33 } }, stored: { A: "w1" } },
  ],
  [
    "a worklog with another comment is claimed if there is no equal one",
    { unknown: { A }, found: { w1: X }, stored: { A: "w1" } },
  ],
  [
    "a worklog that is not billable is claimed if there is no equal one",
    { unknown: { A }, found: { w1: { ...A, billable: false } }, stored: { A: "w1" } },
  ],
  [
    "of several worklogs with other comments, the first is claimed",
    { unknown: { A }, found: { w1: X, w2: B }, stored: { A: "w1" }, others: ["w2"] },
  ],
  [
    "a worklog on another issue is not claimed",
    { unknown: { A }, found: { w1: { ...A, issue: "2" } }, others: ["w1"] },
  ],
  [
    "a worklog of another date is not claimed",
    { unknown: { A }, found: { w1: { ...A, date: "2026-01-06" } }, others: ["w1"] },
  ],
  [
    "an entry is ambiguous if a worklog of another duration has appeared on its issue and date",
    { unknown: { A }, found: { w1: { ...A, hours: 2 } }, ambiguous: { A: ["w1"] }, others: ["w1"] },
  ],
  [
    "an entry is ambiguous if its duration may have been rounded",
    {
      unknown: { A: { hours: 0.33 } },
      found: { w1: { hours: 0.32 } },
      ambiguous: { A: ["w1"] },
      others: ["w1"],
    },
  ],
  [
    "an ambiguous entry names every worklog that it may be",
    {
      unknown: { A },
      found: { w1: { hours: 2 }, w2: { hours: 3 } },
      ambiguous: { A: ["w1", "w2"] },
      others: ["w1", "w2"],
    },
  ],
  [
    "a stored entry is not ambiguous, whatever else has appeared",
    { unknown: { A }, found: { w1: A, w2: { hours: 2 } }, stored: { A: "w1" }, others: ["w2"] },
  ],
];

const SEVERAL_ENTRIES: Table = [
  [
    "each entry claims the worklog that equals it, in whatever order they appear",
    { unknown: { A, B }, found: { w1: B, w2: A }, stored: { A: "w2", B: "w1" } },
  ],
  [
    "two equal entries claim two equal worklogs",
    { unknown: { A, B: A }, found: { w1: A, w2: A }, stored: { A: "w1", B: "w2" } },
  ],
  [
    "of two equal entries, one is stored if one worklog has appeared",
    { unknown: { A, B: A }, found: { w1: A }, stored: { A: "w1" } },
  ],
  [
    "entries on different issues and dates do not claim each other's worklogs",
    {
      unknown: { A: { issue: "2" }, B: { date: "2026-01-06" } },
      found: { w1: { date: "2026-01-06" }, w2: { issue: "2" } },
      stored: { A: "w2", B: "w1" },
    },
  ],
  [
    "an entry does not claim by its duration what equals another entry",
    { unknown: { A, B }, found: { w1: B }, stored: { B: "w1" } },
  ],
  [
    "an entry claims a worklog with another comment after the others have claimed their equals",
    { unknown: { A, B }, found: { w1: X, w2: A }, stored: { A: "w2", B: "w1" } },
  ],
  [
    "two entries that only their comments distinguish are both ambiguous if one worklog with a changed comment has appeared",
    { unknown: { A, B }, found: { w1: X }, ambiguous: { A: ["w1"], B: ["w1"] }, others: ["w1"] },
  ],
  [
    "two entries that only billable time distinguishes are both ambiguous if one worklog with a changed comment has appeared",
    {
      unknown: { A, B: { ...A, billable: false } },
      found: { w1: X },
      ambiguous: { A: ["w1"], B: ["w1"] },
      others: ["w1"],
    },
  ],
  [
    "two entries that only their comments distinguish are both stored if two worklogs with changed comments have appeared",
    { unknown: { A, B }, found: { w1: X, w2: X }, stored: { A: "w1", B: "w2" } },
  ],
  [
    "what appeared beyond as many worklogs as entries belongs to no entry",
    { unknown: { A, B }, found: { w1: X, w2: X, w3: X }, stored: { A: "w1", B: "w2" }, others: ["w3"] },
  ],
  [
    "of two equal entries, one is stored if one worklog with a changed comment has appeared",
    { unknown: { A, B: A }, found: { w1: X }, stored: { A: "w1" } },
  ],
  [
    "of three equal entries, two are stored if two worklogs with changed comments have appeared",
    { unknown: { A, B: A, C: A }, found: { w1: X, w2: X }, stored: { A: "w1", B: "w2" } },
  ],
  [
    "three entries of which two are equal are all ambiguous if two worklogs with changed comments have appeared",
    {
      unknown: { A, B: A, C: B },
      found: { w1: X, w2: X },
      ambiguous: { A: ["w1", "w2"], B: ["w1", "w2"], C: ["w1", "w2"] },
      others: ["w1", "w2"],
    },
  ],
  [
    "an entry claims what storing may have made of it, and competes with none for it",
    { unknown: { A, B }, found: { w1: { comment: "<p>b</p>" } }, stored: { B: "w1" } },
  ],
  [
    "an entry that has claimed what storing made of it claims nothing else",
    {
      unknown: { A },
      found: { w1: X, w2: { comment: "<p>a</p>" } },
      stored: { A: "w2" },
      others: ["w1"],
    },
  ],
  [
    "an entry that is not billable competes for billable time with the same comment",
    {
      unknown: { A: { ...A, billable: false }, B },
      found: { w1: A },
      ambiguous: { A: ["w1"], B: ["w1"] },
      others: ["w1"],
    },
  ],
  [
    "entries of different durations do not compete for a worklog with a changed comment",
    { unknown: { A, B: { ...B, hours: 2 } }, found: { w1: X }, stored: { A: "w1" } },
  ],
  [
    "entries of different durations are both ambiguous if a worklog of a third duration has appeared",
    {
      unknown: { A, B: { ...B, hours: 2 } },
      found: { w1: { hours: 3 } },
      ambiguous: { A: ["w1"], B: ["w1"] },
      others: ["w1"],
    },
  ],
  [
    "only the entries of the worklog's issue and date are ambiguous",
    {
      unknown: { A, B: { issue: "2" }, C: { date: "2026-01-06" } },
      found: { w1: { hours: 3 } },
      ambiguous: { A: ["w1"] },
      others: ["w1"],
    },
  ],
];

const SENT_AGAIN: Table = [
  [
    "a worklog that equals an entry sent again is its late duplicate",
    { resent: { A }, found: { w1: A }, late: { A: "w1" } },
  ],
  [
    "an entry sent again once has one late duplicate, and a further equal worklog was logged elsewhere",
    { resent: { A }, found: { w1: A, w2: A }, late: { A: "w1" }, others: ["w2"] },
  ],
  [
    "two equal entries sent again have a late duplicate each",
    { resent: { A, B: A }, found: { w1: A, w2: A }, late: { A: "w1", B: "w2" } },
  ],
  [
    "a worklog with another comment is no late duplicate, for it may have been logged elsewhere",
    { resent: { A }, found: { w1: B }, others: ["w1"] },
  ],
  [
    "a worklog that is not billable is no late duplicate of a billable one",
    { resent: { A }, found: { w1: { ...A, billable: false } }, others: ["w1"] },
  ],
  [
    "a worklog of another date is no late duplicate",
    { resent: { A }, found: { w1: { ...A, date: "2026-01-06" } }, others: ["w1"] },
  ],
  [
    "an entry that was sent again and is still unknown is stored before it has a late duplicate",
    { unknown: { A }, resent: { A }, found: { w1: A }, stored: { A: "w1" } },
  ],
  [
    "an entry that was sent again and is still unknown has a late duplicate if two equal worklogs have appeared",
    { unknown: { A }, resent: { A }, found: { w1: A, w2: A }, stored: { A: "w1" }, late: { A: "w2" } },
  ],
  [
    "an entry does not claim by its duration the late duplicate of another",
    { unknown: { B }, resent: { A }, found: { w1: A }, late: { A: "w1" } },
  ],
  [
    "an entry claims a worklog with a changed comment that is no entry's late duplicate",
    { unknown: { B }, resent: { A }, found: { w1: X }, stored: { B: "w1" } },
  ],
  [
    "a copy of an entry that is settled is not claimed by another entry, though it may be it",
    { unknown: { B }, settled: { A }, found: { w1: A }, ambiguous: { B: ["w1"] }, others: ["w1"] },
  ],
  [
    "what differs from the entries that are settled is claimed",
    { unknown: { B }, settled: { A }, found: { w1: X, w2: A }, stored: { B: "w1" }, others: ["w2"] },
  ],
  ["without entries, what has appeared belongs to none", { found: { w1: A, w2: B }, others: ["w1", "w2"] }],
];

describe.each<[when: string, table: Table]>([
  ["one entry of unknown outcome", ONE_ENTRY],
  ["several entries of unknown outcome", SEVERAL_ENTRIES],
  ["entries that were sent again", SENT_AGAIN],
])("%s", (_, table) => {
  test.each(table)("%s", (_, { unknown = {}, resent = {}, settled = {}, found, ...expected }) => {
    const sent = build(unknown, newWorklog);
    const duplicates = build(resent, (content) => {
      const { id: _, ...worklog } = existingWorklog("", content);
      return { ...worklog, worklog: newWorklog(content) };
    });
    const existing = build(found, (content, id) => existingWorklog(id, content));
    const matches = matchExisting(
      [...sent.values()],
      [...duplicates.values()],
      [...existing.values()],
      [...build(settled, newWorklog).values()],
    );
    expect({
      stored: Object.fromEntries([...matches.stored].map(([entry, { id }]) => [nameOf(sent, entry), id])),
      late: Object.fromEntries(
        [...matches.lateDuplicates].map(([duplicate, { id }]) => [nameOf(duplicates, duplicate), id]),
      ),
      ambiguous: Object.fromEntries(
        [...matches.ambiguous].map(([entry, candidates]) => [
          nameOf(sent, entry),
          candidates.map(({ id }) => id),
        ]),
      ),
      others: matches.others.map(({ id }) => id),
    }).toEqual({ stored: {}, late: {}, ambiguous: {}, others: [], ...expected });
  });
});

test("a worklog that is equal to another entry of the batch may be its copy, so that it settles no other entry", () => {
  const [wanted, other] = [newWorklog(A), newWorklog(B)];
  const copy = existingWorklog("w1", B);
  expect(matchExisting([wanted], [], [copy], [other])).toEqual({
    stored: new Map(),
    lateDuplicates: new Map(),
    ambiguous: new Map([[wanted, [copy]]]),
    others: [copy],
  });
});
