import { expect, test } from "vitest";
import type { Activity, Meeting } from "../../../src/timesheet/draft/evidence.ts";
import { groupBy } from "../../../src/timesheet/group-by.ts";
import { localTime } from "../../draft/local-time.ts";
import { createWeek, type Week } from "../../draft/weeks/week.ts";

/** The properties for which accuracy is published: without one of them, a figure would rise and say less. */
const weeks: Week[] = [];
for (let count = 0; count < 300; count += 1) weeks.push(await createWeek(20_261_123 + count));

const commitsOf = ({ input }: Week) => input.evidence.filter((it): it is Activity => it.kind === "commit");
const meetingsOf = ({ input }: Week) => input.evidence.filter((it): it is Meeting => it.kind === "meeting");
const keyIn = (text = "") => /DEMO-\d+/.exec(text)?.[0];
const appointmentsOf = ({ days }: Week) => days.flatMap(({ appointments }) => appointments);

function shareOf<Of>(all: readonly Of[], isPart: (one: Of) => boolean): number {
  return all.filter(isPart).length / all.length;
}

function expectBetween(value: number, least: number, most: number): void {
  expect([value >= least, value <= most], `${value}`).toEqual([true, true]);
}

test("of 100 days with the user's commits in a repository, 55 to 70 have one commit", () => {
  const counts = weeks.flatMap((week) => {
    const dayOf = ({ at, place }: Activity) => `${localTime(at, week.input.zone).date} ${place}`;
    return [...groupBy(commitsOf(week), dayOf).values()].map(({ length }) => length);
  });
  expect(counts.length).toBeGreaterThan(1500);
  expectBetween(
    shareOf(counts, (count) => count === 1),
    0.55,
    0.7,
  );
});

test("of 100 commits with keys in branch and subject, some 9 name two issues, of which the subject's is mostly right", () => {
  const withBoth = weeks.flatMap((week) => {
    const blocks = week.days.flatMap((day) => day.blocks);
    return commitsOf(week).flatMap(({ at, detail, subject }) => {
      const [ofBranch, ofSubject] = [keyIn(detail), keyIn(subject)];
      if (ofBranch === undefined || ofSubject === undefined) return [];
      const own = blocks.findLast(({ start, subjectKey }) => start <= at && subjectKey === ofSubject);
      return [{ isMixed: ofBranch !== ofSubject, own, ofSubject }];
    });
  });
  expect(withBoth.length).toBeGreaterThan(1500);
  expectBetween(
    shareOf(withBoth, ({ isMixed }) => isMixed),
    0.07,
    0.12,
  );
  // Commits of the week before have no block here.
  const known = withBoth.filter(({ isMixed, own }) => isMixed && own !== undefined);
  expectBetween(
    shareOf(known, ({ own, ofSubject }) => own?.issueKey === ofSubject),
    0.8,
    0.97,
  );
});

test("calendars have long blocks in which the user commits, and some that no draft takes for meetings", () => {
  const appointments = weeks.flatMap((week) => appointmentsOf(week).map((it) => ({ ...it, week })));
  const blocks = appointments.filter(({ busyStatus }) => busyStatus === "BUSY");
  const isLong = ({ start, end }: Meeting) => end - start >= 2 * 3_600_000;
  expect(shareOf(blocks, ({ start, end }) => end - start >= 2 * 3_600_000)).toBe(1);
  expect(weeks.flatMap((week) => meetingsOf(week).filter(isLong)).length).toBe(blocks.length);
  const hasWork = ({ start, end, week }: (typeof blocks)[number]) =>
    commitsOf(week).some(({ at }) => start <= at && at < end);
  expectBetween(shareOf(blocks, hasWork), 0.4, 1);
  expectBetween(blocks.length / weeks.length, 0.4, 2);
  expect(appointments.filter(({ busyStatus }) => busyStatus === "OOF").length).toBeGreaterThan(5);
  expect(appointments.filter(({ busyStatus }) => busyStatus === "WORKINGELSEWHERE").length).toBeGreaterThan(
    50,
  );
});

test("meetings are where their newest version has them, and nowhere else", () => {
  const moved = weeks.flatMap((week) =>
    appointmentsOf(week)
      .filter((it) => (it.earlierStart ?? it.regularStart ?? it.start) !== it.start)
      .map((it) => ({ ...it, starts: meetingsOf(week).filter(({ title }) => title === it.title) })),
  );
  expectBetween(moved.length / weeks.length, 0.5, 3);
  expect(moved.filter(({ start, starts }) => !starts.some((it) => it.start === start))).toEqual([]);
  const counts = weeks.map((week) => [
    meetingsOf(week).length,
    appointmentsOf(week).filter(({ busyStatus = "BUSY" }) => busyStatus === "BUSY").length,
  ]);
  expect(counts.filter(([read, real]) => read !== real)).toEqual([]);
});

test("assistants work alone, after a prompt or without any, and beside the user", () => {
  const runs = weeks.flatMap(({ days }) => days.flatMap((day) => day.runs.map((run) => ({ ...run, day }))));
  expectBetween(runs.length / weeks.length, 0.3, 3);
  expectBetween(
    shareOf(runs, ({ isPrompted }) => isPrompted),
    0.5,
    0.95,
  );
  const isBesideUser = ({ start, end, day }: (typeof runs)[number]) =>
    day.blocks.some((block) => block.start > start && block.start < end);
  expectBetween(shareOf(runs, isBesideUser), 0.2, 0.9);
  expect(weeks.filter(({ unattended }) => unattended.size > 0).length).toBeGreaterThan(weeks.length / 10);
});
