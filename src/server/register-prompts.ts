import { completable, type McpServer } from "@modelcontextprotocol/server";
import { MAX_ARGUMENT, type Prompt } from "../prompts/prompt.ts";
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
  const entries = Object.entries(prompt.arguments).map(([name, { description, required }]) => ({
    name,
    required,
    schema: { type: "string", description: `${description}. At most ${MAX_ARGUMENT} characters` },
  }));
  return {
    ...asStandardSchema<Record<string, string>>({
      type: "object",
      properties: Object.fromEntries(entries.map(({ name, schema }) => [name, schema])),
      required: entries.flatMap(({ name, required }) => (required ? [name] : [])),
    }),
    shape: Object.fromEntries(
      entries.map(({ name, schema }) => [
        name,
        completable(asStandardSchema<string>(schema), (value) => complete(name, value ?? "")),
      ]),
    ),
  };
}
