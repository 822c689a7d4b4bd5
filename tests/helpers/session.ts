import { InMemoryTransport } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { expect, onTestFinished } from "vitest";
import type { CallSettings } from "../../src/config/settings.ts";
import type { Responses } from "../../src/generated/responses.ts";
import { responseSchemas, type Schema } from "../../src/generated/schemas.ts";
import { sandboxDeployment } from "../../src/runtime/connection.ts";
import { createSandbox, SANDBOX_CREDENTIALS, type Sandbox } from "../../src/sandbox/sandbox.ts";
import type { SandboxBehaviour, SandboxSeed } from "../../src/sandbox/state.ts";
import { createServer } from "../../src/server/create-server.ts";
import type { Deployment } from "../../src/tempo/deployment.ts";
import type { Fetch } from "../../src/tempo/http/client.ts";
import type { RateLimiter } from "../../src/tempo/http/rate-limit.ts";
import { openTimesheet } from "../../src/tempo/open-timesheet.ts";
import type { Writers } from "../../src/timesheet/call-context.ts";
import type { EvidenceAccess } from "../../src/timesheet/draft/draft.ts";
import type { Timesheet } from "../../src/timesheet/port.ts";
import { tools, toolsOf } from "../../src/tools/index.ts";
import type { Tool, ToolSet } from "../../src/tools/tool.ts";
import {
  type AnswerForm,
  type ClientKind,
  connectClient,
  type Progress,
  type TestClient,
  type ToolResult,
} from "./clients.ts";
import { FaultScript } from "./fault-script.ts";
import { seed } from "./seeds.ts";
import { testContext } from "./server-context.ts";
import { checkedFetch, type SentRequest } from "./slice-check.ts";
import { type VirtualClock, virtualClock } from "./virtual-clock.ts";

/** Settings are as they are by default unless given. */
export interface SessionOptions extends Partial<Omit<CallSettings, "toolSets">> {
  /** Tempo Cloud unless given. */
  deployment?: Deployment["kind"];
  workAttributes?: Record<string, string>;
  /** All the same unless given; Data Center has that of Jira only. */
  addresses?: { jiraUrl: string; tempoUrl?: string; atlassianUrl?: string };
  seed?: Partial<SandboxSeed>;
  behaviour?: Partial<SandboxBehaviour>;
  client?: ClientKind;
  tools?: readonly Tool[];
  /** Those that are on; none unless given. */
  toolSets?: readonly ToolSet[];
  /** Puts something between the client and the embedded Tempo, for what `Session.tempo` does not offer. */
  upstream?: (fetch: Fetch, sandbox: Sandbox) => Fetch;
  /** False turns the check of replies off, as it is for users. */
  checkReplies?: boolean;
  /** Tokens to use instead of those that the embedded Tempo accepts. */
  credentials?: Partial<typeof SANDBOX_CREDENTIALS>;
  openTimesheet?: () => Promise<Timesheet>;
  /** The evidence of drafts; that of the settings unless given. */
  evidence?: EvidenceAccess;
  /** The address of Jira that the view knows; none unless given. */
  site?: string;
  /** The HTML of the view; as it is built unless given. */
  readView?: () => Promise<string>;
  /** The date that the machine has; that of the seed unless given. */
  today?: () => string;
  /** Replaces secrets in a text; left as it is unless given. */
  redact?: (text: string) => string;
  /** Answers the forms that the client is sent; without it, the client declares no elicitation. */
  onForm?: AnswerForm;
  /** The elicitation capability that it declares; empty unless given, which means forms. */
  elicitation?: { url?: Record<string, never> };
  /** Whether the client declares MCP Apps. */
  drawsViews?: boolean;
  clock?: VirtualClock;
  /** Who may write when, and the journal; both end with the session unless given. */
  writers?: Writers;
  /** Limits the rate of requests; nothing does unless given. */
  rateLimiter?: RateLimiter;
}

/** The replies by the tool's name: `get_schedule` returns a `GetScheduleResponse`. */
export type Replies = { [Name in keyof Responses as ToolOf<Name>]: Responses[Name] };

type ToolOf<Name extends string> = Name extends `${infer Base}Response`
  ? SnakeCase<Uncapitalize<Base>>
  : never;

type SnakeCase<Text extends string> = Text extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : "";

/** An MCP client of a server on an embedded Tempo. */
export interface Session {
  client: TestClient;
  sandbox: Sandbox;
  /** The faults that the embedded Tempo has, and what was sent to it. */
  tempo: FaultScript;
  /** The requests that Tempo and Jira have processed so far. */
  requests: SentRequest[];
  clock: VirtualClock;
  /** The lines that were logged to stderr so far. */
  log: string[];
  /** The lines that only debug mode would have logged, without requests. */
  debugLog: string[];
  /** Calls a tool and returns its reply; fails the test if the call fails. */
  reply<Tool extends keyof Replies>(tool: Tool, args: Record<string, unknown>): Promise<Replies[Tool]>;
  /** Calls a tool whose reply reports a failure as a whole, and returns the reply. */
  failedReply<Tool extends keyof Replies>(tool: Tool, args: Record<string, unknown>): Promise<Replies[Tool]>;
  /** Calls a tool that must fail, and returns the text of the error. */
  refusal(tool: string, args: Record<string, unknown>): Promise<string>;
  call(
    tool: string,
    args: Record<string, unknown>,
    options?: { onprogress?: (progress: Progress) => void; signal?: AbortSignal },
  ): Promise<ToolResult>;
}

/**
 * Opens a session for the running test. When the test ends, the session is closed, and the test fails if a request or a
 * reply left the OpenAPI slices, or a token went into any output.
 */
export async function openSession(options: SessionOptions = {}): Promise<Session> {
  const start = seed(options.seed);
  const sandbox = createSandbox(start, { behaviour: options.behaviour ?? {} });
  const clock = options.clock ?? virtualClock();
  // Requests to a Tempo with a clock may take time.
  const { fetch, traffic } = checkedFetch(
    options.behaviour?.clock ? sandbox.fetch : (request) => clock.work(() => sandbox.fetch(request)),
  );
  const tempo = new FaultScript(clock);
  const faulty = tempo.wrap(fetch);
  const credentials = { ...SANDBOX_CREDENTIALS, ...options.credentials };
  /** Everything that leaves the server, debug mode's lines included. */
  const output: string[] = [];
  const embedded = sandboxDeployment(options.deployment ?? "cloud", credentials, options.workAttributes);
  const timesheet = openTimesheet(
    embedded.kind === "cloud"
      ? { ...embedded, ...options.addresses }
      : { ...embedded, ...(options.addresses && { baseUrl: options.addresses.jiraUrl }) },
    {
      fetch: options.upstream?.(faulty, sandbox) ?? faulty,
      clock,
      timeout: 30_000,
      rateLimiter: options.rateLimiter ?? ((send) => send()),
      debug: (line) => output.push(line),
    },
  );
  const log: string[] = [];
  const debugLog: string[] = [];
  const defaults = testContext(timesheet, clock);
  const settings = { ...defaults.settings, ...settingsAmong(options, defaults.settings) };
  const server = () =>
    createServer(
      {
        ...defaults,
        settings,
        openTimesheet: options.openTimesheet ?? defaults.openTimesheet,
        evidence: options.evidence ?? defaults.evidence,
        readView: options.readView ?? defaults.readView,
        site: options.site,
        today: options.today ?? (() => start.today),
        writers: options.writers ?? defaults.writers,
        checkReplies: options.checkReplies ?? defaults.checkReplies,
        log: (line) => log.push(line),
        debug: (line) => debugLog.push(line),
        redact: options.redact ?? defaults.redact,
      },
      {
        version: "0.0.0-test",
        tools: options.tools ?? toolsOf(settings.toolSets),
        readOnly: settings.readOnly,
      },
    );

  const [clientTransport, serverTransport] = InMemoryTransport.createLinkedPair();
  const send = serverTransport.send.bind(serverTransport);
  serverTransport.send = (message, sendOptions) => {
    output.push(JSON.stringify(message));
    return send(message, sendOptions);
  };
  const handle = serveStdio(server, { transport: serverTransport });
  const client = await connectClient(
    options.client ?? "sdk 1.x",
    clientTransport,
    options.onForm,
    options.elicitation,
    options.drawsViews,
  );
  onTestFinished(async () => {
    await client.close();
    await handle.close();
    expect(traffic.deviations).toEqual([]);
    // Nothing redacts here: no secret may come near an output in the first place.
    const written = [...output, ...log, ...debugLog].join("\n");
    expect(secretsOf(credentials).filter((secret) => written.includes(secret))).toEqual([]);
  });

  const call: Session["call"] = (name, args, callOptions) =>
    client.callTool({ name, arguments: args }, callOptions);
  return {
    client,
    sandbox,
    tempo,
    clock,
    requests: traffic.requests,
    log,
    debugLog,
    call,
    async reply(name, args) {
      const result = await call(name, args);
      expect(result.isError, result.content[0]?.text).toBeFalsy();
      return replyOf(result, name);
    },
    async failedReply(name, args) {
      const result = await call(name, args);
      expect(result.isError).toBe(true);
      return replyOf(result, name);
    },
    async refusal(name, args) {
      const { isError, content, structuredContent } = await call(name, args);
      expect({ isError, blocks: content.length, structuredContent }).toEqual({ isError: true, blocks: 1 });
      return content[0]?.text ?? "";
    },
  };
}

/** The options that are settings of a call. */
function settingsAmong(options: SessionOptions, settings: CallSettings): Partial<CallSettings> {
  const all = Object.entries({ ...options, toolSets: new Set(options.toolSets) });
  return Object.fromEntries(all.filter(([name]) => Object.hasOwn(settings, name)));
}

/**
 * The reply in a result. Fails the test unless its text and its structured content are the same object, with its keys in the
 * contract's order.
 */
export function replyOf<Tool extends keyof Replies = keyof Replies>(
  { content, structuredContent }: ToolResult,
  tool?: Tool,
): Replies[Tool] {
  const replies = tools.filter(({ name }) => tool === undefined || name === tool).map(({ reply }) => reply);
  const inOrder = replies.map((reply) => ({
    type: "text",
    text: JSON.stringify(orderedBy(responseSchemas[reply], structuredContent)),
  }));
  expect(content).toEqual([{ type: "text", text: JSON.stringify(structuredContent) }]);
  expect(inOrder).toContainEqual(content[0]);
  return JSON.parse(content[0]?.text ?? "");
}

/** Secrets that no output may contain: the tokens, and the form in which basic authentication sends one. */
function secretsOf({ jiraEmail, ...tokens }: typeof SANDBOX_CREDENTIALS): string[] {
  const basic = Buffer.from(`${jiraEmail}:${tokens.jiraToken}`).toString("base64");
  return [...Object.values(tokens), basic];
}

/** A value with its keys in a schema's order. */
function orderedBy({ items = {}, properties }: Schema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => orderedBy(items, item));
  // The reply of another tool in a reply is published without its keys.
  if (typeof value !== "object" || value === null || !properties) return value;
  const entries = Object.entries(properties).filter(([key]) => key in value);
  return Object.fromEntries(
    entries.map(([key, property]) => [key, orderedBy(property, (value as Record<string, unknown>)[key])]),
  );
}
