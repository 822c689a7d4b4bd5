import { dayOfWeek } from "../../../src/timesheet/dates.ts";
import type { Dice } from "./dice.ts";
import type { Appointment } from "./truth.ts";
import { CEREMONIES, type User } from "./user.ts";

/** A meeting of a day, in minutes since midnight. */
export interface Slot {
  from: number;
  minutes: number;
  title: string;
  description: string;
  isTentative: boolean;
  issueKey: string;
  /** The minute of an occurrence by its series. */
  regular?: number;
  /** The minute of a version before the newest. */
  earlier?: number;
  busyStatus?: Appointment["busyStatus"];
  /** Undefined if the user is not there. */
  attended: { from: number; to: number } | undefined;
}

/** Titles that earlier worklogs have as their comment. */
export const LEARNT_TITLES = { "Support rota": "DEMO-6", "Budget round": "DEMO-9" } as const;

export const RECURRING = ["Daily", "Sprint planning"] as const;

/** The meetings of a date in order: occurrences of recurring ones, which may be cancelled or moved, and others. */
export function meetingsOn(date: string, user: User, dice: Dice): Slot[] {
  const slots = [...recurringOn(date, dice)];
  const others = dice.pick([0, 0, 1, 1, 2]);
  for (let count = 0; count < others; count += 1) slots.push(single(user, dice));
  return settle(withoutTies(slots.sort((one, other) => one.from - other.from)), dice);
}

/** No rule says which of two meetings of the same time has taken place. */
function withoutTies(slots: readonly Slot[]): Slot[] {
  return slots.filter(
    (slot, index) =>
      !slots.slice(0, index).some(({ from, minutes }) => from === slot.from && minutes === slot.minutes),
  );
}

function* recurringOn(date: string, { chance, between }: Dice): Generator<Slot> {
  const plain = { description: "", isTentative: false, issueKey: CEREMONIES, attended: undefined };
  // A cancelled occurrence leaves no evidence: its source drops it.
  if (!chance(0.1)) {
    const from = chance(0.1) ? 585 + 15 * between(1, 8) : 585;
    yield { ...plain, from, regular: 585, minutes: 15, title: RECURRING[0] };
  }
  if (dayOfWeek(date) === "Tuesday" && !chance(0.1))
    yield { ...plain, from: 840, regular: 840, minutes: 60, title: RECURRING[1] };
}

function single({ tasks }: User, { chance, between, pick }: Dice): Slot {
  const from = 600 + 15 * between(0, 24);
  // Assumed: one of ten was moved, to another time of the day.
  const moved = chance(0.1) ? { earlier: from + 15 * pick([-8, -4, -2, 2, 4, 8]) } : {};
  const times = { from, ...moved, minutes: pick([30, 30, 45, 60]), attended: undefined };
  const about = pick(tasks).issueKey;
  const isTentative = chance(0.12);
  if (chance(0.6)) {
    const isInTitle = chance(0.75);
    const title = isInTitle ? `${about}: next steps` : "Next steps";
    return { ...times, title, description: isInTitle ? "" : `See ${about}`, isTentative, issueKey: about };
  }
  const other = { ...times, description: "", isTentative };
  if (chance(0.6)) {
    const [title, issueKey] = pick(Object.entries(LEARNT_TITLES));
    return { ...other, title, issueKey };
  }
  return { ...other, title: pick(["Coffee with Kim", "Sync", "Call"]), issueKey: about };
}

/** The user is at one meeting at a time, mostly at the one that the calendar makes likelier, and hardly ever to the minute. */
function settle(slots: readonly Slot[], { chance, between }: Dice): Slot[] {
  let free = 0;
  return slots.map((slot, index) => {
    const next = slots[index + 1];
    const isLater = (next?.from ?? Infinity) < slot.from + slot.minutes && chance(0.4);
    const isThere = chance(slot.isTentative ? 0.6 : 0.97);
    if (slot.from < free || isLater || !isThere) return slot;
    const to = slot.from + slot.minutes + (chance(0.5) ? 0 : between(-8, 6));
    free = to;
    return { ...slot, attended: { from: slot.from, to } };
  });
}

/**
 * The events of a day that are no meetings. The user works through a block as on any other day, and is away in an appointment out of
 * the office. All of its probabilities are assumed.
 */
export function blocksOn({ blocksTime }: User, { chance, between, pick }: Dice): Slot[] {
  if (!blocksTime) return [];
  const block = (from: number, minutes: number, title: string, busyStatus: Slot["busyStatus"]): Slot => {
    const plain = { description: "", isTentative: false, issueKey: "", attended: undefined };
    return { ...plain, from, minutes, title, busyStatus };
  };
  return [
    ...(chance(0.35)
      ? [block(540 + 30 * between(0, 12), 30 * between(4, 8), pick(["Focus time", "Deep work"]), "BUSY")]
      : []),
    // Calendars of Google and Microsoft do not take it for busy; one that the user writes is.
    ...(chance(0.25) ? [block(540, 480, "Home office", chance(0.2) ? "BUSY" : "WORKINGELSEWHERE")] : []),
    ...(chance(0.03) ? [block(600 + 15 * between(0, 20), 15 * between(3, 8), "Dentist", "OOF")] : []),
  ];
}
