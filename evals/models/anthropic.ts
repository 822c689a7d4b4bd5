import { type Endpoint, post } from "./http.ts";
import { type Conversation, type Message, type Model, type Step, systemText } from "./model.ts";

const MAX_TOKENS = 8192;

type Block =
  | { type: "text"; text: string }
  | { type: "tool_use"; id: string; name: string; input: Record<string, unknown> }
  | { type: "tool_result"; tool_use_id: string; content: string; is_error: boolean };

/** A model behind an endpoint for Anthropic's Messages. */
export function anthropicModel(endpoint: Endpoint, timeoutMs: number): Model {
  const { model, key } = endpoint;
  const headers = { "anthropic-version": "2023-06-01", ...(key !== undefined && { "x-api-key": key }) };
  return {
    name: model,
    open: () => ({
      async next(conversation) {
        const { tools, messages } = conversation;
        const body = {
          model,
          max_tokens: MAX_TOKENS,
          system: systemText(conversation),
          tools: tools.map(({ name, description, inputSchema }) => ({
            name,
            description,
            input_schema: inputSchema,
          })),
          messages: toMessages(messages),
        };
        return toStep((await post(endpoint, "/messages", headers, body, timeoutMs)) as { content?: Block[] });
      },
      close: () => {},
    }),
  };
}

/** The results of one step are one message of the user, as the endpoint wants them. */
function toMessages(messages: Conversation["messages"]) {
  const made: { role: "user" | "assistant"; content: Block[] }[] = [];
  for (const message of messages) {
    const role = message.role === "assistant" ? "assistant" : "user";
    const content = toBlocks(message);
    const last = made.at(-1);
    if (last?.role === role) last.content.push(...content);
    else made.push({ role, content });
  }
  return made;
}

function toBlocks(message: Message): Block[] {
  switch (message.role) {
    case "user":
      return [{ type: "text", text: message.text }];
    case "assistant":
      return [
        ...(message.text === "" ? [] : [{ type: "text" as const, text: message.text }]),
        ...message.calls.map(({ id, name, arguments: input }) => ({
          type: "tool_use" as const,
          id,
          name,
          input,
        })),
      ];
    case "tool":
      return [
        {
          type: "tool_result",
          tool_use_id: message.callId,
          content: message.text,
          is_error: message.isError,
        },
      ];
  }
}

function toStep({ content }: { content?: Block[] }): Step {
  if (!content) throw new Error("the model's endpoint answered without content");
  return {
    text: content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n"),
    calls: content.flatMap((block) =>
      block.type === "tool_use" ? [{ id: block.id, name: block.name, arguments: block.input }] : [],
    ),
  };
}
