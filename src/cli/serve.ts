import { Transform } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ServerContext } from "../server/context.ts";
import { createServer } from "../server/create-server.ts";
import { answerTo, type RefusedMessage, readMessages } from "../server/read-message.ts";
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
  const answer = (refused: RefusedMessage) => process.stdout.write(`${answerTo(refused)}\n`);
  const messages = checkLines({
    tooLong(id) {
      log(`protocol: dropped a message of more than ${MAX_LINE_BYTES} bytes`);
      if (id !== undefined) answer({ id, code: INVALID_REQUEST, message: TOO_LONG });
    },
    refused(refused) {
      const isUnread = refused.code === PARSE_ERROR;
      log(
        `protocol: ${isUnread ? "dropped a message that is not JSON in UTF-8" : "refused a request that is not as MCP defines it"}`,
      );
      answer(refused);
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

/** The longest line, in bytes: the most that the SDK's transport takes before it gives the connection up. */
export const MAX_LINE_BYTES = 10 * 1024 * 1024;

const TOO_LONG =
  `This message has more than ${MAX_LINE_BYTES} bytes, so it was not read and nothing was sent to Tempo. ` +
  "Send less in one message.";

const INVALID_REQUEST = -32_600;
const PARSE_ERROR = -32_700;

/** The bytes kept of each end of a line that is too long: enough to find a request's id. */
const KEPT_BYTES = 256;

/** A request's id where the SDKs write it, first or last of the message's own keys. */
const ID = String.raw`"id":("(?:[^"\\]|\\.)*"|\d+)`;
const ID_FIRST = new RegExp(String.raw`^\{"jsonrpc":"2\.0",${ID},`);
const ID_LAST = new RegExp(String.raw`,${ID}\}\s*$`);

/** The reports of lines that are dropped. */
interface Dropped {
  /** @param id the JSON text of that of the request that the line holds, undefined if it cannot be found */
  tooLong(id: string | undefined): void;
  /** Called for what the SDK would drop. */
  refused(refused: RefusedMessage): void;
}

/** Passes messages on as the SDK takes them, and drops each line that is blank, too long or no message, which it would drop without a word. */
function checkLines({ tooLong, refused }: Dropped): Transform {
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

  return new Transform({
    transform(chunk: Buffer, _, done) {
      let start = 0;
      for (let end = chunk.indexOf("\n"); end !== -1; end = chunk.indexOf("\n", start)) {
        add(chunk.subarray(start, end + 1));
        const line = Buffer.concat(parts);
        if (length > MAX_LINE_BYTES) tooLong(findId(parts));
        else if (String(line).trim() !== "") {
          for (const read of readMessages(line)) {
            if (read.refused) refused(read.refused);
            else if (!isForbidden(read.message)) this.push(`${JSON.stringify(read.message)}\n`);
          }
        }
        [parts, length, start] = [[], 0, end + 1];
      }
      if (start < chunk.length) add(chunk.subarray(start));
      done();
    },
  });
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function findId([start, end]: Buffer[]): string | undefined {
  const [, id] = ID_FIRST.exec(String(start)) ?? ID_LAST.exec(String(end)) ?? [];
  return id;
}
