import { expect, test } from "vitest";
import { Edits } from "../../../src/timesheet/journal/edits.ts";
import type { KnownWorklog } from "../../../src/timesheet/journal/records.ts";

const known = (seconds: number): KnownWorklog => ({
  id: "7",
  issueId: "10",
  date: "2026-01-05",
  seconds,
  billableSeconds: seconds,
  comment: "",
});

/** Changes of one worklog, from one hour to two and then to three, as their records are read. */
const changes = [
  { type: "edited", at: 1000, before: known(3600), worklog: known(7200), mayBeStoredUntil: 5 },
  { type: "edited", at: 2000, before: known(7200), worklog: known(10_800), mayBeStoredUntil: 6 },
] as const;

test.each([
  ["in their order", changes],
  ["in another order, since the disk refused the first at first", changes.toReversed()],
])("the last change of a worklog counts if its records are read %s", (_, records) => {
  const edits = new Edits();
  for (const record of records) edits.learn(record);
  const shown = (seconds: number) =>
    edits.unlisted("7", (it: { seconds: number }) => it.seconds === seconds, 0)?.seconds;
  expect({
    now: edits.of("7")?.seconds,
    mayBeStoredUntil: edits.mayBeStoredUntil("7"),
    ifListed: [3600, 7200, 10_800].map(shown),
  }).toEqual({ now: 10_800, mayBeStoredUntil: 6, ifListed: [10_800, 10_800, undefined] });
});
