import { expect } from "vitest";
import { protocolError } from "./protocol-error.ts";
import { openSession, type SessionOptions } from "./session.ts";

type Arguments = Record<string, string> | undefined;

/** Gets a prompt, whose text is its only message. */
export async function promptText(
  name: string,
  args: Arguments,
  options: SessionOptions = {},
): Promise<string | undefined> {
  const { client, requests } = await openSession(options);
  const { messages } = await client.getPrompt({ name, ...(args && { arguments: args }) });
  expect(messages).toEqual([{ role: "user", content: { type: "text", text: expect.any(String) } }]);
  expect(requests).toEqual([]);
  return messages[0]?.content.text;
}

/** The message with which a prompt is refused. */
export async function promptRefusal(
  name: string,
  args: Arguments,
  options: SessionOptions = {},
): Promise<string> {
  const { client } = await openSession(options);
  return (await protocolError(client.getPrompt({ name, ...(args && { arguments: args }) }))).message;
}
