import { expect, test } from "vitest";
import { describeFailedEntries, describeUnconfirmed } from "../../src/cli/call/call.ts";
import { deleteWorklogs } from "../../src/tools/delete-worklogs.ts";
import { fillDays } from "../../src/tools/fill-days.ts";
import { example } from "../helpers/examples.ts";

const GONE = "Worklog 77 does not exist (any more), or you have no access to it. Nothing was deleted for it.";

test.each([
  ["deleted", `1 of 3 entries failed. worklog 77: ${GONE}`],
  ["nothing", `1 of 1 entries failed. worklog 77: ${GONE}`],
  ["plan", undefined],
])("what has failed of worklogs to delete: %s", async (name, line) => {
  expect(describeFailedEntries(deleteWorklogs, await example(`DeleteWorklogsResponse/${name}`))).toBe(line);
});

test("of a month that was filled, what failed is named with its reason, beside what was logged", async () => {
  const reply = await example("FillDaysResponse/posted");
  const failures = [{ date: "2026-01-09", issueKey: "PROJ-7", error: "Tempo rejected this." }];
  expect(describeFailedEntries(fillDays, reply)).toBeUndefined();
  const { summary } = reply as { summary: { totalEntries: number } };
  expect(describeFailedEntries(fillDays, { ...reply, failures })).toBe(
    `1 of ${summary.totalEntries + 1} entries failed. 2026-01-09 PROJ-7: Tempo rejected this.`,
  );
});

test("a plan to delete has not failed, though it names what cannot be deleted", async () => {
  const reply = await example("DeleteWorklogsResponse/deleted");
  expect(
    describeFailedEntries(deleteWorklogs, { ...reply, deleted: false, confirm: "1a2b3c4d" }),
  ).toBeUndefined();
});

test.each([
  ["a plan that is not confirmed", { submitted: false, confirm: "00000000" }, {}, undefined],
  ["a submission", { submitted: true }, { confirm: "00000000" }, undefined],
  [
    "a timesheet that is submitted already",
    { submitted: false, alreadySubmitted: true },
    { confirm: "00000000" },
    undefined,
  ],
  [
    "a plan other than the one that was confirmed",
    { submitted: false, confirm: "11111111" },
    { confirm: "00000000" },
    "Nothing was changed: the plan is another one than was confirmed. Check it, and call again with its confirm.",
  ],
  [
    "a draft other than the one that was confirmed",
    { logged: false, draft: { confirm: "11111111" } },
    { confirm: "00000000" },
    "Nothing was changed: the plan is another one than was confirmed. Check it, and call again with its confirm.",
  ],
  ["a draft that is logged already", { logged: false, draft: {} }, { confirm: "00000000" }, undefined],
  [
    "missing hours",
    { submitted: false, days: [{ date: "2026-01-05" }] },
    {},
    "Not submitted: hours are missing on 1 day. Log them, or call with evenIfMissing.",
  ],
])("says on stderr that nothing was done: %s", (_, reply, args, line) => {
  expect(describeUnconfirmed(reply, args)).toBe(line);
});
