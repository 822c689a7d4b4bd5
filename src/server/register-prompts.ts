import { completable, type GetPromptResult, type McpServer } from "@modelcontextprotocol/server";
import { describeUnknownArgument, MAX_UNKNOWN, shownName } from "../contract/problems.ts";
import { MAX_ARGUMENT, type Prompt } from "../prompts/prompt.ts";
import { shownText } from "../text/show.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import type { Completer } from "./completion.ts";
import type { ServerContext } from "./context.ts";
import { asStandardSchema, toProtocolError } from "./sdk.ts";

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

interface PromptContext extends ServerContext {
  /** The tools that are offered. */
  toolNames: ReadonlySet<string>;
}

function getPrompt(prompt: Prompt, args: Record<string, string>, server: PromptContext): GetPromptResult {
  const { name, description } = prompt;
  try {
    const facts = { toolNames: server.toolNames, today: server.today() };
    const text = shownText(prompt.write(readArguments(prompt, args), facts), server.redact);
    return { description, messages: [{ role: "user", content: { type: "text", text } }] };
  } catch (error) {
    throw toProtocolError(error, name, server);
  }
}

/** @throws InvalidInputError that names every problem */
function readArguments(prompt: Prompt, args: Record<string, string>): Record<string, unknown> {
  // Hosts send an empty text for a field that a user left blank.
  const trimmed = Object.entries(args).map(([name, text]) => [name, text.trim()] as const);
  const given = new Map(trimmed.filter(([, text]) => text !== ""));
  const names = Object.keys(prompt.arguments);
  const problems: string[] = [];
  for (const name of names)
    if (prompt.arguments[name]?.required && !given.has(name)) problems.push(`\`${name}\` is required`);
  if (prompt.oneOf && prompt.oneOf.filter((name) => given.has(name)).length !== 1)
    problems.push(`exactly one of ${prompt.oneOf.map((name) => `\`${name}\``).join(" and ")} is required`);
  const unknown = [...given.keys()].filter((name) => !names.includes(name));
  for (const name of unknown.slice(0, MAX_UNKNOWN))
    problems.push(describeUnknownArgument(`\`${shownName(name)}\``, name, names));
  const values: Record<string, unknown> = {};
  for (const name of names) {
    const text = given.get(name);
    if (text === undefined) continue;
    const length = args[name]?.length ?? 0;
    if (length > MAX_ARGUMENT) {
      problems.push(`\`${name}\` must have at most ${MAX_ARGUMENT} characters, not ${length}`);
      continue;
    }
    try {
      values[name] = prompt.arguments[name]?.read(name, text);
    } catch (error) {
      if (!(error instanceof InvalidInputError)) throw error;
      problems.push(error.message);
    }
  }
  if (problems.length > 0)
    throw new InvalidInputError(
      `Invalid input for the prompt ${prompt.name}: ${problems.join("; ")}. Correct it and request the prompt again.`,
    );
  return values;
}
