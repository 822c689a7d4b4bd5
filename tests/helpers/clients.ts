import { Client as ModernClient } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import type { Transport as LegacyTransport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { ElicitRequestSchema, ResultSchema } from "@modelcontextprotocol/sdk/types.js";
import type { Transport } from "@modelcontextprotocol/server";
import { asStandardSchema } from "../../src/server/sdk.ts";
import { schemaValidators } from "./schema-validators.ts";

/** The result of a tool call, as far as tests compare it. */
export interface ToolResult {
  isError?: boolean;
  content: { type: string; text: string }[];
  structuredContent?: Record<string, unknown>;
  _meta?: Record<string, unknown>;
}

export interface Progress {
  progress: number;
  total?: number | undefined;
  message?: string | undefined;
}

/** A prompt as it is listed. */
export interface ListedPrompt {
  name: string;
  title?: string;
  description?: string;
  arguments?: { name: string; description?: string; required?: boolean }[];
}

/** A resource as it is listed, or a template of resources. */
export interface ListedResource {
  name: string;
  uri?: string;
  uriTemplate?: string;
  title?: string;
  description?: string;
  mimeType?: string;
}

/** The argument of a prompt, or the variable of a template, that is to be completed. */
export interface CompletionRequest {
  ref: { type: "ref/prompt"; name: string } | { type: "ref/resource"; uri: string };
  argument: { name: string; value: string };
}

/** A form as a client is sent it, and what it answers. */
export interface Form {
  message: string;
  requestedSchema?: object;
}

export type AnswerForm = (
  form: Form,
  signal: AbortSignal,
) => Promise<{ action: "accept" | "decline" | "cancel"; content?: Record<string, boolean> }>;

/** The methods of a client that tests use, whichever SDK it comes from. */
export interface TestClient {
  getInstructions(): string | undefined;
  getServerCapabilities(): object | undefined;
  getServerVersion(): { icons?: ListedIcon[] } | undefined;
  listPrompts(): Promise<{ prompts: ListedPrompt[] }>;
  getPrompt(request: { name: string; arguments?: Record<string, string> }): Promise<{
    description?: string;
    messages: { role: string; content: { type: string; text?: string } }[];
  }>;
  listResources(): Promise<{ resources: ListedResource[] }>;
  listResourceTemplates(): Promise<{ resourceTemplates: ListedResource[] }>;
  readResource(
    request: { uri: string },
    options?: { signal?: AbortSignal },
  ): Promise<{
    contents: { uri: string; mimeType?: string; text?: string; _meta?: Record<string, unknown> }[];
  }>;
  complete(
    request: CompletionRequest,
  ): Promise<{ completion: { values: string[]; total?: number; hasMore?: boolean } }>;
  listTools(): Promise<{ tools: ListedTool[] }>;
  callTool(
    call: { name: string; arguments?: Record<string, unknown> },
    options?: { onprogress?: (progress: Progress) => void; signal?: AbortSignal },
  ): Promise<ToolResult>;
  /** Sends a request of an extension. */
  request(method: string, params?: object): Promise<Record<string, unknown>>;
  /** The reader of skills of the SDK 2.x, which checks what it reads; undefined for the SDK 1.x, which has none. */
  skills: SkillsClient | undefined;
  close(): Promise<void>;
}

export interface ListedTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: Record<string, unknown>;
  outputSchema?: Record<string, unknown>;
  annotations?: Record<string, unknown>;
  icons?: ListedIcon[];
  _meta?: Record<string, unknown>;
}

export interface ListedIcon {
  src: string;
  mimeType?: string;
  theme?: string;
}

/** The clients that tests use: the SDK that most hosts have, and the current one with both protocol versions. */
export const CLIENT_KINDS = ["sdk 1.x", "sdk 2.x, 2025 protocol", "sdk 2.x, 2026-07-28 protocol"] as const;

export type ClientKind = (typeof CLIENT_KINDS)[number];

const IDENTITY = { name: "tempofiller-tests", version: "1.0.0" };

/** The extension that hosts with views declare. */
const MCP_APPS = { "io.modelcontextprotocol/ui": { mimeTypes: ["text/html;profile=mcp-app"] } };

/** The result of an extension's method, as it comes. */
const ANY_RESULT = asStandardSchema<Record<string, unknown>>({ type: "object" });

/** Connects a client of a kind over a transport. */
export async function connectClient(
  kind: ClientKind,
  transport: Transport,
  onForm?: AnswerForm,
  elicitation: { url?: Record<string, never> } = {},
  drawsViews = false,
): Promise<TestClient> {
  const capabilities = {
    ...(onForm && { elicitation }),
    ...(drawsViews && { extensions: MCP_APPS }),
  };
  if (kind === "sdk 1.x") {
    const client = new LegacyClient(IDENTITY, { capabilities, jsonSchemaValidator: schemaValidators });
    if (onForm)
      client.setRequestHandler(ElicitRequestSchema, ({ params }, { signal }) => onForm(params, signal));
    await client.connect(transport as LegacyTransport);
    await client.listTools();
    return {
      ...readingOf(client as unknown as TestClient),
      callTool: (call, options) => client.callTool(call, undefined, options) as Promise<ToolResult>,
      request: (method, params = {}) => client.request({ method, params: { ...params } }, ResultSchema),
      skills: undefined,
    };
  }
  const isNew = kind === "sdk 2.x, 2026-07-28 protocol";
  const client = new ModernClient(IDENTITY, {
    capabilities,
    versionNegotiation: { mode: isNew ? { pin: "2026-07-28" } : "legacy" },
  });
  if (onForm)
    client.setRequestHandler("elicitation/create", ({ params }, { mcpReq }) => onForm(params, mcpReq.signal));
  await client.connect(transport);
  return {
    ...readingOf(client as unknown as TestClient),
    callTool: (call, options) => client.callTool(call, options) as Promise<ToolResult>,
    request: (method, params = {}) => client.request({ method, params: { ...params } }, ANY_RESULT),
    skills: new SkillsClient(client),
  };
}

/** The methods that the clients of both SDKs share, with the types that tests compare. */
function readingOf(client: TestClient): Omit<TestClient, "callTool" | "request" | "skills"> {
  return {
    getInstructions: () => client.getInstructions(),
    getServerCapabilities: () => client.getServerCapabilities(),
    getServerVersion: () => client.getServerVersion(),
    listTools: () => client.listTools(),
    listPrompts: () => client.listPrompts(),
    getPrompt: (request) => client.getPrompt(request),
    listResources: () => client.listResources(),
    listResourceTemplates: () => client.listResourceTemplates(),
    readResource: (request, options) => client.readResource(request, options),
    complete: (request) => client.complete(request),
    close: () => client.close(),
  };
}
