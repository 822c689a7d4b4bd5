import { describe, expect, test } from "vitest";
import { example } from "../../helpers/examples.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type Session, type SessionOptions } from "../../helpers/session.ts";

const row = (hours: number, issueKey = "PROJ-7", date = "2026-01-05") => ({ issueKey, hours, date });

/** Date, hours and start time of the worklogs, from an index on. */
function storedIn({ sandbox }: Session, from = 0): unknown[] {
  return [...sandbox.state.worklogs.values()]
    .slice(from)
    .map(({ startDate, timeSpentSeconds, startTime }) => [startDate, timeSpentSeconds / 3600, startTime]);
}

describe.each(["cloud", "datacenter"] as const)("with a start time, on %s", (deployment) => {
  const open = (options: SessionOptions = {}) =>
    openSession({ deployment, startTime: "09:00", toolSets: ["fill", "edit", "details"], ...options });

  test("the entries of a day start one after another, whatever their issues, and after what exists", async () => {
    const session = await open({
      seed: {
        worklogs: [worklog({ startDate: "2026-01-06", timeSpentSeconds: 3600, startTime: "09:30:00" })],
      },
    });
    await session.reply("bulk_post_worklogs", {
      worklogs: [row(2), row(1.5, "PROJ-123"), row(1), row(1, "PROJ-4", "2026-01-06")],
    });
    expect(storedIn(session, 1).toSorted()).toEqual([
      ["2026-01-05", 1, "12:30:00"],
      ["2026-01-05", 1.5, "11:00:00"],
      ["2026-01-05", 2, "09:00:00"],
      ["2026-01-06", 1, "10:30:00"],
    ]);
    const range = { startDate: "2026-01-05", endDate: "2026-01-07" };
    await session.reply("post_worklog", { issueKey: "PROJ-4", hours: 0.5, ...range });
    expect(storedIn(session, 5).toSorted()).toEqual([
      ["2026-01-05", 0.5, "13:30:00"],
      ["2026-01-06", 0.5, "11:30:00"],
      ["2026-01-07", 0.5, "09:00:00"],
    ]);
  });

  test("a posted worklog is shown with its start time", async () => {
    const session = await open();
    const post = { issueKey: "PROJ-123", hours: 1.5, startDate: "2026-01-05" };
    const posted = await example("PostWorklogResponse/start-time");
    expect(await session.reply("post_worklog", post)).toEqual(posted);
    expect(await session.reply("post_worklog", post)).toEqual({
      ...posted,
      worklog: { ...(posted.worklog as object), alreadyLogged: true },
    });
  });

  test("a filled day starts so too", async () => {
    const session = await open();
    const rows = [{ issueKey: "PROJ-7", hours: 1 }, { issueKey: "PROJ-123" }];
    const fill = { startDate: "2026-01-05", rows };
    const { confirm } = await session.reply("fill_days", fill);
    await session.reply("fill_days", { ...fill, confirm });
    expect(storedIn(session).toSorted()).toEqual([
      ["2026-01-05", 1, "09:00:00"],
      ["2026-01-05", 7, "10:00:00"],
    ]);
  });

  test.each([undefined, "14:00"])("a batch is recognised again with the start time %s", async (startTime) => {
    const first = await open();
    const batch = { worklogs: [row(2), row(2), row(1, "PROJ-123")] };
    await first.reply("bulk_post_worklogs", batch);
    const worklogs = [...first.sandbox.state.worklogs.values()].map(({ id: _, ...rest }) => rest);
    const second = await open({ seed: { worklogs }, ...(startTime !== undefined ? { startTime } : {}) });
    const { results } = await second.reply("bulk_post_worklogs", batch);
    expect(results.map(({ alreadyLogged }) => alreadyLogged)).toEqual([true, true, true]);
    expect(storedIn(second).length).toBe(3);
  });

  test.each(["connection lost, processed", "connection lost, not processed"] as const)(
    "after a lost response (%s), the entries are stored once, at their times",
    async (fault) => {
      const session = await open();
      let isLost = true;
      session.tempo.onWrite(() => isLost, fault);
      const worklogs = [row(2), row(2), row(1)];
      await session.call("bulk_post_worklogs", { worklogs });
      isLost = false;
      await session.reply("bulk_post_worklogs", { worklogs });
      expect(storedIn(session).toSorted()).toEqual([
        ["2026-01-05", 1, "13:00:00"],
        ["2026-01-05", 2, "09:00:00"],
        ["2026-01-05", 2, "11:00:00"],
      ]);
    },
  );
});

test.each([
  ["cloud", "09:00", { startDate: "2026-01-05", startTime: "09:00:00" }],
  ["datacenter", "09:00", { started: "2026-01-05T09:00:00.000" }],
  ["cloud", undefined, { startDate: "2026-01-05" }],
  ["datacenter", undefined, { started: "2026-01-05" }],
] as const)("on %s, the start time %s is sent in its form", async (deployment, startTime, sent) => {
  const { reply, requests } = await openSession({ deployment, ...(startTime && { startTime }) });
  await reply("bulk_post_worklogs", { worklogs: [row(2)] });
  const bodies = requests.flatMap(({ operation, body }) => (operation === "createWorklog" ? [body] : []));
  expect(bodies).toEqual([expect.objectContaining(sent)]);
  if (startTime === undefined) expect(bodies[0]).not.toHaveProperty("startTime");
});
