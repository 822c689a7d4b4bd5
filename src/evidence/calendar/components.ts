import { CalendarError } from "./errors.ts";
import { createLines, type Line } from "./lines.ts";
import { nameOf } from "./property.ts";

/** The most characters of a component that are kept. */
const MAX_COMPONENT = 512 * 1024;

/** The most components inside each other; calendars have three. */
const MAX_DEPTH = 16;

/** The most components that a calendar may have, broken ones included. */
const MAX_COMPONENTS = 500_000;

const BEGIN_OR_END = /^(BEGIN|END):([A-Z\d-]{1,60})\s*$/i;

/** A component of a calendar with those of its lines that are wanted. */
export interface Component {
  /** It is in capitals, such as VEVENT. */
  name: string;
  lines: Line[];
  /** Whether lines are missing, or its end is. */
  isBroken: boolean;
}

export interface Components {
  /** @param chunk bytes, one a character */
  push(chunk: string): void;
  /** @returns whether the calendar has its end */
  end(): boolean;
}

export interface ComponentsOptions {
  /** Whether a line of a component is kept. */
  isWanted(component: string, property: string, line: string): boolean;
  /** Called with each component once it ends: those inside another one first. */
  onComponent(component: Component): void;
}

/**
 * Takes a calendar in chunks and hands out its components. Only the one that is being read is kept.
 *
 * @throws CalendarError from `push` or `end` for what is no calendar
 */
export function createComponents({ isWanted, onComponent }: ComponentsOptions): Components {
  const open: (Component & { length: number })[] = [];
  let hasBegun = false;
  let count = 0;

  function begin(name: string): void {
    // An event is in no other one: the end of the last one is missing.
    while (name === "VEVENT" && open.some((component) => component.name === "VEVENT")) endLast(true);
    count += 1;
    if (open.length >= MAX_DEPTH) throw noCalendar();
    if (count > MAX_COMPONENTS)
      throw new CalendarError("has more than 500,000 parts. Use a smaller calendar");
    open.push({ name, lines: [], isBroken: false, length: 0 });
  }

  function endLast(isBroken: boolean): void {
    const last = open.pop();
    if (last) onComponent({ name: last.name, lines: last.lines, isBroken: last.isBroken || isBroken });
  }

  function end(name: string): void {
    if (!open.some((component) => component.name === name)) return;
    while (open.at(-1)?.name !== name) endLast(true);
    endLast(false);
  }

  function keep(line: Line): void {
    const component = open.at(-1);
    if (!component || !isWanted(component.name, nameOf(line.text), line.text)) return;
    component.length += line.text.length;
    component.isBroken ||= component.length > MAX_COMPONENT;
    if (!component.isBroken) component.lines.push(line);
  }

  const lines = createLines((line) => {
    const [, step, name = ""] =
      (hasBegun && !/^[BE]/i.test(line.text) ? undefined : BEGIN_OR_END.exec(line.text)) ?? [];
    if (!hasBegun && name.toUpperCase() !== "VCALENDAR") throw notCalendar(line.text);
    hasBegun = true;
    if (step?.toUpperCase() === "BEGIN") begin(name.toUpperCase());
    else if (step) end(name.toUpperCase());
    else keep(line);
  });

  return {
    push: lines.push,
    end() {
      lines.end();
      if (!hasBegun) throw new CalendarError("is empty. Check that it is the right one");
      const isComplete = open.length === 0;
      while (open.length > 0) endLast(true);
      return isComplete;
    },
  };
}

function notCalendar(line: string): CalendarError {
  return line.trimStart().startsWith("<")
    ? new CalendarError(
        "is a web page, such as one to sign in, and not a calendar. Take the address of the calendar in iCal format (.ics), which needs no sign-in",
      )
    : noCalendar();
}

function noCalendar(): CalendarError {
  return new CalendarError("is not a calendar in the iCalendar format. Take one that ends in .ics");
}
