import { serveOnLoopback } from "../helpers/http-server.ts";

/** A tool as a host describes it to a model. */
export interface SeenTool {
  name: string;
  description: string;
  schema: object;
  /** The group that the host puts it in, if it has groups. */
  namespace?: string | undefined;
}

/** The tools and the results of tools that a host has sent. */
export interface Seen {
  tools: SeenTool[];
  results: unknown[];
}

/** A tool that the model calls; without one, it ends the conversation with a text. */
type Call = { tool: SeenTool; arguments: object } | undefined;

/** The form of an API's answers. */
interface Api {
  path: RegExp;
  whole(call: Call): object;
  /** The same as the events of a stream. */
  events(call: Call): object[];
}

const PREFIX = /^((mcp_+)?tempofiller_+)?$/;
const ID = "call_1";
const DONE = "Done.";
const USAGE = { input_tokens: 1, output_tokens: 1 };

const messages: Api = {
  path: /\/messages$/,
  whole: (call) => ({
    ...{ id: "msg_1", type: "message", role: "assistant", model: "stub", usage: USAGE },
    stop_reason: call ? "tool_use" : "end_turn",
    content: [
      call
        ? { type: "tool_use", id: ID, name: call.tool.name, input: call.arguments }
        : { type: "text", text: DONE },
    ],
  }),
  events(call) {
    const message = this.whole(call) as { content: [object]; stop_reason: string };
    const { content, stop_reason } = message;
    const begun = { ...content[0], ...(call ? { input: {} } : { text: "" }) };
    const delta = call
      ? { type: "input_json_delta", partial_json: JSON.stringify(call.arguments) }
      : { type: "text_delta", text: DONE };
    return [
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: begun },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason }, usage: USAGE },
      { type: "message_stop" },
    ];
  },
};

const responses: Api = {
  path: /\/responses$/,
  whole: (call) => ({
    ...{ id: "resp_1", object: "response", created_at: 0, status: "completed", model: "stub" },
    usage: { ...USAGE, total_tokens: 2 },
    output: [
      call
        ? {
            ...{ type: "function_call", id: "fc_1", call_id: ID, status: "completed" },
            ...{ name: call.tool.name, namespace: call.tool.namespace },
            arguments: JSON.stringify(call.arguments),
          }
        : {
            ...{ type: "message", id: "msg_1", role: "assistant", status: "completed" },
            content: [{ type: "output_text", text: DONE, annotations: [] }],
          },
    ],
  }),
  events(call) {
    const response = this.whole(call) as { output: [object] };
    return [
      { type: "response.created", response: { ...response, status: "in_progress", output: [] } },
      { type: "response.output_item.done", output_index: 0, item: response.output[0] },
      { type: "response.completed", response },
    ];
  },
};

const completions: Api = {
  path: /\/chat\/completions$/,
  whole: (call) => ({
    ...{ id: "chat_1", object: "chat.completion", created: 0, model: "stub" },
    usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    choices: [{ index: 0, message: completed(call), finish_reason: call ? "tool_calls" : "stop" }],
  }),
  events(call) {
    const chunk = { ...this.whole(call), object: "chat.completion.chunk" };
    return [
      {
        ...chunk,
        choices: [{ index: 0, delta: completed(call), finish_reason: call ? "tool_calls" : "stop" }],
      },
    ];
  },
};

function completed(call: Call): object {
  if (!call) return { role: "assistant", content: DONE };
  const called = { name: call.tool.name, arguments: JSON.stringify(call.arguments) };
  return { role: "assistant", tool_calls: [{ index: 0, id: ID, type: "function", function: called }] };
}

const gemini: Api = {
  path: /:(streamG|g)enerateContent$/,
  whole: (call) => {
    const part = call ? { functionCall: { name: call.tool.name, args: call.arguments } } : { text: DONE };
    return { candidates: [{ index: 0, finishReason: "STOP", content: { role: "model", parts: [part] } }] };
  },
  events(call) {
    return [this.whole(call)];
  },
};

const APIS = [messages, responses, completions, gemini];

/**
 * Serves a stub of the models' APIs on loopback until the running test ends. It calls one tool in a conversation that has
 * no result of a tool yet, and ends any other.
 */
export async function startModel(tool: string, args: object): Promise<{ url: string; seen: Seen }> {
  const seen: Seen = { tools: [], results: [] };
  const url = await serveOnLoopback(async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const api = APIS.find(({ path }) => path.test(pathname));
    if (request.method !== "POST" || !api) return new Response("not served", { status: 404 });
    const body = (await request.json()) as Sent;
    const tools = (body.tools ?? []).flatMap((sent) => toolsIn(sent));
    const results = resultsIn([body.messages, body.input, body.contents]);
    const called = toolNamed(tool, tools);
    if (called) Object.assign(seen, { tools, results });
    const call = called && results.length === 0 ? { tool: called, arguments: args } : undefined;
    const isStream = body.stream || searchParams.get("alt") === "sse";
    return isStream ? streamOf(api.events(call)) : Response.json(api.whole(call));
  });
  return { url, seen };
}

/** The tool of a name, before which hosts put that of the server. */
export function toolNamed(name: string, seen: readonly SeenTool[]): SeenTool | undefined {
  return seen.find((tool) => tool.name.endsWith(name) && PREFIX.test(tool.name.slice(0, -name.length)));
}

/** The keys that are read of a request, or of an object in it, in all APIs together. */
interface Sent {
  [key: string]: unknown;
  name?: string;
  description?: string;
  input_schema?: object;
  parameters?: object;
  parametersJsonSchema?: object;
  function?: Sent;
  functionDeclarations?: Sent[];
  functionResponse?: { response: unknown };
  tools?: Sent[];
}

function toolsIn(sent: Sent, namespace?: string): SeenTool[] {
  const inner = sent.tools ?? sent.functionDeclarations ?? (sent.function ? [sent.function] : undefined);
  if (inner) return inner.flatMap((each) => toolsIn(each, sent.name));
  const { name, description = "", input_schema, parameters, parametersJsonSchema } = sent;
  const schema = input_schema ?? parameters ?? parametersJsonSchema ?? {};
  return name === undefined ? [] : [{ name, description, schema, namespace }];
}

function resultsIn(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [];
  const { type, role, content, output, functionResponse } = value as Sent;
  if (type === "tool_result" || role === "tool") return [content];
  if (type === "function_call_output") return [output];
  if (functionResponse) return [functionResponse.response];
  return Object.values(value).flatMap(resultsIn);
}

function streamOf(events: object[]): Response {
  const lines = events.map((event) => {
    const name = "type" in event ? `event: ${event.type}\n` : "";
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return new Response(lines.join(""), { headers: { "Content-Type": "text/event-stream" } });
}
