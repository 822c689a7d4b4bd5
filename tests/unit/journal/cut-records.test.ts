import { expect, test } from "vitest";
import { parseLines } from "../../../src/state/journal-lines.ts";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import { journalInMemory, type ReadRecord } from "../../../src/timesheet/journal/records.ts";

const BEFORE = '{"at":1000,"type":"deleted","ids":["1"]}';
const AFTER = '{"at":2000,"type":"deleted","ids":["2"]}';
const END: ReadRecord = {
  type: "unreadable",
  place: "the end",
  at: 1500,
  mayBe: "batch",
  isCut: "end of file",
};

test.each<[what: string, records: ReadRecord[], since: number, places: string[]]>([
  ["a line that was cut off", parse(BEFORE, '{"at":1500,"type":"sen', AFTER), 1000, ["line 3 of journal"]],
  ["one that is older than asked for", parse(BEFORE, '{"at":1500,"type":"sen', AFTER), 1001, []],
  ["one of another request", parse(BEFORE, '{"at":1500,"type":"deleting","i', AFTER), 1000, []],
  ["one of an outcome", parse(BEFORE, '{"at":1500,"type":"stored","work', AFTER), 1000, []],
  ["the end of the file", [END], 1500, ["the end"]],
  ["an end that is older", [END], 1501, []],
  ["an end that another process has written on", [END, ...parse(AFTER)], 1500, []],
])("%s: a batch may be there only if it is new enough, and of no other type", (_, records, since, places) => {
  const journal = new Journal(journalInMemory(records), { wallClock: () => 3000 });
  expect(journal.unreadBatchesSince(since)).toEqual(places);
  expect(journal.unclearFor()).toBe(0);
});

function parse(...lines: string[]): ReadRecord[] {
  return parseLines(lines, 2, "journal");
}
