import { expect, test } from "vitest";
import { describeFailedEntries } from "../../src/cli/call/failed-entries.ts";
import { example } from "../helpers/examples.ts";

const GONE = "Worklog 77 does not exist (any more), or you have no access to it. Nothing was deleted for it.";

test.each([
  ["deleted", `1 of 3 entries failed. worklog 77: ${GONE}`],
  ["nothing", `1 of 1 entries failed. worklog 77: ${GONE}`],
  ["plan", undefined],
])("what has failed of worklogs to delete: %s", async (name, line) => {
  expect(describeFailedEntries(await example(`DeleteWorklogsResponse/${name}`))).toBe(line);
});

test("a plan to delete has not failed, though it names what cannot be deleted", async () => {
  const reply = await example("DeleteWorklogsResponse/deleted");
  expect(describeFailedEntries({ ...reply, deleted: false, confirm: "1a2b3c4d" })).toBeUndefined();
});
