import { momentOf } from "../local-time.ts";
import type { Dice } from "./dice.ts";
import { blocksOn, meetingsOn, type Slot } from "./meetings.ts";
import type { Block, Day } from "./truth.ts";
import { branchFor, type Task, type User } from "./user.ts";

const MINUTE = 60_000;
const TURN_MINUTES = 10;

/** The truth of a day of so many required seconds; without work if it requires none, and rarely with a night's work. */
export function planDay(date: string, required: number, user: User, dice: Dice): Day {
  const { chance, between } = dice;
  const day: Day = { date, blocks: [], appointments: [], errands: [], runs: [] };
  // Clocks change at night: an hour is there twice or not at all.
  if (required === 0) {
    if (chance(0.06)) addBlock(day, momentOf(date, 60, user.zone), 0, between(60, 200), user, dice);
    return day;
  }
  const midnight = momentOf(date, 720, user.zone) - 720 * MINUTE;
  const slots = meetingsOn(date, user, dice);
  const blocks = blocksOn(user, dice);
  const attended = slots.flatMap((slot) => (slot.attended ? [{ ...slot.attended, isWork: true }] : []));
  const away = blocks.flatMap(({ busyStatus, from, minutes }) =>
    busyStatus === "OOF" ? [{ from, to: from + minutes, isWork: false }] : [],
  );
  const lunch = between(700, 760);
  const breaks = [...attended, ...away, { from: lunch, to: lunch + between(25, 60), isWork: false }].sort(
    (one, other) => one.from - other.from,
  );
  let now = between(450, 600);
  let left = Math.round(required / 60) + between(-45, 40);
  for (const pause of breaks) {
    left -= workUntil(pause.from);
    if (pause.isWork) left -= Math.max(0, pause.to - Math.max(now, pause.from));
    now = Math.max(now, pause.to);
  }
  workUntil(Infinity);
  day.appointments = [...slots, ...blocks]
    .filter((slot) => slot.from < now)
    .map((slot) => appointment(slot, midnight));
  if (user.assisted > 0) addRuns(day, midnight, user, dice);
  return day;

  /** Returns the minutes worked. */
  function workUntil(end: number): number {
    let done = 0;
    while (now < end - 5 && left - done > 5) {
      if (chance(0.15)) now += between(4, 15);
      const minutes = Math.min(between(25, 150), end - now, left - done);
      if (minutes <= 0) break;
      addBlock(day, midnight, now, minutes, user, dice);
      done += minutes;
      now += minutes;
    }
    return done;
  }
}

function appointment(
  { from, minutes, regular, earlier, attended, ...rest }: Slot,
  midnight: number,
): Day["appointments"][number] {
  const at = (minute: number) => midnight + minute * MINUTE;
  return {
    ...rest,
    start: at(from),
    end: at(from + minutes),
    ...(regular !== undefined && { regularStart: at(regular) }),
    ...(earlier !== undefined && { earlierStart: at(earlier) }),
    attended: attended && { start: at(attended.from), end: at(attended.to) },
  };
}

/** Adds work on a task; by turns on two, or with a look at another issue between, now and then. */
function addBlock(day: Day, midnight: number, from: number, minutes: number, user: User, dice: Dice): void {
  const { chance, between, pick } = dice;
  const recent = day.blocks.at(-1)?.task;
  const task = recent && chance(0.35) ? recent : pick(user.tasks);
  const span = (start: number, end: number, of: Task): Block => ({
    start: midnight + start * MINUTE,
    end: midnight + end * MINUTE,
    issueKey: of.issueKey,
    task: of,
    ...namesIn(of, user, dice),
  });
  const other = pick(user.tasks);
  if (minutes >= 60 && other.repository !== task.repository && chance(0.25)) {
    for (let turn = from; turn < from + minutes; turn += TURN_MINUTES) {
      const isFirst = ((turn - from) / TURN_MINUTES) % 2 === 0;
      day.blocks.push(span(turn, Math.min(turn + TURN_MINUTES, from + minutes), isFirst ? task : other));
    }
    return;
  }
  if (minutes >= 40 && chance(0.12)) {
    const [start, length] = [from + between(5, minutes - 15), between(3, 10)];
    day.blocks.push(span(from, start, task));
    day.errands.push(span(start, start + length, other));
    day.blocks.push(span(start + length, from + minutes, task));
    return;
  }
  day.blocks.push(span(from, from + minutes, task));
}

/**
 * The branch and the key in the subjects of work on a task. Where commits have keys in both, 9 of 100 name another issue than their branch:
 * of 100 such commits of three public projects, the subject was right 86 times, the branch 6, and 8 did not tell, which a coin decides here.
 */
function namesIn(
  task: Task,
  { tasks }: User,
  { chance, between, pick }: Dice,
): Pick<Block, "branch" | "subjectKey"> {
  const { branch, issueKey, keyIn } = task;
  const subjectKey = keyIn === "branch" || keyIn === "nothing" ? undefined : issueKey;
  const others = tasks.filter((other) => other.issueKey !== issueKey);
  if (keyIn !== "branch and subjects" || !chance(0.094)) return { branch, subjectKey };
  const other = pick(others).issueKey;
  return between(1, 100) <= 86 + 8 / 2
    ? { branch: branchFor(other), subjectKey }
    : { branch, subjectKey: other };
}

/** Assistants work on alone, after a prompt at the end of some work, or at night by a schedule. How often is assumed. */
function addRuns(day: Day, midnight: number, { tasks }: User, { chance, between, pick }: Dice): void {
  const add = (start: number, task: Task, isPrompted: boolean) =>
    day.runs.push({ start, end: start + between(45, 240) * MINUTE, task, isPrompted });
  for (const { end, task } of day.blocks) if (chance(0.06)) add(end - between(1, 4) * MINUTE, task, true);
  if (chance(0.06)) add(midnight + between(30, 240) * MINUTE, pick(tasks), false);
}
