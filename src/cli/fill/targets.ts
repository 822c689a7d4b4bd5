import { sharesDay, textRuleError } from "../../contract/input-rules.ts";
import type { FillDaysInput } from "../../generated/inputs.ts";
import { WEEKDAYS } from "../../timesheet/dates.ts";
import { MAX_FILL_ROWS } from "../../timesheet/limits.ts";
import { hoursOf } from "../hours.ts";
import { UsageError } from "../usage-error.ts";

type Row = NonNullable<FillDaysInput["rows"]>[number];
type Weekday = NonNullable<Row["weekdays"]>[number];

/** Whether a word of the command line is an issue with what it gets, such as `PROJ-7=2h@mon,wed-fri`; otherwise it is a word for dates. */
export function isTarget(word: string): boolean {
  const [issueKey = ""] = word.split(/[=@]/);
  return textRuleError("issueKey", issueKey) === undefined;
}

/** The rows of a plan that words ask for. @throws UsageError */
export function rowsOf(words: readonly string[]): Row[] {
  if (words.length > MAX_FILL_ROWS)
    throw new UsageError(`fill takes at most ${MAX_FILL_ROWS} issues, not ${words.length}.`, "fill");
  const asked = words.map((word) => ({ word, row: rowOf(word) }));
  const ofRest = asked.filter(({ row }) => row.hours === undefined);
  for (const [index, { word, row }] of ofRest.entries()) {
    const other = ofRest.slice(0, index).find((before) => sharesDay(before.row, row));
    if (!other) continue;
    throw new UsageError(
      `${other.word} and ${word} take what is left of the same days. Give one of them hours, such as =2h, or other days.`,
      "fill",
    );
  }
  return asked.map(({ row }) => row);
}

/** The row of a plan that a word asks for. @throws UsageError */
export function rowOf(word: string): Row {
  const [, issueKey = "", hours, days] = /^([^=@]*)(?:=([^@]*))?(?:@(.*))?$/.exec(word) ?? [];
  if (!isTarget(word)) {
    throw new UsageError(
      `fill takes issues such as PROJ-7, PROJ-7=2h or PROJ-7=2h@mon,wed-fri, and dates before them, not '${word}'.`,
      "fill",
    );
  }
  return {
    issueKey,
    ...(hours !== undefined && { hours: hoursOf(hours, "fill") }),
    ...(days !== undefined && { weekdays: weekdaysOf(days, word) }),
  };
}

function weekdaysOf(days: string, word: string): Weekday[] {
  const indexes = days.split(",").flatMap((part) => {
    const [first = -1, last = first, ...more] = part.split("-").map(indexOf);
    if (first < 0 || last < 0 || more.length > 0) {
      throw new UsageError(
        `'${part}' in '${word}' is no weekday. Write days such as @mon,wed or @mon-fri.`,
        "fill",
      );
    }
    const count = (last - first + WEEKDAYS.length) % WEEKDAYS.length;
    return Array.from({ length: count + 1 }, (_, index) => (first + index) % WEEKDAYS.length);
  });
  return WEEKDAYS.filter((_, index) => indexes.includes(index));
}

function indexOf(name: string): number {
  const text = name.toLowerCase();
  return text.length < 3 ? -1 : WEEKDAYS.findIndex((day) => day.toLowerCase().startsWith(text));
}
