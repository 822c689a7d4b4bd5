import {
  type JSONRPCMessage,
  McpServer,
  PROTOCOL_VERSION_META_KEY,
  ProtocolErrorCode,
  type RequestId,
  type Transport,
} from "@modelcontextprotocol/server";
import { shownName } from "../contract/problems.ts";
import { type Redact, shownText } from "../text/show.ts";

/** None of our names and addresses is nearly as long. */
const MAX_REPEATED = 256;

type Values = Record<string, unknown>;

/** The reason to refuse a message: it, or a header that mirrors it, has a longer name or address than any, which a response would repeat. */
export function tooLongToRepeat(message: object, headers: Values = {}): string | undefined {
  const { id, method, params } = message as Values;
  const { name, uri, taskId, ref, _meta } = (params ?? {}) as Values;
  const { progressToken, [PROTOCOL_VERSION_META_KEY]: version } = (_meta ?? {}) as Values;
  const mirrors = Object.entries(headers).filter(([header]) => header.startsWith("mcp-"));
  const repeated = Object.entries({ id, method, name, uri, taskId, progressToken, version });
  const found = [...repeated, ...Object.entries(ref ?? {}), ...mirrors].find(
    ([, value]) => (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).length > MAX_REPEATED,
  );
  return (
    found &&
    `The ${shownName(found[0])} of the message has more than ${MAX_REPEATED} characters. Send a shorter one.`
  );
}

/**
 * The SDK's server. Its own errors repeat names and addresses that a caller sent, so a message with a long one is refused, and the texts of
 * errors are shown as those of every exit.
 */
export class ShownErrorsServer extends McpServer {
  readonly #redact: Redact;

  constructor(redact: Redact, ...options: ConstructorParameters<typeof McpServer>) {
    super(...options);
    this.#redact = redact;
  }

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(this.#shown(message), options);
    await super.connect(transport);
    const receive = transport.onmessage;
    transport.onmessage = (request, extra) => {
      const message = tooLongToRepeat(request);
      const { id } = request as { id?: RequestId };
      if (message === undefined) receive?.(request, extra);
      else if (id !== undefined)
        send({ jsonrpc: "2.0", id, error: { code: ProtocolErrorCode.InvalidParams, message } }).catch(
          () => {},
        );
    };
  }

  #shown(message: JSONRPCMessage): JSONRPCMessage {
    if (!("error" in message)) return message;
    const { message: text, data, ...rest } = withSentence(message.error);
    const error = {
      ...rest,
      message: shownText(text, this.#redact),
      ...(data !== undefined && { data: this.#shownData(data) }),
    };
    return { ...message, error };
  }

  #shownData(value: unknown): unknown {
    if (typeof value === "string") return shownText(value, this.#redact);
    if (Array.isArray(value)) return value.map((item) => this.#shownData(item));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#shownData(item)]));
  }
}

interface ShownError {
  code: number;
  message: string;
  data?: unknown;
}

/** A problem that the SDK's validator has with a part of a request. */
interface Issue {
  path: readonly (string | number)[];
  message: string;
}

/** The SDK reports a request that breaks the protocol's schema by its validator's issues as JSON, most often as an internal error. */
function withSentence(error: ShownError): ShownError {
  const issues = issuesIn(error.message);
  if (!issues) return error;
  const problems = issues.map(
    ({ path, message }) =>
      `${path.map((step) => shownName(String(step))).join(".")} (${message.replace(/^Invalid input: /, "")})`,
  );
  const message = `The request is not as MCP defines it: ${problems.join(", ")}. Correct it and send it again.`;
  return { ...error, code: ProtocolErrorCode.InvalidParams, message };
}

function issuesIn(text: string): Issue[] | undefined {
  if (!text.endsWith("]")) return undefined;
  try {
    const issues = JSON.parse(text.slice(text.indexOf("["))) as Partial<Issue>[];
    return issues.every(({ path, message }) => Array.isArray(path) && typeof message === "string")
      ? (issues as Issue[])
      : undefined;
  } catch {
    return undefined;
  }
}
