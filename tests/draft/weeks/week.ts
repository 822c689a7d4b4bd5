import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { calendarSource } from "../../../src/evidence/calendar/calendar-source.ts";
import { sessionsSource } from "../../../src/evidence/sessions/sessions-source.ts";
import { systemClock } from "../../../src/runtime/clock.ts";
import { addDays, datesOf, dayOfWeek } from "../../../src/timesheet/dates.ts";
import type { DraftInput, MappingRule } from "../../../src/timesheet/draft/draft.ts";
import type { Evidence } from "../../../src/timesheet/draft/evidence.ts";
import type { ExistingWorklog, LoggedWorklog } from "../../../src/timesheet/port.ts";
import type { LoggedTimes } from "../../../src/timesheet/posting/post-planned.ts";
import { scopeOf } from "../../unit/evidence/calendar.ts";
import { draftInput, existingWorklog, learntWorklog, scheduleFrom } from "../world.ts";
import { calendarOf } from "./calendar.ts";
import { type Dice, diceFrom } from "./dice.ts";
import { LEARNT_TITLES, RECURRING } from "./meetings.ts";
import { planDay } from "./plan-day.ts";
import { tracesOf } from "./traces.ts";
import { type Line, unattendedMoments, writeTranscripts } from "./transcripts.ts";
import { type Day, workedSpans } from "./truth.ts";
import { CEREMONIES, createUser, type User } from "./user.ts";

/** A week as it was, and what is left of it for a draft. */
export interface Week {
  days: Day[];
  input: DraftInput;
  logged: LoggedTimes;
  /** The moments of assistants that are no work of the user, as `momentOf` names them. */
  unattended: ReadonlySet<string>;
}

/** Zones with a week of common days, and one with a change of clocks. */
const WEEKS = [
  ["UTC", "2026-11-16", "2026-03-02"],
  ["Europe/Berlin", "2026-11-16", "2026-03-23"],
  ["Europe/Berlin", "2026-06-15", "2026-10-19"],
  ["America/New_York", "2026-07-06", "2026-10-26"],
  ["Africa/Cairo", "2026-02-02", "2026-04-20"],
  ["Asia/Kolkata", "2026-11-16", "2026-01-05"],
  ["Australia/Lord_Howe", "2026-08-10", "2026-03-30"],
  ["Pacific/Auckland", "2026-11-16", "2026-09-21"],
] as const;

/** The same week for the same seed. */
export async function createWeek(seed: number): Promise<Week> {
  const dice = diceFrom(seed);
  const [zone, common, changing] = dice.pick(WEEKS);
  const startDate = dice.chance(0.7) ? common : changing;
  const user = createUser(zone, dice);
  const before = daysFrom(addDays(startDate, -7), user.required, user, dice);
  const required = user.required.map((seconds) =>
    // Holidays are whole or half days.
    dice.chance(0.06) ? (dice.chance(0.3) ? seconds / 2 : 0) : seconds,
  );
  const days = daysFrom(startDate, required, user, dice);
  const range = { startDate, endDate: addDays(startDate, 6) };
  const traces = [...before, ...days].map((day) => tracesOf(day, user, dice));
  const lines = traces.flatMap((it) => it.lines);
  const input = draftInput({
    range,
    zone,
    schedule: scheduleFrom(startDate, required),
    evidence: withoutTies([
      ...(await readSources({ days, lines, range, zone })),
      ...traces.flatMap(({ activities }) => activities),
    ]),
    rules: rulesOf(user),
    learnt: learntOf(user, startDate),
    stepSeconds: dice.pick([900, 900, 900, 300, 360, 1800, 60]),
  });
  const existing = days.flatMap((day) => (dice.chance(0.15) ? halfOf(day, dice) : []));
  const logged = { existing, unlisted: [], inDoubt: new Map() };
  return { days, input, logged, unattended: unattendedMoments(lines) };
}

/** Reads the calendar of days and the transcripts as a draft's sources do, but for the limits of time. */
async function readSources({
  days,
  lines,
  range,
  zone,
}: Pick<DraftInput, "range" | "zone"> & { days: readonly Day[]; lines: readonly Line[] }): Promise<
  Evidence[]
> {
  const folder = await mkdtemp(join(tmpdir(), "tempofiller-week-"));
  const wallClock = () => Date.parse(addDays(range.endDate, 2));
  const scope = scopeOf({ range, zone, context: { clock: { ...systemClock, wallClock } } });
  try {
    const file = join(folder, "week.ics");
    await writeFile(file, calendarOf(days, zone));
    await writeTranscripts(folder, lines);
    const folders = { "claude-code": folder, codex: folder, copilot: folder };
    const before = { startDate: addDays(range.startDate, -7), endDate: addDays(range.startDate, -1) };
    const sessions = sessionsSource({ assistants: ["claude-code"], folders });
    const read = [
      await calendarSource({ calendars: [file], fetch }).read(range, scope),
      await sessions.read(before, scope),
      await sessions.read(range, scope),
    ];
    const problems = read.flatMap((it) => it.problems);
    if (problems.length > 0) throw new Error(problems.join(" "));
    // A model of a meeting's order needs none of its own.
    const meetings = (read[0]?.evidence ?? []).toSorted((one, other) => startOf(one) - startOf(other));
    return [...meetings, ...read.slice(1).flatMap(({ evidence }) => evidence)];
  } finally {
    await rm(folder, { recursive: true });
  }
}

const startOf = (it: Evidence) => (it.kind === "meeting" ? it.start : it.at);

/** The page does not say which of two events at one moment is the later one. */
function withoutTies(evidence: readonly Evidence[]): Evidence[] {
  const moments = new Set<number>();
  return evidence.filter((it) => {
    if (it.kind === "meeting") return true;
    const isFirst = !moments.has(it.at);
    moments.add(it.at);
    return isFirst;
  });
}

function daysFrom(startDate: string, required: readonly number[], user: User, dice: Dice): Day[] {
  const dates = datesOf({ startDate, endDate: addDays(startDate, 6) });
  return dates.map((date, index) => planDay(date, required[index] ?? 0, user, dice));
}

function rulesOf({ recurring }: User): MappingRule[] {
  return recurring === "rule"
    ? RECURRING.map((title) => ({ pattern: `${title}*`, issueKey: CEREMONIES }))
    : [];
}

/** The user has logged recurring meetings by their title on the Fridays before, and others sometimes. */
function learntOf({ recurring }: User, startDate: string): LoggedWorklog[] {
  const titles = [
    ...Object.entries(LEARNT_TITLES),
    ...(recurring === "learnt" ? RECURRING.map((title) => [title, CEREMONIES] as const) : []),
  ];
  return titles.map(([title, key], index) => {
    const date = addDays(startDate, -3 - 7 * index);
    if (dayOfWeek(date) !== "Friday") throw new Error(`${startDate} is not a Monday`);
    return learntWorklog(key, date, title.toUpperCase());
  });
}

/** The user has logged the first half of the day, to a quarter of an hour. */
function halfOf(day: Day, { between }: Dice): ExistingWorklog[] {
  const spans = workedSpans(day).sort((one, other) => one.start - other.start);
  const first = spans.slice(0, Math.ceil((spans.length * between(3, 7)) / 10));
  const seconds = new Map<string, number>();
  for (const { issueKey, start, end } of first)
    seconds.set(issueKey, (seconds.get(issueKey) ?? 0) + (end - start) / 1000);
  return [...seconds].flatMap(([key, worked]) => {
    const logged = Math.round(worked / 900) * 900;
    return logged === 0 ? [] : [existingWorklog(key, day.date, logged)];
  });
}
