import { isJSONRPCRequest, PROTOCOL_VERSION_META_KEY, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { shownName } from "../contract/problems.ts";
import { fromJson, partsOf, tooMuchOf } from "../text/json.ts";

type Values = Record<string, unknown>;

/** Why a message is answered without the SDK. */
export interface RefusedMessage {
  /** The JSON text of the request's own, as it was sent: a number of JavaScript may be another one. `null` if it is unknown or too long to repeat. */
  id: string;
  code: number;
  message: string;
}

/** A message as the SDK takes it, or why it gets none. */
export type ReadMessage =
  | { message: object; refused?: undefined }
  | { refused: RefusedMessage; message?: undefined };

/** The JSON text of the response to a message that is refused. */
export function answerTo({ id, code, message }: RefusedMessage): string {
  return `{"jsonrpc":"2.0","error":${JSON.stringify({ code, message })},"id":${id}}`;
}

/**
 * Reads the bytes of a message, or of a list of some, which the protocol 2025-03-26 had.
 *
 * @param headers of a request over HTTP, which mirror parts of the message
 */
export function readMessages(bytes: Uint8Array, headers: Values = {}): ReadMessage[] {
  // Byte order marks may come first.
  const text = new TextDecoder().decode(bytes).trim();
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const isRequest = membersNamed("method", text).length === 1;
    return [dropped(ProtocolErrorCode.ParseError, NOT_JSON, isRequest ? idIn(text) : NO_ID)];
  }
  const list: [unknown, string][] =
    Array.isArray(value) && value.length > 0
      ? (partsOf(text) ?? []).map((part, index) => [value[index], part])
      : [[value, text]];
  if (!isUtf8(bytes))
    return list.map(([, part]) => dropped(ProtocolErrorCode.ParseError, NOT_UTF_8, idIn(part)));
  return list.map(([one, part]) =>
    isObject(one)
      ? readMessage(one, headers, part)
      : dropped(ProtocolErrorCode.InvalidRequest, NOT_ONE, NO_ID),
  );
}

const NO_ID = "null";

const NOT_JSON = ["This message is not JSON", "Send each message as one line of JSON."] as const;
const NOT_UTF_8 = ["This message is not in UTF-8", "Send each message in UTF-8."] as const;
const NOT_ONE = [
  "This is not a JSON-RPC message",
  "Send each message as an object on a line of its own.",
] as const;

function dropped(code: number, [problem, advice]: readonly [string, string], id: string): ReadMessage {
  const message = `${problem}, so it was not read and nothing was sent to Tempo. ${advice}`;
  return { refused: { id, code, message } };
}

/** None of our names and addresses is nearly as long. */
const MAX_REPEATED = 256;

/**
 * Reads a JSON-RPC message. The SDK drops a request that breaks the protocol's schema without a word, and its sender waits for the
 * answer: what hosts are known to add to requests is left out (members of their own, `null` for what is optional, arguments as JSON
 * text, no arguments as an empty text or list), and any other odd request is refused. A message without an id needs no answer and stays as it is, as do responses.
 *
 * @param headers of a request over HTTP, which mirror parts of the message
 * @param text the JSON of the message as it was sent
 */
export function readMessage(sent: object, headers: Values = {}, text = JSON.stringify(sent)): ReadMessage {
  const { jsonrpc, id, method, params, result, error } = sent as Values;
  const refused = (code: number, message: string): ReadMessage => ({
    refused: { id: idIn(text), code, message },
  });
  const tooLong = tooLongToRepeat(sent, headers) ?? tooMuchAsText(params);
  if (!("id" in sent) || (method === undefined && (result ?? error) !== undefined)) {
    return tooLong === undefined ? { message: sent } : refused(ProtocolErrorCode.InvalidParams, tooLong);
  }
  if (tooLong !== undefined) return refused(ProtocolErrorCode.InvalidParams, tooLong);
  if (isObject(params) && hasPrototypeArgument(params))
    return refused(ProtocolErrorCode.InvalidParams, PROTOTYPE);
  const message = { jsonrpc, id, method, ...(isObject(params) && { params: readParams(method, params) }) };
  const isOddParams = params !== undefined && params !== null && !isObject(params);
  if (!isOddParams && isJSONRPCRequest(message)) return { message };
  return refused(
    ProtocolErrorCode.InvalidRequest,
    "This is not a request as JSON-RPC 2.0 and MCP define it, so it was not read and nothing was sent to Tempo. " +
      `Send an object with ${EXPECTED}.`,
  );
}

const EXPECTED =
  '"jsonrpc": "2.0", an `id` that is a text or a whole number of at most 15 digits, a `method`, and `params`, if any, as an object';

/** The text of the one id of a message, which may be no JSON elsewhere. */
function idIn(text: string): string {
  const [id = NO_ID, another] = membersNamed("id", text);
  const isReadable = another === undefined && id.length <= MAX_REPEATED && !id.includes("\ufffd");
  return isReadable && isJson(id) ? id : NO_ID;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The texts of an object's values of the name. */
function membersNamed(name: string, text: string): string[] {
  if (!text.startsWith("{")) return [];
  const quoted = JSON.stringify(name);
  return (partsOf(text) ?? []).flatMap((part) => {
    const rest = part.startsWith(quoted) ? part.slice(quoted.length).trimStart() : "";
    return rest.startsWith(":") ? [rest.slice(1).trimStart()] : [];
  });
}

const PROTOTYPE =
  "Invalid input: unknown argument `__proto__`. Nothing was sent to Tempo; leave it out and call again.";

/** The SDK drops an argument of this name without a word. */
function hasPrototypeArgument(params: object): boolean {
  const args = readArguments((params as Values).arguments);
  return isObject(args) && Object.hasOwn(args, "__proto__");
}

function readParams(method: unknown, params: object): object {
  const { arguments: given, ...others } = params as Values;
  const args = readArguments(given);
  return {
    ...(withoutNulls(others) as object),
    // The schemas of tools say what is optional in their arguments.
    ...(args !== undefined && { arguments: method === "tools/call" ? args : withoutNulls(args) }),
  };
}

function withoutNulls(value: unknown): unknown {
  if (!isObject(value)) return value;
  const present = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(present.map(([key, part]) => [key, withoutNulls(part)]));
}

/** Undefined for what hosts send in place of none. */
function readArguments(given: unknown): unknown {
  if (given === null || (Array.isArray(given) && given.length === 0)) return undefined;
  if (typeof given === "string" && given.trim() === "") return undefined;
  const read = fromJson(given, (value) => value === null || isObject(value));
  return read === null ? undefined : (read ?? given);
}

/** The reason to refuse a message: it, or a header that mirrors it, has a longer name or address than any, which a response would repeat. */
function tooLongToRepeat(message: object, headers: Values): string | undefined {
  const { id, method, params } = message as Values;
  const { name, uri, taskId, ref, _meta } = (params ?? {}) as Values;
  const { progressToken, [PROTOCOL_VERSION_META_KEY]: version } = (_meta ?? {}) as Values;
  const mirrors = Object.entries(headers).filter(([header]) => header.startsWith("mcp-"));
  const repeated = Object.entries({ id, method, name, uri, taskId, progressToken, version });
  const found = [...repeated, ...Object.entries(ref ?? {}), ...mirrors].find(
    ([, value]) => !isRepeatable(value),
  );
  return (
    found &&
    `The ${shownName(found[0])} of the message has more than ${MAX_REPEATED} characters. Send a shorter one.`
  );
}

function tooMuchAsText(params: unknown): string | undefined {
  const { arguments: given } = (params ?? {}) as Values;
  return typeof given === "string" ? tooMuchOf(given) : undefined;
}

function isRepeatable(value: unknown): boolean {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).length <= MAX_REPEATED;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
