import { expect, test } from "vitest";
import { rejected } from "../../helpers/fault-script.ts";
import { dates, entry } from "../../helpers/inputs.ts";
import { openSession } from "../../helpers/session.ts";

const TWO = { worklogs: [entry(), entry("2026-01-06")] };

test("what a rejected group stored all the same is not stored again one by one", async () => {
  const { reply, sandbox, tempo } = await openSession();
  tempo.onWrite(1, "group rejected, partly stored");
  const { summary } = await reply("bulk_post_worklogs", TWO);
  expect(summary.succeeded).toBe(2);
  expect([...sandbox.state.worklogs.values()].map(({ startDate }) => startDate)).toEqual([
    "2026-01-05",
    "2026-01-06",
  ]);
});

test("what a group stored before it was rejected as not found is reported as stored", async () => {
  const { reply, sandbox, tempo } = await openSession();
  tempo.onWrite(1, "group rejected, partly stored", { status: 404 });
  tempo.onWrite("all", rejected(404, "Not found"));
  const { results } = await reply("bulk_post_worklogs", TWO);
  expect(results.map(({ success, worklogId }) => ({ success, worklogId }))).toEqual([
    { success: true, worklogId: "1290000" },
    { success: false, worklogId: undefined },
  ]);
  expect(sandbox.state.worklogs.size).toBe(1);
});

test("a rejected group does not claim what an earlier group of the issue stored", async () => {
  const { reply, sandbox, tempo } = await openSession();
  tempo.onWrite(1, "gateway error, processed");
  tempo.onWrite(2, rejected(400, "One is wrong"));
  const worklogs = [
    ...dates(50).map((date) => entry(date, { hours: 1, description: "A" })),
    ...dates(3).map((date) => entry(date, { hours: 1, description: "B" })),
  ];
  const { summary } = await reply("bulk_post_worklogs", { worklogs });
  expect(summary.succeeded).toBe(53);
  const comments = [...sandbox.state.worklogs.values()].map(({ description }) => description);
  expect(comments.sort().join("")).toBe(`${"A".repeat(50)}BBB`);
});
