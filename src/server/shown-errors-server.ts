import { type JSONRPCMessage, McpServer, type Transport } from "@modelcontextprotocol/server";
import { type Redact, shownText } from "../text/show.ts";

/** The SDK's server. Its own errors repeat names and addresses that a caller sent, so their texts are shown as those of every exit. */
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
  }

  #shown(message: JSONRPCMessage): JSONRPCMessage {
    if (!("error" in message)) return message;
    const { message: text, data, ...rest } = message.error;
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
