import fc from "fast-check";
import { expect, test } from "vitest";
import type { SandboxMembership, SandboxSeed, SandboxWorklog } from "../../../src/sandbox/state.ts";
import { addDays, datesOf, isWeekend } from "../../../src/timesheet/dates.ts";
import { ME, worklog } from "../../helpers/seeds.ts";
import { openSession } from "../../helpers/session.ts";
import { user } from "../../helpers/teams.ts";

const PERIOD = { startDate: "2026-01-01", endDate: "2026-01-31" };
const PEOPLE = [ME, ..."bcdef".split("").map((letter) => user(letter, `Member ${letter}`))];

const aDate = fc.integer({ min: -20, max: 50 }).map((days) => addDays(PERIOD.startDate, days));

interface RandomTeam {
  members: SandboxMembership[];
  worklogs: Omit<SandboxWorklog, "id">[];
  unscheduled: boolean[];
}

const teams: fc.Arbitrary<RandomTeam> = fc.record({
  members: fc
    .subarray(PEOPLE, { minLength: 1 })
    .chain((people) =>
      fc.tuple(
        ...people.map(({ accountId }) =>
          fc.record(
            { accountId: fc.constant(accountId), from: aDate, to: aDate, withoutTimesheet: fc.boolean() },
            { requiredKeys: ["accountId"] },
          ),
        ),
      ),
    ),
  worklogs: fc.array(
    fc
      .record({
        person: fc.nat(PEOPLE.length - 1),
        startDate: aDate,
        timeSpentSeconds: fc.integer({ min: 60, max: 40_000 }),
        issueId: fc.constantFrom(10123, 10007, 10099),
      })
      .map(({ person, ...parts }) =>
        worklog({
          ...parts,
          accountId: PEOPLE[person]?.accountId ?? "",
          description: "CONFIDENTIAL",
          attributes: { _Rate_: "RATE-77" },
        }),
      ),
    { maxLength: 40 },
  ),
  unscheduled: fc.array(fc.boolean(), { minLength: PEOPLE.length, maxLength: PEOPLE.length }),
});

/** The time that the reply must have for a member, counted date by date. Undefined for one who is not in the team in the period. */
function counted({ worklogs }: RandomTeam, membership: SandboxMembership, isUnscheduled: boolean) {
  const { accountId, from = PERIOD.startDate, to = PERIOD.endDate } = membership;
  const dates = datesOf(PERIOD).filter((date) => from <= date && date <= to);
  if (dates.length === 0) return undefined;
  const booked = worklogs
    .filter((it) => it.accountId === accountId && dates.includes(it.startDate))
    .reduce((sum, { timeSpentSeconds }) => sum + timeSpentSeconds, 0);
  const required = isUnscheduled ? 0 : dates.filter((date) => !isWeekend(date)).length * 8 * 3600;
  return { booked, required };
}

const hours = (seconds: number) => Math.round(seconds / 36) / 100;

test.each(["cloud", "datacenter"] as const)(
  "replies about random teams have the hours that are counted, and never a comment, an issue or a rate, on %s",
  async (deployment) => {
    await fc.assert(
      fc.asyncProperty(teams, fc.boolean(), async (team, days) => {
        const people = PEOPLE.map((it, index) => ({
          ...it,
          ...(team.unscheduled[index] && { workingDaySeconds: 0 }),
        }));
        const [me = ME, ...colleagues] = people;
        const seed: Partial<SandboxSeed> = {
          me,
          colleagues,
          teams: [{ id: 7, name: "Delivery", members: team.members }],
          workAttributes: [{ id: 1, key: "_Rate_", name: "Rate", required: false }],
          worklogs: team.worklogs,
        };
        const { call } = await openSession({ deployment, toolSets: ["team"], seed });
        const result = await call("get_team_timesheets", { team: "Delivery", days });
        const text = JSON.stringify(result);
        expect(text).not.toMatch(/CONFIDENTIAL|PROJ-|SECRET-|10123|10007|10099|RATE-77|Implement|review/);
        if (result.isError) {
          expect(text).toMatch(/shows you no timesheet/);
          return;
        }
        const reply = result.structuredContent as unknown as {
          members: { name: string; requiredHours?: number; bookedHours: number; missingHours?: number }[];
          summary: { members: number; bookedHours: number };
        };
        const expected = team.members.flatMap((member) => {
          const index = PEOPLE.findIndex(({ accountId }) => accountId === member.accountId);
          const isUnscheduled = team.unscheduled[index] === true;
          const count = counted(team, member, isUnscheduled);
          return count ? [{ name: PEOPLE[index]?.displayName ?? "", isUnscheduled, ...count }] : [];
        });
        const shown = new Map(
          reply.members.map(({ name, requiredHours, bookedHours, missingHours }) => [
            name,
            { requiredHours, bookedHours, missingHours },
          ]),
        );
        expect(shown).toEqual(
          new Map(
            expected.map(({ name, isUnscheduled, required, booked }) => [
              name,
              {
                requiredHours: isUnscheduled ? undefined : hours(required),
                bookedHours: hours(booked),
                missingHours: isUnscheduled
                  ? undefined
                  : required - booked < 60
                    ? 0
                    : hours(required - booked),
              },
            ]),
          ),
        );
        expect(reply.summary.bookedHours).toBe(hours(expected.reduce((sum, { booked }) => sum + booked, 0)));
      }),
      { numRuns: 60 },
    );
  },
  60_000,
);
