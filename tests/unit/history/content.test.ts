import { expect, test } from "vitest";
import { entryOfContent } from "../../history/content.ts";

const ENTRY = { token: "e1", issueKey: "PROJ-4", date: "2026-01-06", hours: 0.9 };

test.each([
  ["with its token in the comment is of that entry, whatever else it has", "[T] e1 u2", 3, "e1"],
  ["with the token of a plan is of that plan on its date", "PROJ-4 f91", 0.9, "f91@2026-01-06"],
  ["without a comment is of the entry with its issue, date and hours", "", 0.9, "e1"],
  ["without a comment is of no entry that would have its hours if they were rounded", "", 1, undefined],
])("a worklog %s", (_, comment, hours, entry) => {
  expect(entryOfContent({ issueKey: "PROJ-4", date: "2026-01-06", hours, comment }, [ENTRY])).toBe(entry);
});
