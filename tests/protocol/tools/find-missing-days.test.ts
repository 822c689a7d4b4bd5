import { describe, expect, test } from "vitest";
import { example } from "../../helpers/examples.ts";
import { COLLEAGUE, ME, worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";

const HOUR = 3600;
const WEEK = { startDate: "2026-01-05", endDate: "2026-01-11" };

const open = (options: SessionOptions = {}) => openSession({ toolSets: ["fill"], ...options });

describe("find_missing_days", () => {
  test("returns the days that lack hours, those with too many, and the balance, with two requests", async () => {
    const { call, requests } = await open({
      seed: {
        holidays: [
          { date: "2026-01-06", name: "Epiphany", durationSeconds: 8 * HOUR },
          { date: "2026-01-08", name: "Company afternoon", durationSeconds: 4 * HOUR },
        ],
        worklogs: [
          worklog({ startDate: "2026-01-05", timeSpentSeconds: 3 * HOUR }),
          worklog({ startDate: "2026-01-05", timeSpentSeconds: 2 * HOUR, issueId: 10099 }),
          worklog({ startDate: "2026-01-07", timeSpentSeconds: 9 * HOUR }),
          worklog({ startDate: "2026-01-10", timeSpentSeconds: 1 * HOUR }),
          worklog({ startDate: "2026-01-09", accountId: COLLEAGUE.accountId }),
        ],
      },
    });
    const { content } = await call("find_missing_days", WEEK);
    expect(content[0]?.text).toBe(JSON.stringify(await example("FindMissingDaysResponse/week")));
    expect(requests).toEqual([
      { operation: "getMyself", parameters: {} },
      {
        operation: "getUserSchedule",
        parameters: { accountId: ME.accountId, from: "2026-01-05", to: "2026-01-11" },
      },
      expect.objectContaining({ operation: "getWorklogsByUser" }),
    ]);
  });

  test("of a full day returns no day", async () => {
    const { reply } = await open({ seed: { worklogs: [worklog({ startDate: "2026-01-05" })] } });
    expect(await reply("find_missing_days", { startDate: "2026-01-05" })).toEqual(
      await example("FindMissingDaysResponse/full"),
    );
  });

  test.each([
    [59, [], 0],
    [60, [expect.objectContaining({ missingHours: 0.02 })], 0.02],
  ])("of a gap of %i seconds returns %o", async (gap, days, missingHours) => {
    const { reply } = await open({
      seed: { worklogs: [worklog({ startDate: "2026-01-05", timeSpentSeconds: 8 * HOUR - gap })] },
    });
    const found = await reply("find_missing_days", { startDate: "2026-01-05" });
    expect(found.days).toEqual(days);
    expect(found.summary).toMatchObject({ missingHours, missingDays: days.length, balanceHours: -0.02 });
  });
});
