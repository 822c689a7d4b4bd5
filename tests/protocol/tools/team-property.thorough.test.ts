import fc from "fast-check";
import { expect, test } from "vitest";
import type { GetTeamTotalsResponse } from "../../../src/generated/responses.ts";
import type { SandboxMembership, SandboxSeed, SandboxWorklog } from "../../../src/sandbox/state.ts";
import { addDays, datesOf, dayOfWeek, isWeekend } from "../../../src/timesheet/dates.ts";
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

const teams = (least: { members: number; worklogs: number }): fc.Arbitrary<RandomTeam> =>
  fc.record({
    members: fc
      .subarray(PEOPLE, { minLength: least.members })
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
      { minLength: least.worklogs, maxLength: 40 },
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
      fc.asyncProperty(teams({ members: 1, worklogs: 0 }), fc.boolean(), async (team, days) => {
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
          members: { name: string; requiredHours?: number; loggedHours: number; missingHours?: number }[];
          summary: { members: number; loggedHours: number };
        };
        const expected = team.members.flatMap((member) => {
          const index = PEOPLE.findIndex(({ accountId }) => accountId === member.accountId);
          const isUnscheduled = team.unscheduled[index] === true;
          const count = counted(team, member, isUnscheduled);
          return count ? [{ name: PEOPLE[index]?.displayName ?? "", isUnscheduled, ...count }] : [];
        });
        const shown = new Map(
          reply.members.map(({ name, requiredHours, loggedHours, missingHours }) => [
            name,
            { requiredHours, loggedHours, missingHours },
          ]),
        );
        expect(shown).toEqual(
          new Map(
            expected.map(({ name, isUnscheduled, required, booked }) => [
              name,
              {
                requiredHours: isUnscheduled ? undefined : hours(required),
                loggedHours: hours(booked),
                missingHours: isUnscheduled
                  ? undefined
                  : required - booked < 60
                    ? 0
                    : hours(required - booked),
              },
            ]),
          ),
        );
        expect(reply.summary.loggedHours).toBe(hours(expected.reduce((sum, { booked }) => sum + booked, 0)));
      }),
      { numRuns: 60 },
    );
  },
  60_000,
);

const KEYS: Record<number, string> = { 10123: "PROJ", 10007: "PROJ", 10099: "" };

const totals = fc.record({
  start: fc.integer({ min: -40, max: 45 }),
  days: fc.integer({ min: 1, max: 70 }),
  groupBy: fc.constantFrom(
    "person" as const,
    "project" as const,
    "day" as const,
    "week" as const,
    "month" as const,
  ),
  then: fc.constantFrom("person", "project", undefined),
  limit: fc.integer({ min: 1, max: 60 }),
});

/** The worklogs on dates in the team, and those of them in months in which three members or more have such. */
function countable({ members, worklogs }: RandomTeam) {
  const inTeam = worklogs.filter(({ accountId, startDate }) =>
    members.some(
      ({ accountId: id, from = startDate, to = startDate }) =>
        id === accountId && from <= startDate && startDate <= to,
    ),
  );
  const month = ({ startDate }: { startDate: string }) => startDate.slice(0, 7);
  const loggedIn = (wanted: string) =>
    new Set(inTeam.filter((it) => month(it) === wanted).map(({ accountId }) => accountId)).size;
  return { inTeam, counted: inTeam.filter((it) => loggedIn(month(it)) >= 3), month };
}

test.each(["cloud", "datacenter"] as const)(
  "totals of random teams are those of an independent count to the second, show no month of one or two members, and never show a " +
    "comment, an issue or a rate, on %s",
  async (deployment) => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(
        teams({ members: 4, worklogs: 25 }),
        totals,
        async (team, { start, days, then, ...asked }) => {
          const [me = ME, ...colleagues] = PEOPLE;
          const seed: Partial<SandboxSeed> = {
            me,
            colleagues,
            teams: [{ id: 7, name: "Delivery", members: team.members }],
            workAttributes: [{ id: 1, key: "_Rate_", name: "Rate", required: false }],
            worklogs: team.worklogs,
          };
          const { call } = await openSession({ deployment, toolSets: ["team"], seed });
          const startDate = addDays(PERIOD.startDate, start);
          const range = { startDate, endDate: addDays(startDate, days - 1) };
          const result = await call("get_team_totals", {
            team: "Delivery",
            ...range,
            ...asked,
            ...(then !== undefined && then !== asked.groupBy && { then }),
          });
          const text = JSON.stringify(result);
          expect(text).not.toMatch(/CONFIDENTIAL|PROJ-|SECRET-|10123|10007|10099|RATE-77|Implement|review/);
          const { inTeam, counted: all, month } = countable(team);
          const months = new Set(datesOf(range).map((startDate) => month({ startDate })));
          const leftOut = inTeam.filter((it) => months.has(month(it)) && !all.includes(it)).map(month);
          if (result.isError) {
            if (!text.includes("shows you no timesheet")) {
              expect(text).toMatch(/would show the hours of single members/);
              expect(leftOut.length).toBeGreaterThan(0);
              expect(all.filter((it) => months.has(month(it)))).toEqual([]);
            }
            return;
          }
          const reply = result.structuredContent as unknown as GetTeamTotalsResponse;
          const own = all.filter(({ startDate: date }) => range.startDate <= date && date <= range.endDate);
          const seconds = (worklogs: typeof own) =>
            worklogs.reduce((sum, it) => sum + it.timeSpentSeconds, 0);
          told += own.length;
          expect(reply.leftOut ?? []).toEqual([...new Set(leftOut)].sort());
          expect(reply.incomplete).toBe(undefined);
          expect([reply.summary.totalHours, reply.summary.totalEntries]).toEqual([
            hours(seconds(own)),
            own.length,
          ]);
          const groupOf = ({ accountId, issueId, startDate: date }: (typeof own)[number]) => {
            const monday = datesOf({ startDate: addDays(date, -6), endDate: date }).find(
              (it) => dayOfWeek(it) === "Monday",
            );
            return {
              person: PEOPLE.find((it) => it.accountId === accountId)?.displayName,
              project: KEYS[issueId],
              day: date,
              week: monday,
              month: date.slice(0, 7),
            }[asked.groupBy];
          };
          for (const { key, hours: shown, entryCount } of reply.groups.filter((it) => it.key !== "other")) {
            const of = own.filter((it) => groupOf(it) === key);
            expect(of.length).toBe(entryCount);
            expect(Math.abs(shown * 3600 - seconds(of))).toBeLessThan(36);
          }
          const cents = (groups: readonly { hours: number }[]) =>
            groups.reduce((sum, it) => sum + Math.round(it.hours * 100), 0);
          expect(cents(reply.groups)).toBe(Math.round(reply.summary.totalHours * 100));
          for (const group of reply.groups) {
            if (group.groups) expect(cents(group.groups)).toBe(Math.round(group.hours * 100));
          }
        },
      ),
      { numRuns: 60 },
    );
    expect(told).toBeGreaterThan(0);
  },
  60_000,
);
