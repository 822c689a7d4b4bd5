import type { Inputs } from "../generated/inputs.ts";
import { inputSchemas, type Schema } from "../generated/schemas.ts";
import { fromJson } from "../text/json.ts";
import { WEEKDAYS } from "../timesheet/dates.ts";
import { MAX_BATCH } from "../timesheet/limits.ts";
import { textRuleError } from "./input-rules.ts";

/**
 * Arguments that hosts add to calls for themselves: Cline's list of steps, what n8n and SiYuan know of the call, the order of calls of
 * Gemini CLI and Antigravity, Cursor's filler for tools without arguments, OpenHands' risk, and the protocol's metadata in a wrong place.
 * A `summary` or `explanation` is none of them, since a model may mean the description.
 */
const OF_HOSTS = new Set(
  (
    "task_progress toolCallId sessionId chatInput _sessionID wait_for_previous waitForPreviousTools toolAction toolSummary " +
    "random_string security_risk _meta"
  ).split(" "),
);

/** Arguments that n8n and SiYuan add beside their others. Alone they are the caller's, such as an action that the tool does not have. */
const BESIDE_OTHERS = new Set(["action", "tool"]);
const OF_AGENTS = ["toolCallId", "sessionId", "chatInput", "_sessionID"];

/** Texts and lists without a rule that could be empty, and mean nothing then: the digest of a plan, what is searched for, and rows. */
const NEVER_EMPTY = new Set(["confirm", "reviewer", "team", "words", "rows"]);

/** The arguments that are ids, or may be one. */
const IDS = new Set(["worklogId", "worklogIds", "team"]);

/**
 * Reads arguments that a host has spelled in its own way, by the schema alone: arrays, objects, numbers and booleans as JSON text, one value
 * for a list, ids as whole numbers, weekdays and times of day in any usual spelling, `null` (or an empty text where none can be meant) for
 * what is left out, and the host's own arguments. Text that is due as text, and what cannot be read, stay as they are: the checks name them.
 */
export function readSpelling(name: keyof Inputs, args: object): object {
  const schema = inputSchemas[name];
  const isOfAgent = OF_AGENTS.some((argument) => Object.hasOwn(args, argument));
  const isOfHost = (argument: string) =>
    (OF_HOSTS.has(argument) || (isOfAgent && BESIDE_OTHERS.has(argument))) && !schema.properties?.[argument];
  const own = Object.entries(args).filter(([argument]) => !isOfHost(argument));
  return readObject(schema, Object.fromEntries(own));
}

function readValue(name: string, schema: Schema, value: unknown): unknown {
  switch (schema.type) {
    case "object": {
      const object = isObject(value) ? value : fromJson(value, isObject);
      return isObject(object) ? readObject(schema, object) : value;
    }
    case "array":
      return readList(name, schema.items ?? {}, value);
    case "string":
      return readText(name, schema, value);
    case "boolean":
      return fromJson(typeof value === "string" ? value.toLowerCase() : value, isBoolean) ?? value;
    default:
      return fromJson(value, isNumber) ?? value;
  }
}

function readObject(
  { properties = {}, required = [], additionalProperties }: Schema,
  values: object,
): object {
  const others = isObject(additionalProperties) ? (additionalProperties as Schema) : {};
  const read: [name: string, value: unknown][] = [];
  for (const [given, spelled] of Object.entries(values)) {
    // The keys of a map are the caller's, and no names of ours.
    const isKnown = Object.hasOwn(properties, given);
    const [name, schema] = isKnown ? [given, properties[given] as Schema] : ["", others];
    const isOptional = !required.includes(given);
    if (isOptional && isLeftOut(name, schema, spelled)) continue;
    const value = schema.type === undefined ? spelled : readValue(name, schema, spelled);
    if (isOptional && (saysNothing(schema, spelled, value) || isEmptyList(name, value))) continue;
    read.push([given, value]);
  }
  return Object.fromEntries(read);
}

/** Nothing is known of an argument that no schema has. */
function isLeftOut(name: string, schema: Schema, value: unknown): boolean {
  if (schema.type === undefined) return false;
  if (value !== "") return value === null;
  if (schema.type !== "string" || schema.enum || schema.minLength) return true;
  return NEVER_EMPTY.has(name) || textRuleError(name, "") !== undefined;
}

function isEmptyList(name: string, value: unknown): boolean {
  return Array.isArray(value) && value.length === 0 && NEVER_EMPTY.has(name);
}

/** Whether all that an object was given counts as left out, although it needs some of it. */
function saysNothing({ required = [] }: Schema, given: unknown, value: unknown): boolean {
  if (!isObject(given) || !isObject(value) || required.length === 0) return false;
  return Object.keys(given).length > 0 && Object.values(value).every((part) => part === null || part === "");
}

/** A longer list is refused for its length. */
function readList(name: string, items: Schema, value: unknown): unknown {
  const list = Array.isArray(value) ? value : (fromJson(value, Array.isArray) ?? alone(name, items, value));
  return Array.isArray(list) && list.length <= MAX_BATCH
    ? list.map((item) => readValue(name, items, item))
    : list;
}

/** The list of one value that was given in its place, or of weekdays. A text that begins as a list was meant to be one. */
function alone(name: string, items: Schema, given: unknown): unknown {
  if (isWeekday(items) && typeof given === "string") return given.split(/[\s,;]+/).filter(Boolean);
  const value = readValue(name, items, given);
  if (items.type !== "object") return typeof value === "string" && !value.startsWith("[") ? [value] : given;
  // An object of another kind is no row with unknown arguments.
  return isObject(value) && Object.keys(value).some((key) => items.properties?.[key]) ? [value] : given;
}

function readText(name: string, schema: Schema, value: unknown): unknown {
  if (IDS.has(name) && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== "string") return value;
  if (schema.pattern === TIME_OF_DAY) return timeOfDay(value) ?? value;
  return isWeekday(schema) ? (weekdayOf(value) ?? value) : value;
}

const TIME_OF_DAY = "^\\d{2}:\\d{2}$";

/** @param text a time of day that can mean nothing else: `9:00`, `09:00:00`, `0900`, `9 am`, `9:30 p.m.` */
export function timeOfDay(text: string): string | undefined {
  const spelled = text
    .toLowerCase()
    .replaceAll(/\s/g, "")
    .replace(/([ap])\.?m\.?$/, "$1m");
  const [, hours, minutes = "00", half] =
    /^(\d{1,2}):(\d{2})(?::00)?([ap]m)?$/.exec(spelled) ??
    /^(\d{2})(\d{2})$/.exec(spelled) ??
    /^(\d{1,2})()([ap]m)$/.exec(spelled) ??
    [];
  if (hours === undefined) return undefined;
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined;
  const ofDay = half === undefined ? hour : (hour % 12) + (half === "pm" ? 12 : 0);
  return `${String(ofDay).padStart(2, "0")}:${minutes || "00"}`;
}

function isWeekday({ enum: words }: Schema): boolean {
  return (words as unknown[] | undefined)?.includes(WEEKDAYS[0]) ?? false;
}

/** @param text a weekday's name or at least two letters of its beginning: `monday`, `Mondays`, `Mon.`, `MO`, `Weds` */
function weekdayOf(text: string): string | undefined {
  const start = text
    .trim()
    .toLowerCase()
    .replace(/\.$/, "")
    .replace(/(?<=day|^wed)s$/, "");
  return start.length < 2 ? undefined : WEEKDAYS.find((day) => day.toLowerCase().startsWith(start));
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === "boolean";
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
