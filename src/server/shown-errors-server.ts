import {
  type JSONRPCMessage,
  McpServer,
  ProtocolErrorCode,
  type Transport,
} from "@modelcontextprotocol/server";
import { shownName } from "../contract/problems.ts";
import { type Redact, shownText } from "../text/show.ts";

/** The SDK's server, whose own errors are shown as those of every exit: they repeat names and addresses that a caller sent. */
export class ShownErrorsServer extends McpServer {
  readonly #redact: Redact;

  constructor(redact: Redact, ...options: ConstructorParameters<typeof McpServer>) {
    super(...options);
    this.#redact = redact;
    // The SDK would find a tool or a prompt named `constructor` in them, and say that it is disabled.
    for (const key of ["_registeredTools", "_registeredPrompts"] as const)
      Object.setPrototypeOf((this as unknown as Record<typeof key, object>)[key], null);
  }

  override async connect(transport: Transport): Promise<void> {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => send(this.#shown(message), options);
    await super.connect(transport);
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
