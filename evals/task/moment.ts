import type { Task } from "../generated/task.ts";

const USUAL_TIME = "10:00";

/** When a task begins. */
export interface Moment {
  /** The local date. */
  date: string;
  timeZone: string;
  /** Milliseconds since 1970. */
  time: number;
  /** The sentence that says to a model what it may know. */
  sentence: string;
}

export function momentOf({ today, timeZone = "UTC" }: Task): Moment {
  const [date = "", given] = today.split("T");
  const time = inZone(date, given ?? USUAL_TIME, timeZone);
  const day = new Intl.DateTimeFormat("en", { weekday: "long", timeZone }).format(time);
  const at = given === undefined ? "" : `, ${given} in the time zone ${timeZone}`;
  return { date, timeZone, time, sentence: `Today is ${day}, ${date}${at}.` };
}

/** The moment at which clocks of a zone show this date and time. */
function inZone(date: string, clock: string, timeZone: string): number {
  const wanted = Date.parse(`${date}T${clock}:00Z`);
  const shown = new Intl.DateTimeFormat("sv", { dateStyle: "short", timeStyle: "medium", timeZone });
  const offset = Date.parse(`${shown.format(wanted).replace(" ", "T")}Z`) - wanted;
  return wanted - offset;
}
