import { isJSONRPCRequest, PROTOCOL_VERSION_META_KEY, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { shownName } from "../contract/problems.ts";

type Values = Record<string, unknown>;

/** Why a request is answered without the SDK. */
export interface RefusedMessage {
  /** The request's own; null for one that is too long to repeat. */
  id: unknown;
  code: number;
  message: string;
}

/** A message as the SDK takes it, or why it gets none. */
export type ReadMessage =
  | { message: object; refused?: undefined }
  | { refused: RefusedMessage; message?: undefined };

/** None of our names and addresses is nearly as long. */
const MAX_REPEATED = 256;

/**
 * Reads a JSON-RPC message. The SDK drops a request that breaks the protocol's schema without a word, and its sender waits for the
 * answer: what hosts are known to add to requests is left out (members of their own, `null` for what is optional, arguments as JSON
 * text, no arguments as an empty text or list), and any other odd request is refused. A message without an id needs no answer and stays as it is, as do responses.
 *
 * @param headers of a request over HTTP, which mirror parts of the message
 */
export function readMessage(sent: object, headers: Values = {}): ReadMessage {
  const { jsonrpc, id, method, params, result, error } = sent as Values;
  const refused = (code: number, message: string): ReadMessage => ({
    refused: { id: isRepeatable(id) ? id : null, code, message },
  });
  const tooLong = tooLongToRepeat(sent, headers);
  if (!("id" in sent) || (method === undefined && (result ?? error) !== undefined)) {
    return tooLong === undefined ? { message: sent } : refused(ProtocolErrorCode.InvalidParams, tooLong);
  }
  if (tooLong !== undefined) return refused(ProtocolErrorCode.InvalidParams, tooLong);
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
  '"jsonrpc": "2.0", an `id` that is a text or a whole number, a `method`, and `params`, if any, as an object';

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
  if (typeof given !== "string") return given;
  if (given.trim() === "") return undefined;
  try {
    const read: unknown = JSON.parse(given);
    return read === null ? undefined : isObject(read) ? read : given;
  } catch {
    return given;
  }
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

function isRepeatable(value: unknown): boolean {
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).length <= MAX_REPEATED;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
