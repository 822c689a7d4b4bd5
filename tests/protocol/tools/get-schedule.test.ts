import { describe, expect, test } from "vitest";
import { example } from "../../helpers/examples.ts";
import { ME } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";

describe("get_schedule", () => {
  test("returns the specification's example byte for byte from equivalent data", async () => {
    // The example's first of January is a day off that no holiday explains.
    const { call, requests } = await openSession({
      upstream: editDays((days) =>
        days.map(({ date, ...day }) =>
          date === "2026-01-01" ? { date, requiredSeconds: 0, type: "NON_WORKING_DAY" } : { date, ...day },
        ),
      ),
    });
    const { content } = await call("get_schedule", { startDate: "2026-01-01", endDate: "2026-01-07" });
    expect(content[0]?.text).toBe(JSON.stringify(await example("GetScheduleResponse/week")));
    expect(requests).toEqual([
      { operation: "getMyself", parameters: {} },
      {
        operation: "getUserSchedule",
        parameters: { accountId: ME.accountId, from: "2026-01-01", to: "2026-01-07" },
      },
    ]);
  });

  test("names holidays, and counts a half-day holiday as a working day of its remaining hours", async () => {
    const { reply } = await openSession({
      seed: {
        holidays: [
          { date: "2026-12-24", name: "Christmas Eve", durationSeconds: 4 * 3600 },
          { date: "2026-12-25", name: "Christmas Day", durationSeconds: 8 * 3600 },
        ],
      },
    });
    expect(await reply("get_schedule", { startDate: "2026-12-24", endDate: "2026-12-26" })).toEqual(
      await example("GetScheduleResponse/holidays"),
    );
  });

  test("sorts the days that Tempo returns in another order", async () => {
    const range = { startDate: "2026-01-01", endDate: "2026-01-07" };
    const sorted = await openSession();
    const shuffled = await openSession({ upstream: editDays((days) => days.toReversed()) });
    expect(await shuffled.reply("get_schedule", range)).toEqual(await sorted.reply("get_schedule", range));
  });

  test("covers 1,100 days across leap years without a gap", async () => {
    const { reply } = await openSession();
    const range = { startDate: "2023-01-01", endDate: "2026-01-04" };
    const { days, summary } = await reply("get_schedule", range);
    expect(summary.totalDays).toBe(1100);
    expect(days.filter(({ date }) => date.endsWith("-02-29"))).toEqual([
      { date: "2024-02-29", dayOfWeek: "Thursday", requiredHours: 8, isWorkingDay: true },
    ]);
    expect(new Set(days.map(({ date }) => date)).size).toBe(1100);
  });

  test("rounds the average once, from seconds and not from the rounded total", async () => {
    // Two days of 7.5025 h each: 15.005 h in all, which is 15.01 rounded. Half of that would be 7.505, so 7.51.
    const { reply } = await openSession({
      upstream: editDays((days) => days.map((day) => ({ ...day, requiredSeconds: 27009 }))),
    });
    const { summary } = await reply("get_schedule", {
      startDate: "2026-01-05",
      endDate: "2026-01-06",
    });
    expect(summary).toMatchObject({ totalRequiredHours: 15.01, averageDailyHours: 7.5 });
  });

  test("counts a day of the working type as a working day, even if it requires no hours", async () => {
    const { reply } = await openSession({
      upstream: editDays((days) => days.map((day) => ({ ...day, requiredSeconds: 0 }))),
    });
    const { days, summary } = await reply("get_schedule", {
      startDate: "2026-01-09",
      endDate: "2026-01-10",
    });
    expect(days.map(({ isWorkingDay }) => isWorkingDay)).toEqual([true, false]);
    expect(summary).toMatchObject({ workingDays: 1, totalRequiredHours: 0, averageDailyHours: 0 });
  });
});

/** Changes the days of every schedule on their way to the client. */
function editDays(edit: (days: { date: string }[]) => { date: string }[]) {
  return (fetch: (request: Request) => Promise<Response>) => async (request: Request) => {
    const response = await fetch(request);
    if (!request.url.includes("user-schedule")) return response;
    const body = (await response.json()) as { results: { date: string }[] };
    return Response.json({ ...body, results: edit(body.results) });
  };
}
