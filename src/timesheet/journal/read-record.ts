import {
  type FormerWorklog,
  type JournalRecord,
  type KnownWorklog,
  mayBeOf,
  type ReadRecord,
  type RecordTime,
  type SentEntry,
} from "./records.ts";

type Guard<Type> = (value: unknown) => value is Type;
/** A check for each field, which the compiler compares with the field's type. */
type Guards<Type> = { [Field in keyof Type]-?: Guard<Type[Field]> };
type RecordOf<Type extends JournalRecord["type"]> = Omit<
  Extract<JournalRecord, { type: Type }>,
  "type" | keyof RecordTime
>;

const isText: Guard<string> = (value) => typeof value === "string";
const isInteger: Guard<number> = (value): value is number => Number.isSafeInteger(value);

const isBoolean: Guard<boolean> = (value) => typeof value === "boolean";

const listOf =
  <Type>(isItem: Guard<Type>): Guard<Type[]> =>
  (value): value is Type[] =>
    Array.isArray(value) && value.every(isItem);

const optional =
  <Type>(isType: Guard<Type>): Guard<Type | undefined> =>
  (value): value is Type | undefined =>
    value === undefined || isType(value);

function objectOf<Type extends object>(guards: Guards<Type>): Guard<Type> {
  const fields = Object.entries<Guard<unknown>>(guards);
  return (value): value is Type =>
    isObject(value) && fields.every(([field, isValid]) => isValid(value[field]));
}

const hasTime = objectOf<RecordTime>({ at: isNumber, boot: optional(isText), uptime: optional(isNumber) });

const KNOWN_WORKLOG: Guards<KnownWorklog> = {
  id: isText,
  date: isText,
  seconds: isInteger,
  billableSeconds: isInteger,
  comment: isText,
  createdAt: optional(isNumber),
  issueId: optional(isText),
  issueKey: optional(isText),
};

const isSentEntry = objectOf<SentEntry>({
  entry: isInteger,
  issueId: isText,
  issueKey: isText,
  date: isText,
  seconds: isInteger,
  billableSeconds: isInteger,
  comment: isText,
  afterId: isText,
  again: optional(listOf(isInteger)),
});

const GUARDS: { [Type in JournalRecord["type"]]: Guard<RecordOf<Type>> } = {
  sending: objectOf<RecordOf<"sending">>({
    batch: isInteger,
    entries: listOf(isSentEntry),
    seen: optional(listOf(isText)),
    plan: optional(isText),
    moves: optional(objectOf<FormerWorklog>({ ...KNOWN_WORKLOG, issueId: isText, rest: optional(isText) })),
    serverTime: optional(isNumber),
  }),
  stored: objectOf({
    worklogs: listOf(
      objectOf<RecordOf<"stored">["worklogs"][number]>({
        ...KNOWN_WORKLOG,
        entry: isInteger,
        isFound: optional(isBoolean),
      }),
    ),
  }),
  retrying: objectOf({ entries: listOf(isInteger) }),
  unknown: objectOf({ entries: listOf(isInteger) }),
  notStored: objectOf({ entries: listOf(isInteger) }),
  deleting: objectOf<RecordOf<"deleting">>({ id: isText, date: optional(isText) }),
  notDeleted: objectOf({ id: isText }),
  deleted: objectOf({ ids: listOf(isText) }),
  editing: objectOf<RecordOf<"editing">>({ id: isText, issueId: optional(isText), date: optional(isText) }),
  edited: objectOf<RecordOf<"edited">>({
    worklog: objectOf(KNOWN_WORKLOG),
    before: optional(objectOf(KNOWN_WORKLOG)),
    mayBeStoredUntil: optional(isNumber),
  }),
  notEdited: objectOf({ id: isText }),
  submitting: objectOf<RecordOf<"submitting">>({ period: isText, recalls: optional(isBoolean) }),
  submissionSettled: objectOf<RecordOf<"submissionSettled">>({ period: isText, made: optional(isBoolean) }),
};

/**
 * The record that a store has kept. A value that no version of the program writes is unreadable; it may be what was left of the
 * record of a request, unless its type says that it is an outcome. Without an outcome a request counts as open, so that it is looked for.
 *
 * @param place of the value in the store
 * @param keptAt when it was recorded, if the store knows that too; a value that does not say it is taken to be old
 */
export function readRecord(value: unknown, place: string, keptAt?: number): ReadRecord {
  if (isRecord(value)) return value;
  const { type, at, boot, uptime } = isObject(value) ? value : {};
  return {
    type: "unreadable",
    place,
    at: keptAt ?? (isNumber(at) ? at : 0),
    ...(isText(boot) && { boot }),
    ...(isNumber(uptime) && { uptime }),
    mayBe: mayBeOf(type),
  };
}

function isRecord(value: unknown): value is JournalRecord {
  if (!hasTime(value) || !("type" in value) || typeof value.type !== "string") return false;
  const guards: Record<string, Guard<object>> = GUARDS;
  return Object.hasOwn(guards, value.type) && guards[value.type]?.(value) === true;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isNumber(value: unknown): value is number {
  return Number.isFinite(value);
}
