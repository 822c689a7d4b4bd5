import { type Intent, type JournalRecord, mayBeOf, type ReadRecord, type RecordTime } from "./records.ts";

/** The list that each type of record has, and its other field of `copy`. */
const LISTS = {
  intent: "intents",
  again: "numbers",
  lost: "numbers",
  done: "fates",
  void: "numbers",
  unsure: "fates",
  gone: "ids",
  copy: "id",
} as const satisfies Record<JournalRecord["type"], string>;

/**
 * The record that a store has kept. Any other value is unreadable; it may be what was left of the record of a request, unless its
 * type says that it is an outcome. Without an outcome a request counts as in doubt, so that it is looked for.
 *
 * @param place of the value in the store
 * @param keptAt when it was recorded, if the store knows that too; a value that does not say it is taken to be old
 */
export function readRecord(value: unknown, place: string, keptAt?: number): ReadRecord {
  const fields = isObject(value) ? value : {};
  if (isRecord(fields)) return fields;
  const { type, at, boot, uptime } = fields as Record<keyof RecordTime | "type", unknown>;
  return {
    type: "unreadable",
    place,
    at: keptAt ?? (isNumber(at) ? at : 0),
    ...(typeof boot === "string" && { boot }),
    ...(isNumber(uptime) && { uptime }),
    mayBe: mayBeOf(type),
  };
}

/** A line is written in one piece, so a record with the parts on which all depends has the rest too. */
function isRecord(fields: object): fields is JournalRecord {
  const { type, at, of, ...others } = fields as Record<"type" | "at" | "of", unknown> &
    Record<string, unknown>;
  if (!isNumber(at) || typeof type !== "string" || !Object.hasOwn(LISTS, type)) return false;
  const list = others[LISTS[type as keyof typeof LISTS]];
  if (type === "copy") return typeof list === "string" && Number.isSafeInteger(of);
  if (!Array.isArray(list)) return false;
  if (type === "gone") return list.every((id) => typeof id === "string");
  return list.every(
    (it) => Number.isSafeInteger(isObject(it) ? it.number : it) && (type !== "intent" || isIntent(it)),
  );
}

const PARTS: Record<string, string[]> = {
  create: ["wanted"],
  change: ["before", "wanted"],
  delete: ["before"],
  status: [],
} satisfies Record<Intent["op"], string[]>;

function isIntent({ op, ...parts }: Record<string, unknown>): boolean {
  return (
    typeof op === "string" &&
    Object.hasOwn(PARTS, op) &&
    PARTS[op]?.every((part) => isObject(parts[part])) === true
  );
}

function isObject(value: unknown): value is Record<string, unknown> & { number?: unknown } {
  return typeof value === "object" && value !== null;
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
