import { Transform } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ServerContext } from "../server/context.ts";
import { createServer } from "../server/create-server.ts";
import { type RefusedMessage, readMessage } from "../server/read-message.ts";
import { toolsOf } from "../tools/index.ts";
import type { ToolSet } from "../tools/tool.ts";
import { cancellation, exitAfter } from "./shutdown.ts";
import { VERSION } from "./version.ts";

/**
 * Serves until stdin ends, stdout is closed, or the process is interrupted. Then the calls under way are cancelled, and the
 * process ends when their requests in progress have ended.
 */
export function serve(
  context: ServerContext,
  { readOnly, toolSets }: { readOnly: boolean; toolSets: ReadonlySet<ToolSet> },
): void {
  const { log } = context;
  if (process.stdin.isTTY) {
    log("waiting for an MCP host on stdin; see `tempofiller --help`, or try `tempofiller demo`");
  }
  const answer = (error: object) => process.stdout.write(`${JSON.stringify(error)}\n`);
  const messages = checkLines({
    tooLong(id) {
      log(`protocol: dropped a message of more than ${MAX_LINE_BYTES} bytes`);
      const problem = `This message has more than ${MAX_LINE_BYTES} bytes`;
      if (id !== undefined) answer(refusal(INVALID_REQUEST, problem, "Send less in one message.", id));
    },
    notJson() {
      log("protocol: dropped a message that is not JSON");
      answer(refusal(PARSE_ERROR, "This message is not JSON", "Send each message as one line of JSON."));
    },
    notOneMessage() {
      log("protocol: dropped a line that is not one message");
      const advice = "Send each message as an object on a line of its own.";
      answer(refusal(INVALID_REQUEST, "This line is not one message", advice));
    },
    refused({ id, ...error }) {
      log("protocol: refused a request that is not as MCP defines it");
      answer({ jsonrpc: "2.0", id, error });
    },
  });
  process.stdin.on("error", (error) => messages.destroy(error)).pipe(messages);
  const connection = serveStdio(
    () => createServer(context, { version: VERSION, tools: toolsOf(toolSets), readOnly }),
    {
      transport: new StdioServerTransport(messages),
      onerror: (error) => log(`protocol: ${error.message.replaceAll(/\s+/g, " ")}`),
    },
  );
  const end = () => {
    process.stdin.unpipe(messages).pause();
    // Aborts the signal of every call.
    void connection.close();
    // Every call has passed its deadline by then.
    exitAfter(context.settings.budget);
  };
  messages.once("end", end);
  cancellation(log).addEventListener("abort", end);
}

const INVALID_REQUEST = -32_600;
const PARSE_ERROR = -32_700;

/** A line that is no message is answered without an id, as JSON-RPC wants it, though one may be seen in what cannot be parsed. */
function refusal(code: number, problem: string, advice: string, id: string | number | null = null): object {
  const message = `${problem}, so it was not read and nothing was sent to Tempo. ${advice}`;
  return { jsonrpc: "2.0", id, error: { code, message } };
}

/** The longest line, in bytes: the most that the SDK's transport takes before it gives the connection up. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

/** The bytes kept of each end of a line that is too long: enough to find a request's id. */
const KEPT_BYTES = 256;

/** A request's id where the SDKs write it, first or last of the message's own keys. */
const ID = String.raw`"id":("(?:[^"\\]|\\.)*"|\d+)`;
const ID_FIRST = new RegExp(String.raw`^\{"jsonrpc":"2\.0",${ID},`);
const ID_LAST = new RegExp(String.raw`,${ID}\}\s*$`);

/** The reports of lines that are dropped. */
interface Dropped {
  /** @param id of the request that the line holds, undefined if it cannot be found */
  tooLong(id: string | number | undefined): void;
  notJson(): void;
  /** Called for JSON that is neither an object nor a list of some. */
  notOneMessage(): void;
  /** Called for a request that the SDK would drop. */
  refused(error: RefusedMessage): void;
}

/** Passes messages on as the SDK takes them, and drops each line that is blank, too long or no message, which it would drop without a word. */
function checkLines({ tooLong, notJson, notOneMessage, refused }: Dropped): Transform {
  let parts: Buffer[] = [];
  let length = 0;
  let opening: unknown;

  /** Whether a message cancels the opening of the session, which the protocol forbids; the SDK would leave it without a response. */
  function isForbidden(message: object): boolean {
    const { id, method, params } = message as { id?: unknown; method?: unknown; params?: unknown };
    if (method === "initialize") opening = id;
    if (method !== "notifications/cancelled" || opening === undefined || !isObject(params)) return false;
    return (params as { requestId?: unknown }).requestId === opening;
  }

  function add(part: Buffer): void {
    length += part.length;
    parts.push(part);
    if (length <= MAX_LINE_BYTES) return;
    const [first = part] = parts;
    parts = [first.subarray(0, KEPT_BYTES), Buffer.concat(parts.slice(-2)).subarray(-KEPT_BYTES)];
  }

  function pass(to: Transform, value: unknown): void {
    const read = isObject(value) ? readMessage(value) : undefined;
    if (!read) notOneMessage();
    else if (read.refused) refused(read.refused);
    else if (!isForbidden(read.message)) to.push(`${JSON.stringify(read.message)}\n`);
  }

  return new Transform({
    transform(chunk: Buffer, _, done) {
      let start = 0;
      for (let end = chunk.indexOf("\n"); end !== -1; end = chunk.indexOf("\n", start)) {
        add(chunk.subarray(start, end + 1));
        const line = Buffer.concat(parts);
        if (length > MAX_LINE_BYTES) tooLong(findId(parts));
        else if (String(line).trim() !== "") {
          const value = parsed(line);
          if (value === undefined) notJson();
          // The protocol 2025-03-26 had lists of messages.
          else for (const one of Array.isArray(value) && value.length > 0 ? value : [value]) pass(this, one);
        }
        [parts, length, start] = [[], 0, end + 1];
      }
      if (start < chunk.length) add(chunk.subarray(start));
      done();
    },
  });
}

/** A line without byte order marks, which may come first in any. Undefined if it is no JSON in UTF-8. */
function parsed(line: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(line).trim());
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function findId([start, end]: Buffer[]): string | number | undefined {
  const [, id] = ID_FIRST.exec(String(start)) ?? ID_LAST.exec(String(end)) ?? [];
  return id === undefined ? undefined : JSON.parse(id);
}
