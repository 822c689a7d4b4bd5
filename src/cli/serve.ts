import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import type { ServerContext } from "../server/context.ts";
import { createServer } from "../server/create-server.ts";
import { toolsOf } from "../tools/index.ts";
import type { ToolSet } from "../tools/tool.ts";
import { checkLines, MAX_LINE_BYTES } from "./check-lines.ts";
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
      if (id !== undefined) answer(tooLong(id));
    },
    notJson() {
      log("protocol: dropped a message that is not JSON");
      answer(NOT_JSON);
    },
    notOneMessage() {
      log("protocol: dropped a line that is not one message");
      answer(NOT_ONE_MESSAGE);
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

/** JSON-RPC wants it without an id, though one may be seen in what cannot be parsed. */
const NOT_JSON = {
  jsonrpc: "2.0",
  id: null,
  error: {
    code: PARSE_ERROR,
    message:
      "This message is not JSON, so it was not read and nothing was sent to Tempo. Send each message as one line of JSON.",
  },
};

const NOT_ONE_MESSAGE = {
  jsonrpc: "2.0",
  id: null,
  error: {
    code: INVALID_REQUEST,
    message:
      "This line is not one message, so it was not read and nothing was sent to Tempo. Send each message as an object on a line of its own.",
  },
};

function tooLong(id: string | number): object {
  const message =
    `This message has more than ${MAX_LINE_BYTES} bytes, so it was not read and nothing was sent to Tempo. ` +
    "Send less in one message.";
  return { jsonrpc: "2.0", id, error: { code: INVALID_REQUEST, message } };
}
