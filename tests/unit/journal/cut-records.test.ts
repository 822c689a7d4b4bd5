import { expect, test } from "vitest";
import { parseLines } from "../../../src/state/journal-lines.ts";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import {
  type JournalRecord,
  journalInMemory,
  type ReadRecord,
} from "../../../src/timesheet/journal/records.ts";

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

test("every record begins with its type, which a line that is cut off still has then", () => {
  const records: JournalRecord[] = [];
  const store = { ...journalInMemory(), append: (record: JournalRecord) => void records.push(record) };
  const journal = new Journal(store, { wallClock: () => 3000 });
  const worklog = { id: "1", date: "2026-01-05", seconds: 60, billableSeconds: 60, comment: "" };
  const issue = { id: "10", key: "PROJ-1", summary: "" };
  journal.sending([{ ...worklog, issue }], { batch: 1, afterId: "0", again: () => [] });
  journal.retrying([1]);
  journal.unknown([1]);
  journal.notStored([1]);
  journal.stored([{ entry: 1, stored: worklog }]);
  journal.deleting("1", worklog.date);
  journal.notDeleted("1");
  journal.deleted(["1"]);
  journal.editing({ ...worklog, issueId: issue.id });
  journal.edited(worklog, worklog);
  journal.notEdited("1");
  journal.submitting("2026-01-01");
  journal.submissionSettled("2026-01-01");
  expect(records.map((record) => Object.keys(record)[0])).toEqual(Array(13).fill("type"));
});

function parse(...lines: string[]): ReadRecord[] {
  return parseLines(lines, 2, "journal");
}
