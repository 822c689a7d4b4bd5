import { expect, test } from "vitest";
import { rejected } from "../../helpers/fault-script.ts";
import { dates, entry, POST } from "../../helpers/inputs.ts";
import { openSession, type Session } from "../../helpers/session.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";

/** After the polls at 1, 3, 7 and 11 seconds and the second request, before the final checks. */
const LATE = { processedAfter: 11_500 };

const storedIds = ({ sandbox }: Session) => [...sandbox.state.worklogs.keys()].sort();

test("deletes a late duplicate and logs it", async () => {
  const session = await openSession();
  session.tempo.onWrite(1, "gateway timeout, processed late", LATE);
  expect(await session.reply("post_worklog", POST)).toMatchObject({ worklog: { id: "1290000" } });
  expect(storedIds(session)).toEqual([1290000]);
  expect(session.log).toEqual([
    "post_worklog: 8 h on PROJ-123 for 2026-01-05 was logged twice after a lost response; deleted the duplicate, worklog 1290001",
  ]);
});

test("deletes two late duplicates of one entry, and retries a delete of unknown outcome", async () => {
  const { reply, sandbox, tempo, log } = await openSession();
  tempo.onWrite(1, "gateway timeout, processed late", { processedAfter: 22_500 });
  tempo.onWrite(2, "gateway timeout, processed late", LATE);
  tempo.onDelete(1, "gateway error, processed");
  await reply("post_worklog", POST);
  expect({ stored: sandbox.state.worklogs.size, deletes: tempo.count("delete"), logged: log.length }).toEqual(
    {
      stored: 1,
      deletes: 3,
      logged: 2,
    },
  );
});

test("does not take a late duplicate of one entry for another entry of the same hours", async () => {
  const { reply, sandbox, tempo } = await openSession({ deployment: "datacenter" });
  tempo.onWrite(({ body }) => body.includes('"B"'), "gateway error, not processed");
  tempo.onWrite(({ at }) => at === 0, "gateway timeout, processed late", { processedAfter: 13_000 });
  const worklogs = ["A", "B"].map((description) => entry("2026-01-05", { hours: 1, description }));
  const { results } = await reply("bulk_post_worklogs", { worklogs });
  expect(results.map(({ success, error }) => ({ success, error }))).toEqual([
    { success: true, error: undefined },
    { success: false, error: expect.stringContaining("unknown") },
  ]);
  expect([...sandbox.state.worklogs.values()].map(({ description }) => description)).toEqual(["A"]);
});

test("logs a late duplicate that may not be deleted, and does not take it for the duplicate of an equal entry", async () => {
  const { reply, tempo, log } = await openSession({ deployment: "datacenter" });
  tempo.onWrite(1, "gateway timeout, processed late", LATE);
  tempo.onWrite(2, "gateway error, not processed");
  tempo.onDelete("all", rejected(403));
  await reply("bulk_post_worklogs", { worklogs: [entry(), entry()] });
  expect({ deletes: tempo.count("delete"), log }).toEqual({
    deletes: 1,
    log: [
      expect.stringMatching(
        /^bulk_post_worklogs: 8 h on PROJ-123 for 2026-01-05 is logged twice after a lost response: delete worklog 1290002 in Tempo\. /,
      ),
    ],
  });
});

test("deletes late duplicates after a success that lists nothing", async () => {
  const clock = virtualClock();
  // A process that has run for a while: its clock's start must not count as the time of a failure.
  clock.advance(600_000);
  const { reply, sandbox, tempo, log } = await openSession({ clock });
  tempo.onWrite(1, "empty success, processed late", { processedAfter: 14_500 });
  await reply("bulk_post_worklogs", { worklogs: [entry(), entry("2026-01-06")] });
  await clock.sleep(10_000);
  expect(sandbox.state.worklogs.size).toBe(2);
  expect(log).toHaveLength(2);
});

test.each([
  ["waits for a group that is stored ten seconds late, and does not send it again", 10_500, 0],
  ["deletes the late duplicates of a whole group, though each delete takes a second", 13_500, 50],
])("%s", async (_, processedAfter, deleted) => {
  const { reply, sandbox, tempo, requests, clock } = await openSession({
    upstream: (fetch) => async (request) => {
      await clock.sleep(1000);
      return fetch(request);
    },
  });
  tempo.onWrite(1, "gateway timeout, processed late", { processedAfter });
  const { summary } = await reply("bulk_post_worklogs", {
    worklogs: Array(50).fill(entry("2026-01-05", { hours: 0.25 })),
  });
  expect({
    succeeded: summary.succeeded,
    stored: sandbox.state.worklogs.size,
    deleted: requests.filter(({ operation }) => operation === "deleteWorklog").length,
  }).toEqual({ succeeded: 50, stored: 50, deleted });
});

test("sends no more again than the call's time allows to delete", async () => {
  const clock = virtualClock();
  let next = 0;
  const { reply, sandbox, tempo } = await openSession({
    clock,
    // Five requests a second.
    rateLimiter: async (send) => {
      next = Math.max(next, clock.now()) + 220;
      await clock.sleep(next - clock.now());
      return send();
    },
  });
  tempo.onWrite(({ number }) => number <= 5, "gateway timeout, processed late", { processedAfter: 13_500 });
  const worklogs = dates(5).flatMap((date) => Array(50).fill(entry(date, { hours: 0.1 })));
  const { summary } = await reply("bulk_post_worklogs", { worklogs });
  await clock.sleep(60_000);
  expect({ stored: sandbox.state.worklogs.size, succeeded: summary.succeeded }).toEqual({
    stored: 250,
    succeeded: 250,
  });
});
