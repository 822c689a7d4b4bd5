import { completable, type McpServer } from "@modelcontextprotocol/server";
import type { Prompt } from "../prompts/prompt.ts";
import type { Completer } from "./completion.ts";
import { getPrompt, type PromptContext } from "./get-prompt.ts";
import { asStandardSchema } from "./standard-schema.ts";

export function registerPrompts(
  server: McpServer,
  prompts: readonly Prompt[],
  complete: Completer,
  context: PromptContext,
): void {
  for (const prompt of prompts) {
    const { name, title, description } = prompt;
    server.registerPrompt(name, { title, description, argsSchema: argsSchema(prompt, complete) }, (args) =>
      getPrompt(prompt, args, context),
    );
  }
}

/** The SDK finds what completes an argument in `shape`, by name. */
function argsSchema(prompt: Prompt, complete: Completer) {
  const entries = Object.entries(prompt.arguments);
  const text = (description: string) => asStandardSchema<string>({ type: "string", description });
  return {
    ...asStandardSchema<Record<string, string>>({
      type: "object",
      properties: Object.fromEntries(
        entries.map(([name, { description }]) => [name, { type: "string", description }]),
      ),
      required: entries.flatMap(([name, { required }]) => (required ? [name] : [])),
    }),
    shape: Object.fromEntries(
      entries.map(([name, { description }]) => [
        name,
        completable(text(description), (value) => complete(name, value ?? "")),
      ]),
    ),
  };
}
