import { expect, test } from "vitest";
import { countsAs, entryOfContent } from "../../history/content.ts";

const ENTRY = { token: "e1", issueKey: "PROJ-4", date: "2026-01-06", hours: 0.9 };

test.each([
  ["with its token in the comment is of that entry, whatever else it has", "[T] e1 u2", 3, "e1"],
  ["with the token of a plan is of that plan on its date", "PROJ-4 f91", 0.9, "f91@2026-01-06"],
  ["without a comment is of the entry with its issue, date and hours", "", 0.9, "e1"],
  ["without a comment is of no entry that would have its hours if they were rounded", "", 1, undefined],
])("a worklog %s", (_, comment, hours, entry) => {
  expect(entryOfContent({ issueKey: "PROJ-4", date: "2026-01-06", hours, comment }, [ENTRY])).toBe(entry);
});

test.each([
  ["e1", "e1", true],
  ["e1", "e1#OPS", true],
  ["e1#OPS", "e1#OPS+lead", true],
  ["e1#OPS", "e1", false],
  ["e1#OPS", "e1#DEV", false],
  ["e1#OPS+lead", "e1#OPS", false],
  ["e1", "e2", false],
])("an entry %s counts as logged by the worklog of %s: %s", (entry, worklogEntry, is) => {
  expect(countsAs(entry, worklogEntry)).toBe(is);
});

test.each([
  ["e1 u3", { _Account_: "OPS" }, "e1"],
  ["[T] e1#DEV+lead u3", { _Account_: "OPS" }, "e1#DEV+lead"],
  ["e1", { _Account_: "OPS", billable: "unbilled" }, "e1#OPS+unbilled"],
  ["e1", { _Role_: "lead", _Account_: "OPS" }, "e1#OPS+lead"],
  ["f91", { _Team_: "blue" }, "f91@2026-01-06"],
  ["", { _Account_: "OPS" }, "e1#OPS"],
])("a worklog with the comment %j and %j is of %s", (comment, attributes, entry) => {
  const twins = [ENTRY, { ...ENTRY, token: "e1#OPS" }];
  expect(
    entryOfContent({ issueKey: "PROJ-4", date: "2026-01-06", hours: 0.9, comment, attributes }, twins),
  ).toBe(entry);
});
