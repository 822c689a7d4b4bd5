import { dayOfWeek } from "../../../src/timesheet/dates.ts";
import type { Dice } from "./dice.ts";
import { CEREMONIES, type User } from "./user.ts";

/** A meeting of a day, in minutes since midnight. */
export interface Slot {
  from: number;
  minutes: number;
  title: string;
  description: string;
  isTentative: boolean;
  issueKey: string;
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
    yield { ...plain, from, minutes: 15, title: RECURRING[0] };
  }
  if (dayOfWeek(date) === "Tuesday" && !chance(0.1))
    yield { ...plain, from: 840, minutes: 60, title: RECURRING[1] };
}

function single({ tasks }: User, { chance, between, pick }: Dice): Slot {
  const times = { from: 600 + 15 * between(0, 24), minutes: pick([30, 30, 45, 60]), attended: undefined };
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
