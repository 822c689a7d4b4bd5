import { expect, test } from "vitest";
import { parseLines } from "../../../src/state/journal-file.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import {
  type JournalRecord,
  journalInMemory,
  type ReadRecord,
} from "../../../src/timesheet/ledger/records.ts";
import { sent } from "../posting/steps.ts";

const BEFORE = '{"type":"gone","at":1000,"ids":["1"]}';
const AFTER = '{"type":"gone","at":2000,"ids":["2"]}';
const END: ReadRecord = {
  ...{ type: "unreadable", place: "the end", at: 1500, mayBe: "request", isCut: true },
};

test.each<[what: string, records: ReadRecord[], since: number, places: string[]]>([
  ["a line that was cut off", parse(BEFORE, '{"type":"inte', AFTER), 1000, ["line 3 of journal"]],
  ["one that is older than asked for", parse(BEFORE, '{"type":"inte', AFTER), 1001, []],
  ["one of an outcome", parse(BEFORE, '{"type":"done","at":1500,"fa', AFTER), 1000, []],
  ["the end of the file", [END], 1500, ["the end"]],
  ["an end that is older", [END], 1501, []],
])(
  "%s: a request may be there only if it is new enough, and of no other type",
  (_, records, since, places) => {
    const ledger = new Ledger(journalInMemory(records), { wallClock: () => 3000 });
    expect(ledger.unreadSince(since)).toEqual(places);
    expect(ledger.unclearFor()).toBe(0);
  },
);

test("every record begins with its type, which a line that is cut off still has then", () => {
  const records: JournalRecord[] = [];
  const store = { ...journalInMemory(), append: (record: JournalRecord) => void records.push(record) };
  const ledger = new Ledger(store, { wallClock: () => 3000 });
  sent({})(ledger);
  ledger.again(ledger.all());
  ledger.lost(ledger.all(), true);
  ledger.void(ledger.all());
  ledger.done([{ number: 1 }]);
  ledger.unsure({ number: 1 }, []);
  ledger.gone(["1"]);
  ledger.copy("2", { number: 1 });
  expect(records.map((record) => Object.keys(record)[0])).toEqual(Array(8).fill("type"));
});

function parse(...lines: string[]): ReadRecord[] {
  return parseLines(lines, 2, "journal");
}
