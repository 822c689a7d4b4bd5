import { describe, expect, test } from "vitest";
import { listsPartsOfPeriods } from "../../helpers/other-tempos.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";

const open = (options: SessionOptions = {}) => openSession({ toolSets: ["approvals"], ...options });

const month = (startDate: string, endDate: string, requiredHours: number) => ({
  startDate,
  endDate,
  status: "open",
  requiredHours,
  loggedHours: 0,
  missingHours: requiredHours,
});

describe.each(["cloud", "datacenter"] as const)("get_timesheets on %s", (deployment) => {
  test("shows this period and the one before, with hours, status, reviewer and comment", async () => {
    const { reply } = await open({
      deployment,
      seed: {
        worklogs: [
          worklog({ startDate: "2026-01-05", timeSpentSeconds: 36_000 }),
          worklog({ startDate: "2026-01-06", timeSpentSeconds: 3600 }),
        ],
        approvals: {
          "2025-12-01": {
            status: "in_review",
            comment: "Complete.",
            reviewer: "712020:00000000-0000-4000-8000-00000000000b",
            updatedOn: "2026-01-02",
          },
        },
      },
    });
    expect(await reply("get_timesheets", {})).toEqual({
      timesheets: [
        {
          ...month("2025-12-01", "2025-12-31", 184),
          status: "in_review",
          reviewer: "Bo",
          comment: "Complete.",
        },
        { ...month("2026-01-01", "2026-01-31", 176), loggedHours: 11, missingHours: 167 },
      ],
    });
  });

  test("shows each period with a date in the range, and no other", async () => {
    const { reply } = await open({ deployment });
    expect(await reply("get_timesheets", { startDate: "2025-10-31", endDate: "2025-12-01" })).toEqual({
      timesheets: [
        month("2025-10-01", "2025-10-31", 184),
        month("2025-11-01", "2025-11-30", 160),
        month("2025-12-01", "2025-12-31", 184),
      ],
    });
    expect(await reply("get_timesheets", { startDate: "2025-11-10" })).toEqual({
      timesheets: [month("2025-11-01", "2025-11-30", 160)],
    });
  });

  test("shows weeks where weeks are submitted", async () => {
    const { reply } = await open({ deployment, seed: { approvalPeriod: "WEEK" } });
    expect(await reply("get_timesheets", {})).toEqual({
      timesheets: [month("2026-01-05", "2026-01-11", 40), month("2026-01-12", "2026-01-18", 40)],
    });
  });
});

test("needs six requests on Tempo Cloud, and four on Data Center", async () => {
  const count = async (deployment: "cloud" | "datacenter") => {
    const { reply, requests } = await open({ deployment });
    await reply("get_timesheets", {});
    return requests.length;
  };
  expect([await count("cloud"), await count("datacenter")]).toEqual([6, 4]);
});

test("finds the same periods if Tempo Cloud also lists those that are partly in the range", async () => {
  const { reply } = await open({ upstream: listsPartsOfPeriods });
  const { timesheets } = await reply("get_timesheets", {});
  expect(timesheets.map(({ startDate }) => startDate)).toEqual(["2025-12-01", "2026-01-01"]);
});

test.each(["Approvals", "Periods"] as const)(
  "without the scope %s, the error names all scopes that a new token needs",
  async (scope) => {
    const { refusal } = await open({ behaviour: { missingTempoScopes: [scope] } });
    expect(await refusal("get_timesheets", {})).toBe(
      "The token's owner lacks permission for this in Tempo (HTTP 403). If Tempo gives no other reason, the token in " +
        "TEMPO_API_TOKEN lacks a scope. The scopes of a token cannot be changed: create a new one in Tempo, Settings, API " +
        "integration, with Worklogs (manage), Schemes (view), Periods (view) and Approvals (manage), and set TEMPO_API_TOKEN to it.",
    );
  },
);
