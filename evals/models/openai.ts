import { type Endpoint, post } from "./http.ts";
import { type Conversation, type Message, type Model, type Step, systemText } from "./model.ts";

interface ChatMessage {
  content?: string | null;
  tool_calls?: { id: string; function: { name: string; arguments: string } }[];
}

/** A model behind an endpoint for chat completions with tools, as OpenAI and many others have. */
export function openAiModel(endpoint: Endpoint, timeoutMs: number): Model {
  const { model, key } = endpoint;
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return {
    name: model,
    open: () => ({
      async next(conversation) {
        const body = { model, messages: toMessages(conversation), tools: conversation.tools.map(toTool) };
        const reply = await post(endpoint, "/chat/completions", headers, body, timeoutMs);
        return toStep((reply as { choices?: { message: ChatMessage }[] }).choices?.[0]?.message);
      },
      close: () => {},
    }),
  };
}

function toTool({ name, description, inputSchema }: Conversation["tools"][number]) {
  return { type: "function", function: { name, description, parameters: inputSchema } };
}

function toMessages(conversation: Conversation) {
  return [{ role: "system", content: systemText(conversation) }, ...conversation.messages.map(toMessage)];
}

function toMessage(message: Message) {
  switch (message.role) {
    case "user":
      return { role: "user", content: message.text };
    case "assistant":
      return {
        role: "assistant",
        content: message.text,
        ...(message.calls.length > 0 && {
          tool_calls: message.calls.map(({ id, name, arguments: args }) => ({
            id,
            type: "function",
            function: { name, arguments: JSON.stringify(args) },
          })),
        }),
      };
    case "tool":
      return { role: "tool", tool_call_id: message.callId, content: message.text };
  }
}

function toStep(message: ChatMessage | undefined): Step {
  if (!message) throw new Error("the model's endpoint answered without a message");
  return {
    text: message.content ?? "",
    calls: (message.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
      id,
      name,
      arguments: JSON.parse(text || "{}"),
    })),
  };
}
