import { MAX_FILE_BYTES, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import { isDateArgument, textRuleError } from "../../contract/input-rules.ts";
import type {
  BulkPostWorklogsResponse,
  OverbookedDay,
  PostDraftResponse,
  PostWorklogResponse,
  Responses,
  SubmitTimesheetResponse,
} from "../../generated/responses.ts";
import { responseSchemas, type Schema } from "../../generated/schemas.ts";
import type { ServerContext } from "../../server/context.ts";
import { fromJson } from "../../text/json.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import type { Entries, FailedEntry, Tool } from "../../tools/tool.ts";
import { EXIT_CODE_BY_ERROR, type Outcome } from "../exit-codes.ts";
import { counted, typeAgain } from "../lines.ts";
import { outcomeOf, performInShell } from "../perform-in-shell.ts";
import { cancellation } from "../shutdown.ts";
import { textOnStdin } from "../streams.ts";
import { didYouMean } from "../usage-error.ts";
import { findTool, toolArguments } from "./tools.ts";

interface CallOptions {
  toolName: string;
  /** Arguments as JSON: an object, `@` and the file that contains it, or `-` for stdin. */
  args: string;
  /** Further arguments, by name. */
  given?: Record<string, unknown>;
  /** Such as `summary,byIssue.totalHours`; all fields if undefined. */
  fields: string | undefined;
  stdin: NodeJS.ReadableStream;
  readOnly: boolean;
  /** The words of the command line, for the line that carries a plan out. */
  words?: readonly string[];
}

interface CallOutcome extends Outcome {
  reply?: unknown;
}

/** @throws InvalidInputError if the command line is not a call; nothing was sent then */
export async function call(options: CallOptions, server: ServerContext): Promise<CallOutcome> {
  const { toolName, fields, stdin, given = {}, words = [] } = options;
  const tool = findTool(toolName);
  if (options.readOnly && tool.effect !== "read") {
    throw new InvalidInputError(
      `${toolName} changes Tempo, but TEMPO_READ_ONLY allows only tools that read. Unset it to call this one.`,
    );
  }
  const paths = fields === undefined ? [[]] : readFields(fields, responseSchemas[tool.reply]);
  const all = mergeArguments(await readArguments(options.args, stdin, tool), given);
  const signal = cancellation(server.log, { onlyReads: tool.effect === "read" });
  // The reply shows what the call gives, whatever tools the settings offer.
  const isDetailed = "attributes" in all || "startTime" in all;
  const toolSets = new Set([...server.settings.toolSets, ...(isDetailed ? ["details" as const] : [])]);
  const settings = { ...server.settings, toolSets };
  const { reply, args, failure } = await performInShell(tool, all, { ...server, settings }, signal);
  if (failure) return outcomeOf(failure, "assistant");
  const outcome = { reply: selectFields(reply, paths), ...warningOf(tool, reply, args, words) };
  if (signal.aborted) return { exitCode: EXIT_CODE_BY_ERROR.cancelled, ...outcome };
  const error = describeUnconfirmed(reply, args) ?? describeFailedEntries(tool, reply);
  return error === undefined
    ? { exitCode: 0, ...outcome }
    : { exitCode: EXIT_CODE_BY_ERROR.partial_failure, ...outcome, error };
}

function warningOf(
  tool: Tool,
  reply: object,
  args: object,
  words: readonly string[],
): Pick<Outcome, "warning" | "command"> {
  const { overbooked } = reply as Partial<PostWorklogResponse | BulkPostWorklogsResponse>;
  const plan = tool.effect === "read" ? undefined : describePlan(reply, args, words);
  const warnings = [overbooked && describeOverbooked(overbooked), plan?.text].filter(Boolean);
  return warnings.length > 0 ? { warning: warnings.join(" "), command: plan?.command } : {};
}

const PASS_JSON = 'Pass a JSON object, such as {"startDate":"2026-01-05"}.';

/** @throws InvalidInputError, which quotes nothing of a file or of stdin: either may hold a token by mistake */
export async function readArguments(args: string, stdin: NodeJS.ReadableStream, tool: Tool): Promise<object> {
  if (args === "-") {
    const text = await textOnStdin(stdin);
    if (text.trim() === "") throw new InvalidInputError(`stdin was empty. ${PASS_JSON}`);
    return parse(text, (reason) => notJson("The text on stdin", reason));
  }
  if (!args.startsWith("@")) {
    const [, name] = /^(\w+)=/.exec(args) ?? [];
    if (name === undefined && !/[{["]/.test(args)) throw withoutName(args, tool);
    return parse(args, (reason) => inlineNotJson(name, reason));
  }
  const path = args.slice(1);
  return parse(readFile(path), (reason) => notJson(`The file ${path}`, reason));
}

function readFile(path: string): string {
  try {
    return readTextFile(path, MAX_FILE_BYTES.arguments);
  } catch (error) {
    throw new InvalidInputError(
      `The file ${path} cannot be read (${whyUnreadable(error)}). Pass the path of a file that contains a JSON object.`,
    );
  }
}

function parse(text: string, notJson: (reason: string) => InvalidInputError): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw notJson((error as SyntaxError).message.replaceAll(/\s+/g, " "));
  }
  if (isObject(value)) return value;
  // Some hosts write the text of the JSON as JSON once more.
  const read = fromJson(value, isObject);
  if (read) return read;
  throw new InvalidInputError('The arguments must be a JSON object, such as {"startDate":"2026-01-05"}.');
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Quotes what is too short for a token. */
function withoutName(text: string, tool: Tool): InvalidInputError {
  const { name = "", type } = toolArguments(tool).find(({ isRequired }) => isRequired) ?? {};
  const isTaken = /^[\w.:-]{1,20}$/.test(text) && textRuleError(name, text) === undefined;
  const value = type === "array" ? "JSON" : isTaken ? text : isDateArgument(name) ? "2026-11-20" : "VALUE";
  return new InvalidInputError(
    `The arguments are not a JSON object. Write each as an option, such as --${name} ${value}. Or pass a JSON object.`,
  );
}

function inlineNotJson(name: string | undefined, reason: string): InvalidInputError {
  if (name !== undefined) {
    return new InvalidInputError(
      `The arguments are not JSON. Write ${name} as an option: --${name}=VALUE. Or pass a JSON object.`,
    );
  }
  return new InvalidInputError(
    `The arguments are not JSON: ${reason}. Some shells, such as PowerShell, ` +
      "strip quotes: save the JSON to a file and pass '@file', or pipe it in and pass -.",
  );
}

/** JavaScript's message quotes the text, so only the position is kept; some of its messages have none. */
function notJson(source: string, reason: string): InvalidInputError {
  const [, position] = /at position (\d+)/.exec(reason) ?? [];
  const place = position === undefined ? "" : ` (at character ${Number(position) + 1})`;
  return new InvalidInputError(`${source} is not JSON${place}. ${PASS_JSON}`);
}

/**
 * The arguments of a call that may be given as JSON and as options.
 *
 * @throws InvalidInputError if one is given both ways
 */
export function mergeArguments(json: object, options: Record<string, unknown>): object {
  const twice = Object.keys(options).find((name) => Object.hasOwn(json, name));
  if (twice === undefined) return { ...json, ...options };
  throw new InvalidInputError(
    `\`${twice}\` is given twice: in the JSON and as --${twice}. Give it once. Nothing was sent.`,
  );
}

/** Names of fields, outermost first; none for the whole reply. Arrays need no name. */
type FieldPath = readonly string[];

/** @throws InvalidInputError that lists the fields there are, if the reply cannot have one of these */
export function readFields(list: string, reply: Schema): FieldPath[] {
  const paths = list.split(",").map((path) => path.trim().split("."));
  for (const path of paths) checkPath(path, reply);
  return paths;
}

function checkPath(path: FieldPath, reply: Schema): void {
  let schema = reply;
  for (const [depth, name] of path.entries()) {
    const { properties = {} } = itemOf(schema);
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (!property) {
      const names = Object.keys(properties);
      const available = names.length === 0 ? "It has no fields" : `Available: ${names.join(", ")}`;
      const parent = depth === 0 ? "this reply" : `\`${path.slice(0, depth).join(".")}\``;
      throw new InvalidInputError(
        `--fields: ${parent} has no field \`${name}\`.${didYouMean(name, names)} ${available}. Nothing was sent.`,
      );
    }
    schema = property;
  }
}

function itemOf(schema: Schema): Schema {
  return schema.items ? itemOf(schema.items) : schema;
}

/** Fields keep their original order. Optional fields that are missing stay missing. */
export function selectFields(value: unknown, paths: readonly FieldPath[]): unknown {
  if (paths.some((path) => path.length === 0)) return value;
  if (Array.isArray(value)) return value.map((item) => selectFields(item, paths));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const within = paths.filter(([first]) => first === name).map(([, ...rest]) => rest);
      return within.length > 0 ? [[name, selectFields(part, within)]] : [];
    }),
  );
}

const MAX_REASONS = 3;

const MAX_DAYS = 3;

/**
 * The line on stderr for entries that failed; undefined if none did, or if the tool has no entries.
 *
 * @param areShown whether the user has been shown the reason of each
 */
export function describeFailedEntries(tool: Tool, reply: unknown, areShown = false): string | undefined {
  const entries = tool.entries?.(reply as Responses[keyof Responses]) ?? { failed: [], total: 0 };
  if (entries.failed.length === 0) return undefined;
  return areShown ? countFailed(entries, "entries") : describeFailed(entries);
}

/** @param things what the entries are: their noun */
export function countFailed({ failed, total }: Entries, things: string): string {
  return `${failed.length} of ${total} ${things} failed.`;
}

function describeFailed(entries: Entries): string {
  const byReason = groupBy(entries.failed, ({ reason }) => reason);
  const reasons = [...byReason].slice(0, MAX_REASONS).map(describeReason);
  const others = byReason.size > MAX_REASONS ? ["The reply gives the other reasons."] : [];
  return [countFailed(entries, "entries"), ...reasons, ...others].join(" ");
}

function describeReason([reason, [first, ...others]]: [string, FailedEntry[]]): string {
  const more = others.length > 0 ? ` and ${others.length} more` : "";
  return `${first?.name}${more}: ${reason}`;
}

/** The line on stderr for a call that was to change something and has only planned: a script must not take that for done. */
export function describeUnconfirmed(reply: unknown, args: object): string | undefined {
  const { draft } = reply as Partial<PostDraftResponse>;
  const {
    submitted,
    alreadySubmitted,
    days: missingDays,
    confirm,
  } = (draft ?? reply) as Partial<SubmitTimesheetResponse>;
  if (confirm !== undefined)
    return "confirm" in args
      ? "Nothing was changed: the plan is another one than was confirmed. Check it, and call again with its confirm."
      : undefined;
  if (submitted !== false || alreadySubmitted) return undefined;
  const days = counted(missingDays?.length ?? 0, "day");
  return `Not submitted: hours are missing on ${days}. Log them, or call with evenIfMissing.`;
}

/** The line on stderr for a plan that nothing asked to carry out, with the line that does. */
function describePlan(reply: object, args: object, words: readonly string[]) {
  const { confirm } = reply as { confirm?: string };
  if (confirm === undefined || "confirm" in args) return undefined;
  const { end, command } = typeAgain(words, "--confirm", confirm);
  return { text: `Nothing was changed: this is a plan. To carry it out, ${end}`, command };
}

/** The line on stderr for days that have too many hours, for a user who sees only some fields of a reply. */
export function describeOverbooked(days: readonly OverbookedDay[]): string {
  const shown = days
    .slice(0, MAX_DAYS)
    .map(({ date, requiredHours, loggedHours }) => `${date} (${loggedHours} of ${requiredHours} h)`);
  const others = days.length > MAX_DAYS ? ` and ${days.length - MAX_DAYS} more` : "";
  return `${counted(days.length, "day")} ${days.length === 1 ? "has" : "have"} more hours than required: ${shown.join(", ")}${others}.`;
}
