import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { sizeOf } from "../../../scripts/sizes/size.ts";
import { addDays } from "../../../src/timesheet/dates.ts";
import { ACCOUNT, manyWorklogs, sumHours, YEARS } from "../../helpers/many-worklogs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { openSession, type SessionOptions } from "../../helpers/session.ts";

describe.each(["cloud", "datacenter"] as const)("get_totals on %s", (deployment) => {
  const open = (options: SessionOptions) => openSession({ deployment, toolSets: ["reports"], ...options });

  test("is at most 500 tokens by default, whatever the range and the groups", async () => {
    const { call } = await open({ seed: manyWorklogs({ count: 1500, issues: 400 }) });
    const dimensions = ["issue", "project", "account", "day", "week", "month"];
    const args = dimensions.flatMap((groupBy) =>
      [undefined, ...dimensions]
        .filter((then) => then !== groupBy)
        .map((then) => ({ ...YEARS, groupBy, ...(then !== undefined && { then }) })),
    );
    for (const given of args) {
      const { content } = await call("get_totals", given);
      const { tokens } = sizeOf(content[0]?.text ?? "");
      expect(tokens, JSON.stringify(given)).toBeLessThanOrEqual(500);
    }
  }, 60_000);

  test("is exact: what it adds up is what an independent count finds, and the column adds up too", async () => {
    const entry = fc.record({
      day: fc.integer({ min: 0, max: 400 }),
      issueId: fc.constantFrom(10123, 10007, 10004, 10050),
      seconds: fc.integer({ min: 1, max: 86_400 }),
      billable: fc.constantFrom(0, 0.5, 1),
      account: fc.constantFrom("", "ACME", "OPS"),
    });
    const groupBy = fc.constantFrom("issue", "project", "account", "day", "week", "month");
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 60 }),
        groupBy,
        fc.integer({ min: 1, max: 60 }),
        async (entries, by, limit) => {
          const { reply } = await open({
            seed: {
              workAttributes: [ACCOUNT],
              worklogs: entries.map(({ day, issueId, seconds, billable, account }) =>
                worklog({
                  startDate: addDays("2025-01-01", day),
                  issueId,
                  timeSpentSeconds: seconds,
                  billableSeconds: Math.floor(billable * seconds),
                  ...(account !== "" && { attributes: { _Account_: account } }),
                }),
              ),
            },
          });
          const range = { startDate: "2025-01-10", endDate: "2025-12-20" };
          const totals = await reply("get_totals", { ...range, groupBy: by, limit });
          const inRange = entries.filter(({ day }) => day >= 9 && day <= 353);
          const seconds = inRange.reduce((total, it) => total + it.seconds, 0);
          const billable = inRange.reduce((total, it) => total + Math.floor(it.billable * it.seconds), 0);
          expect(totals.summary).toMatchObject({
            totalHours: Math.round(seconds / 36) / 100,
            billableHours: Math.round(billable / 36) / 100,
            totalEntries: inRange.length,
          });
          expect(sumHours(totals.groups.map(({ hours }) => hours))).toBe(totals.summary.totalHours);
          expect(sumHours(totals.groups.map(({ entryCount }) => entryCount))).toBe(inRange.length);
          for (const { hours, billableHours = 0 } of totals.groups)
            expect(billableHours).toBeLessThanOrEqual(hours);
        },
      ),
      { numRuns: 15 },
    );
  }, 60_000);
});
