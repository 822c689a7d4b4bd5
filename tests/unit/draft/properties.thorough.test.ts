import fc from "fast-check";
import { expect, test } from "vitest";
import type { DraftInput } from "../../../src/timesheet/draft/draft.ts";
import { existingWorklog } from "../posting/worklogs.ts";
import { change, day, draft, HOUR, MONDAY, meeting, minutesOf, TUESDAY, work, worklog } from "./input.ts";

const MINUTE = 60_000;
const START = Date.parse(`${MONDAY}T00:00:00Z`);
const DAY_MINUTES = 1440;

const timeOf = (minute: number) =>
  new Date(START + minute * MINUTE).toISOString().slice(0, 16).replace("T", " ");

/** Minutes of two dates, close together, so that sessions and overlaps are usual. */
const minutes = fc.oneof(
  fc.integer({ min: 500, max: 800 }),
  fc.integer({ min: 0, max: 2 * DAY_MINUTES - 1 }),
);
const names = fc.constantFrom("DEMO-1", "DEMO-2", "DEMO-3", "main", "spike", "HID-1");

const works = fc
  .record({
    minute: minutes,
    branch: names,
    place: fc.constantFrom("web", "api"),
    kind: fc.constantFrom("commit" as const, "session" as const),
    subject: fc.option(fc.constantFrom("Add login", "DEMO-3: Remove login", "wip"), { nil: undefined }),
  })
  .map(({ minute, subject, ...rest }) =>
    work(timeOf(minute), { ...rest, ...(subject !== undefined && { subject }) }),
  );
const changes = fc.tuple(minutes, names).map(([minute, key]) => change(timeOf(minute), key, "Done"));
const meetings = fc
  .tuple(minutes, fc.integer({ min: 5, max: 180 }), names, fc.boolean())
  .map(([minute, length, title, isTentative]) =>
    meeting(timeOf(minute), timeOf(minute + length), title, isTentative ? "tentative" : undefined),
  );
const evidences = fc.array(fc.oneof({ arbitrary: works, weight: 3 }, changes, meetings), { maxLength: 40 });

const conditions = fc.record({
  requiredMinutes: fc.constantFrom(0, 30, 240, 450, 462, 480),
  loggedMinutes: fc.constantFrom(0, 0, 7, 90, 300, 500),
  loggedOn: fc.constantFrom("1", "2", "9"),
  fill: fc.boolean(),
  stepSeconds: fc.constantFrom(60, 300, 360, 600, 900, 1800),
});

test("what was drafted and posted is not drafted again, nor anything that rounding has left of it", () => {
  const property = fc.property(evidences, conditions, (evidence, given) => {
    const { requiredMinutes, fill, stepSeconds } = given;
    const settings = { schedule: [day(MONDAY, requiredMinutes / 60)], fill, stepSeconds };
    const { worklogs } = draft(evidence, settings);
    const existing = worklogs.map(({ issue, seconds }, index) =>
      existingWorklog(String(index + 1), { hours: seconds / HOUR, issue: issue.id }),
    );
    expect(minutesOf({ ...draft(evidence, settings, { existing }), unmapped: [] })).toEqual([]);
  });
  fc.assert(property, { numRuns: 400 });
});

const logs = fc.array(
  fc
    .record({
      date: fc.constantFrom("2025-12-01", "2025-12-02"),
      number: fc.integer({ min: 1, max: 4 }),
      comment: fc.constantFrom("spike", "web main", "Login", "login in main"),
    })
    .map(({ date, number, comment }) => worklog(date, number, comment)),
  { maxLength: 6 },
);

/** Evidence and worklogs, each in two orders. Ids of worklogs tell them apart. */
const shuffled = fc
  .tuple(evidences, logs)
  .map(([evidence, learnt]) => ({
    evidence,
    learnt: learnt.map((it, index) => ({ ...it, id: String(index + 1) })),
  }))
  .chain(({ evidence, learnt }) =>
    fc.record({
      evidence: fc.constant(evidence),
      learnt: fc.constant(learnt),
      evidenceAgain: fc.shuffledSubarray(evidence, { minLength: evidence.length }),
      learntAgain: fc.shuffledSubarray(learnt, { minLength: learnt.length }),
    }),
  );

test("the same evidence makes the same bytes, in whatever order it comes", () => {
  const property = fc.property(shuffled, fc.boolean(), (both, fill) => {
    const given: Partial<DraftInput> = { schedule: [day(MONDAY), day(TUESDAY)], fill, stepSeconds: 900 };
    const first = draft(both.evidence, { ...given, learnt: both.learnt });
    const again = draft(both.evidenceAgain, { ...given, learnt: both.learntAgain });
    expect(JSON.stringify(again)).toBe(JSON.stringify(first));
  });
  fc.assert(property, { numRuns: 150 });
});

test("a date has the same hours in a longer range", () => {
  const property = fc.property(evidences, fc.boolean(), (evidence, fill) => {
    const hoursOf = (schedule: DraftInput["schedule"]) =>
      draft(evidence, { schedule, fill, stepSeconds: 900 })
        .worklogs.filter(({ date }) => date === TUESDAY)
        .map(({ issue, seconds }) => `${issue.key} ${seconds / HOUR}`);
    expect(hoursOf([day(MONDAY), day(TUESDAY)])).toEqual(hoursOf([day(TUESDAY)]));
  });
  fc.assert(property, { numRuns: 100 });
});
