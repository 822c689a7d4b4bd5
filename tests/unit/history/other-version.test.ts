import { expect, test } from "vitest";
import { parseLines } from "../../../src/state/journal-lines.ts";
import { readRecord } from "../../../src/timesheet/journal/read-record.ts";
import { LINE_SHAPES, lineOf, RECORD_SHAPES, recordOf, rewritten } from "../../history/other-version.ts";

const TIME = { at: 1_768_438_800_000, boot: "first", uptime: 7 };
const typesOf = (line: string) => parseLines(line.split("\n"), 2, "journal").map(({ type }) => type);

test.each(Array.from({ length: RECORD_SHAPES }, (_, shape) => shape))(
  "record %i of another version cannot be read",
  (shape) => {
    expect(readRecord(recordOf(shape, TIME), "here").type).toBe("unreadable");
    expect(typesOf(lineOf(shape, TIME))).toEqual(["unreadable"]);
  },
);

test("a torn line has no record but its place, and ends in half of the cases", () => {
  const torn = Array.from({ length: LINE_SHAPES - RECORD_SHAPES }, (_, index) =>
    lineOf(RECORD_SHAPES + index, TIME),
  );
  expect(torn.flatMap(typesOf)).toEqual(torn.map(() => "unreadable"));
  expect(torn.filter((line) => line.endsWith("\n"))).toHaveLength(torn.length / 2);
});

test("a record that another version would have written keeps its type and its time, and cannot be read", () => {
  const line = rewritten(JSON.stringify({ ...TIME, type: "deleting", id: "7" }));
  expect(JSON.parse(line)).toEqual({ ...TIME, type: "deleting", id2: "7" });
  expect(typesOf(line)).toEqual(["unreadable"]);
});
