import type { CallToolResult } from "@modelcontextprotocol/client";
import type {
  McpUiHostCapabilities,
  McpUiHostContext,
  McpUiSizeChangedNotification,
} from "@modelcontextprotocol/ext-apps/app-bridge";

/** The call that the host shows, and how the host behaves. */
export interface HostOptions {
  tool: string;
  arguments: Record<string, unknown>;
  /** Width of the view in pixels; 760 unless given. */
  width?: number;
  /** Replaces parts of the host's context. */
  hostContext?: McpUiHostContext;
  /** Whether the context has nothing but that. */
  hasBareContext?: boolean;
  /** Capabilities that the host does not have. */
  lacks?: readonly (keyof McpUiHostCapabilities)[];
  /** The notifications that the host sends, in this order; default: input and result. */
  sends?: readonly Sendable[];
  /** A stored result, given to the view instead of calling the tool. */
  replay?: CallToolResult;
  /** Whether results reach the view without `structuredContent` and `_meta`, as some hosts do it. */
  strips?: boolean;
  /** Faults of the view's tool calls. */
  calls?: CallFaults;
  /** Whether the view's document runs under Trusted Types. */
  trustedTypes?: boolean;
}

/** A notification of the host about the call that the view belongs to. */
export type Sendable = "partial input" | "input" | "result" | "cancelled";

/** Faults of the view's tool calls. */
export interface CallFaults {
  /** Which of them the host refuses. */
  denies?: Which;
  /** The time that they wait before they go to the server, in milliseconds. */
  delay?: number;
  /** The time that the user takes to allow a write, in milliseconds. */
  asks?: number;
  /** Which of them reach the server, while the response never reaches the view. */
  loses?: Which;
  /** Whether the host sends each of them twice, and answers with the second result. */
  repeats?: boolean;
}

/** Some of the tool calls. */
export type Which = "writes" | "all";

/** The messages that the view has sent so far. */
export interface HostRecords {
  /** Its tool calls, those that were refused included. */
  calls: { name: string; arguments: Record<string, unknown> }[];
  /** The number of them that the server has answered. */
  answered: number;
  /** URIs of the resources that it read. */
  reads: string[];
  /** Texts for the model, by `ui/update-model-context`. */
  modelContexts: string[];
  /** Texts for the conversation, by `ui/message`. */
  messages: string[];
  links: string[];
  sizes: McpUiSizeChangedNotification["params"][];
  /** MIME type of the HTML. */
  mimeType: string | undefined;
  /** When the result was sent last, in milliseconds since 1970. */
  resultSentAt: number | undefined;
}

/** Lists the messages of the view, one per line. */
export function describeRecords({ calls, reads, modelContexts, messages, links }: HostRecords): string {
  const lines = [
    ...calls.map((call) => `tools/call ${call.name} ${JSON.stringify(call.arguments)}`),
    ...reads.map((uri) => `resources/read ${uri}`),
    ...modelContexts.map((text) => `ui/update-model-context ${text}`),
    ...messages.map((text) => `ui/message ${text}`),
    ...links.map((url) => `ui/open-link ${url}`),
  ];
  return lines.join("\n") || "Nothing yet.";
}

/** The records of a view that has sent nothing yet. */
export function emptyRecords(): HostRecords {
  return {
    calls: [],
    answered: 0,
    reads: [],
    modelContexts: [],
    messages: [],
    links: [],
    sizes: [],
    mimeType: undefined,
    resultSentAt: undefined,
  };
}
