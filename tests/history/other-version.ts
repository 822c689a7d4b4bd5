import type { RecordTime } from "../../src/timesheet/journal/records.ts";

/** Records of requests that another version of the program may write, each with the time at which it does. */
const SHAPES: readonly ((time: RecordTime) => unknown)[] = [
  (time) => ({ ...time, type: "sending" }),
  (time) => ({ ...time, type: "sending", batch: 7, entries: [null] }),
  (time) => ({ ...time, type: "sending", batch: "7", entries: [{ entry: "7a", worklog: { issue: 10123 } }] }),
  (time) => ({ ...time, type: "stored" }),
  (time) => ({ ...time, type: "stored", worklogs: [{ entry: 1, id: 1_290_000 }] }),
  (time) => ({ ...time, type: "deleted", ids: null }),
  (time) => ({ ...time, type: "deleting" }),
  (time) => ({ ...time, type: "edited", worklog: null }),
  (time) => ({ ...time, type: "editing", id: 1_290_000 }),
  (time) => ({ ...time, type: "retrying", entries: "all" }),
  (time) => ({ ...time, type: "unknown" }),
  (time) => ({ ...time, type: "notStored", entries: [null] }),
  (time) => ({ ...time, type: "submitting", period: 7 }),
  (time) => ({ ...time, type: "approving", period: "2025-12-15" }),
  (time) => ({ ...time, type: "__proto__", entries: [] }),
  (time) => ({ ...time, at: String(time.at), type: "sending", batch: 1, entries: [] }),
  ({ at }) => ({ at }),
  () => ({ type: "stored", worklogs: [] }),
  () => null,
  () => 7,
];

/** The rest of a line after a crash: nothing of it was sent. */
const TORN = ['{"type":"sending","at":1768', '{"type":"sto', "\u0000\u0000\u0000\u0000"];

/** The number of different records. */
export const RECORD_SHAPES = SHAPES.length;

/** The number of different lines. */
export const LINE_SHAPES = SHAPES.length + 2 * TORN.length;

/** The shape of the last line of a journal, as another version would have written that. */
export const LAST_LINE = LINE_SHAPES;

/** The shape of a whole journal that another version has taken over. */
export const WHOLE_JOURNAL = LAST_LINE + 1;

export function recordOf(shape: number, time: RecordTime): unknown {
  return SHAPES[shape % SHAPES.length]?.(time);
}

/** A record as a line, or what is left of one, with the end of the line or without it. */
export function lineOf(shape: number, time: RecordTime): string {
  if (shape < SHAPES.length) return `${JSON.stringify(recordOf(shape, time))}\n`;
  const torn = shape - SHAPES.length;
  return `${TORN[torn % TORN.length]}${torn < TORN.length ? "\n" : ""}`;
}

/** The record of a line with the fields of another version, except for its type and its time. */
export function rewritten(line: string): string {
  const { type, at, boot, uptime, ...fields } = JSON.parse(line) as Record<string, unknown>;
  const others = Object.entries(fields).map(([name, value]) => [`${name}2`, value]);
  return `${JSON.stringify({ type, at, boot, uptime, ...Object.fromEntries(others) })}\n`;
}
