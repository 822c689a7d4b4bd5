import { expect, test } from "vitest";
import { nearestName } from "../../src/contract/nearest-name.ts";
import { processorTime } from "../helpers/processor-time.ts";

const POST = ["issueKey", "hours", "startDate", "endDate", "billable", "description"];
const ROW = ["issueKey", "hours", "date", "description"];
const COMMANDS = ["demo", "call", "journal", "undo", "sandbox", "doctor"];
const TOOLS = ["get_schedule", "get_worklogs", "post_worklog", "bulk_post_worklogs", "delete_worklog"];

test.each<[string, string, string[], string | undefined]>([
  ["a letter replaced", "docter", COMMANDS, "doctor"],
  ["a letter left out", "get_shedule", TOOLS, "get_schedule"],
  ["a letter too many", "hourss", POST, "hours"],
  ["two letters swapped", "dmeo", COMMANDS, "demo"],
  ["another case", "worklogID", ["worklogId"], "worklogId"],
  ["dashes", "start-date", POST, "startDate"],
  ["the start of a name", "issue", POST, "issueKey"],
  ["a prefix", "isBillable", POST, "billable"],
  ["the word of replies", "comment", POST, "description"],
  ["the word of arguments", "description", ["id", "comment"], "comment"],
  ["the id of replies", "id", ["worklogId"], "worklogId"],
  ["the date of a row", "date", POST, "startDate"],
  ["the date of a range", "startDate", ROW, "date"],
  ["the nearest of several", "get_worklog", TOOLS, "get_worklogs"],
  ["the first of those that are as near", "hat", ["cat", "bat"], "cat"],
  ["the same name before one that starts with it", "start-date", ["startDates", "startDate"], "startDate"],
  ["a start of three letters", "end", POST, "endDate"],
  ["a start of two letters", "en", POST, undefined],
  ["a letter replaced and two swapped", "dactro", COMMANDS, "doctor"],
  ["a third of the letters wrong", "workloxy", ["worklogId"], "worklogId"],
  ["a third of the letters left out", "orklog", ["worklogId"], "worklogId"],
  ["the end of a name, and other letters", "logidxy", ["worklogId"], undefined],
  ["one letter of three", "xc", ["abc"], undefined],
  ["two letters of three replaced, one of them by its neighbour", "bxc", ["abc"], undefined],
  ["two letters of three replaced, one of them by the one before", "xac", ["abc"], undefined],
  ["half of a short name", "fill", COMMANDS, undefined],
  ["one letter", "x", COMMANDS, undefined],
  ["something else", "constructor", POST, undefined],
  ["nothing", "", POST, undefined],
])("%s: %s", (_, name, known, nearest) => {
  expect(nearestName(name, known)).toBe(nearest);
});

test("a name of a million letters takes no time", () => {
  const search = () => expect(nearestName("x".repeat(1_000_000), POST)).toBe(undefined);
  expect(processorTime(1000, search)).toBeLessThan(1000);
});
