import { expect, test } from "vitest";
import { matchResponse } from "../../../src/timesheet/posting/match-response.ts";
import { build, type Named, nameOf, newWorklog, storedWorklog } from "./worklogs.ts";

interface Row {
  sent: Named;
  /** The worklogs in the response, by id. */
  listed: Named;
  /** The id of each worklog that was sent. */
  matches: Record<string, string>;
  /** Ids that match nothing that was sent. */
  unmatched?: string[];
}

const A = { comment: "a" };
const B = { comment: "b" };
const X = { comment: "changed by Tempo" };
const TUESDAY = { date: "2026-01-06" };
const NONE = { attributes: {} };
const OPS = { attributes: { account: "OPS" } };
const DEV = { attributes: { account: "DEV" } };
const OPS_DEV = { attributes: { account: "OPS", role: "dev" } };
const ROLE = { attributes: { role: "dev" } };

test.each<[behaviour: string, row: Row]>([
  ["a worklog matches the equal one", { sent: { A }, listed: { w1: A }, matches: { A: "w1" } }],
  [
    "worklogs match by content, whatever the order of the response",
    {
      sent: { A, B, C: TUESDAY },
      listed: { w1: TUESDAY, w2: B, w3: A },
      matches: { A: "w3", B: "w2", C: "w1" },
    },
  ],
  [
    "equal worklogs match in order",
    { sent: { A, B: A }, listed: { w1: A, w2: A }, matches: { A: "w1", B: "w2" } },
  ],
  [
    "worklogs that differ in given attributes alone match those that have them",
    {
      sent: { A: NONE, B: OPS, C: DEV, D: OPS_DEV },
      listed: { w1: OPS_DEV, w2: DEV, w3: OPS, w4: NONE },
      matches: { A: "w4", B: "w3", C: "w2", D: "w1" },
    },
  ],
  [
    "they do so beside attributes that were not given",
    { sent: { A: ROLE, B: OPS }, listed: { w1: OPS_DEV, w2: ROLE }, matches: { A: "w2", B: "w1" } },
  ],
  [
    "they do so if Tempo changes their comments",
    {
      sent: { A: { ...A, ...OPS }, B: { ...A, ...DEV } },
      listed: { w1: { ...X, ...DEV }, w2: { ...X, ...OPS } },
      matches: { A: "w2", B: "w1" },
    },
  ],
  [
    "a worklog matches one without its attribute if no other is listed",
    { sent: { A: OPS }, listed: { w1: NONE }, matches: { A: "w1" } },
  ],
  [
    "worklogs that differ in their start time alone match those that have it",
    {
      sent: { A: { startTime: "09:00:00" }, B: { startTime: "14:00:00" } },
      listed: { w1: { startTime: "14:00:00" }, w2: { startTime: "09:00:00" } },
      matches: { A: "w2", B: "w1" },
    },
  ],
  [
    "a worklog matches one of another comment if no equal one is listed",
    { sent: { A }, listed: { w1: X }, matches: { A: "w1" } },
  ],
  [
    "a worklog matches one of other billable time if no equal one is listed",
    { sent: { A }, listed: { w1: { ...A, billable: false } }, matches: { A: "w1" } },
  ],
  [
    "equal worklogs match before those that only date and duration match",
    { sent: { A, B }, listed: { w1: X, w2: A }, matches: { A: "w2", B: "w1" } },
  ],
  [
    "a worklog matches one of another duration if it is the only one left on its date",
    { sent: { A: { hours: 0.33 } }, listed: { w1: { hours: 0.32 } }, matches: { A: "w1" } },
  ],
  [
    "the only ones left on a date match after the others of that date",
    {
      sent: { A, B: { hours: 0.33 } },
      listed: { w1: { hours: 0.32 }, w2: A },
      matches: { A: "w2", B: "w1" },
    },
  ],
  [
    "two worklogs of one date match two of rounded durations, each the nearer one",
    {
      sent: { A: { hours: 0.33 }, B: { hours: 0.66 } },
      listed: { w1: { hours: 0.75 }, w2: { hours: 0.5 } },
      matches: { A: "w2", B: "w1" },
    },
  ],
  [
    "two worklogs of one date do not match two of quite other durations",
    {
      sent: { A, B: { hours: 2 } },
      listed: { w1: { hours: 5 }, w2: { hours: 6 } },
      matches: {},
      unmatched: ["w1", "w2"],
    },
  ],
  [
    "worklogs that only billable time distinguishes match by it",
    {
      sent: { A, B: { ...A, billable: false } },
      listed: { w1: { ...A, billable: false }, w2: A },
      matches: { A: "w2", B: "w1" },
    },
  ],
  [
    "a worklog that is not billable does not match a billable one before the equal one",
    {
      sent: { A: { ...A, billable: false }, B: A },
      listed: { w1: A, w2: { ...A, billable: false } },
      matches: { A: "w2", B: "w1" },
    },
  ],
  [
    "worklogs that are not billable match by duration",
    {
      sent: { A: { billable: false }, B: { billable: false, hours: 2 } },
      listed: { w1: { billable: false, hours: 2 }, w2: { billable: false } },
      matches: { A: "w2", B: "w1" },
    },
  ],
  [
    "the duration decides before the comment",
    {
      sent: { A, B: { ...B, hours: 2 } },
      listed: { w1: { comment: "a2", hours: 2 }, w2: { comment: "b2" } },
      matches: { A: "w2", B: "w1" },
    },
  ],
  [
    "a worklog of equal duration matches, though another one is not listed",
    { sent: { A, B: { ...B, hours: 2 } }, listed: { w1: X }, matches: { A: "w1" } },
  ],
  [
    "no duration is rounded by half an hour",
    { sent: { A }, listed: { w1: { ...A, hours: 1.5 } }, matches: {}, unmatched: ["w1"] },
  ],
  [
    "a rounded duration does not match if another of its date is quite different",
    {
      sent: { A: { hours: 0.33 }, B: { hours: 2 } },
      listed: { w1: { hours: 0.32 }, w2: { hours: 5 } },
      matches: {},
      unmatched: ["w1", "w2"],
    },
  ],
  [
    "of two worklogs of one date, neither matches the only rounded one",
    {
      sent: { A: { hours: 0.33 }, B: { hours: 0.34 } },
      listed: { w1: { hours: 0.32 } },
      matches: {},
      unmatched: ["w1"],
    },
  ],
  [
    "worklogs of equal duration match those whose comments begin alike",
    {
      sent: { A: { comment: "Login flow, part 1" }, B: { comment: "Review of it" } },
      listed: { w1: { comment: "Revie" }, w2: { comment: "Login" } },
      matches: { A: "w2", B: "w1" },
    },
  ],
  [
    "two worklogs of one date do not match a single one of another duration",
    { sent: { A, B }, listed: { w1: { hours: 2 } }, matches: {}, unmatched: ["w1"] },
  ],
  [
    "a worklog does not match one of another date",
    { sent: { A }, listed: { w1: { ...A, ...TUESDAY } }, matches: {}, unmatched: ["w1"] },
  ],
  [
    "a worklog that is not listed has no match",
    { sent: { A, B: TUESDAY }, listed: { w1: A }, matches: { A: "w1" } },
  ],
  [
    "a worklog that was not sent has no match",
    { sent: { A }, listed: { w1: A, w2: A }, matches: { A: "w1" }, unmatched: ["w2"] },
  ],
  ["an empty response matches nothing", { sent: { A }, listed: {}, matches: {} }],
])("%s", (_, { sent, listed, matches, unmatched = [] }) => {
  const worklogs = build(sent, newWorklog);
  const stored = build(listed, (content, id) => storedWorklog(id, content));
  const result = matchResponse([...worklogs.values()], [...stored.values()]);
  expect({
    matches: Object.fromEntries([...result.matches].map(([entry, { id }]) => [nameOf(worklogs, entry), id])),
    unmatched: [...result.unmatched].map(({ id }) => id),
  }).toEqual({ matches, unmatched });
});

test("billable time that a response leaves out matches any", () => {
  const worklogs = [newWorklog({ ...A, billable: false }), newWorklog(B)];
  const { billableSeconds: _, ...silent } = storedWorklog("w1", A);
  const { matches } = matchResponse(worklogs, [storedWorklog("w2", X), silent]);
  expect(worklogs.map((worklog) => matches.get(worklog)?.id)).toEqual(["w1", "w2"]);
});
