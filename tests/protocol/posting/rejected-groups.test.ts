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

test("a group that is forbidden because of one entry stores the others", async () => {
  const { reply, tempo } = await openSession();
  tempo.onWrite(({ body }) => body.includes("2026-01-05"), rejected(403, "Period of 2026-01-05 is closed"));
  const { results } = await reply("bulk_post_worklogs", TWO);
  expect(results.map(({ success }) => success)).toEqual([false, true]);
});

test("the entries of a rejected group are unknown if the worklogs cannot be read then", async () => {
  const { failedReply, tempo } = await openSession();
  tempo.onWrite("all", rejected(400, "One is wrong"));
  tempo.onRead(() => tempo.count("write") > 0, "gateway error, not processed");
  const { results } = await failedReply("bulk_post_worklogs", TWO);
  expect(results.map(({ error }) => error)).toEqual(
    Array(2).fill(
      "Tempo rejected this request (HTTP 400), and it cannot be read whether it has carried it out all the same. " +
        "Tempo is temporarily unavailable (HTTP 504). Look at it in Tempo before you send it again.",
    ),
  );
  expect(tempo.count("write")).toBe(1);
});
