import type { GetPromptResult } from "@modelcontextprotocol/server";
import { describeUnknownArgument } from "../contract/problems.ts";
import type { Prompt } from "../prompts/prompt.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import type { ServerContext } from "./context.ts";
import { toProtocolError } from "./protocol-error.ts";

export function getPrompt(
  prompt: Prompt,
  args: Record<string, string>,
  server: ServerContext,
): GetPromptResult {
  const { name, description } = prompt;
  try {
    const text = prompt.write(givenArguments(prompt, args));
    return { description, messages: [{ role: "user", content: { type: "text", text } }] };
  } catch (error) {
    throw toProtocolError(
      error instanceof InvalidInputError ? invalidInput(name, error.message) : error,
      name,
      server,
    );
  }
}

/** Hosts send an empty text for a field that a user left blank. */
function givenArguments(prompt: Prompt, args: Record<string, string>): Record<string, string> {
  const given = Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()]])),
  );
  const names = Object.keys(prompt.arguments);
  const missing = names.filter((name) => prompt.arguments[name]?.required && !Object.hasOwn(given, name));
  const unknown = Object.keys(given).filter((name) => !names.includes(name));
  const problems = [
    ...missing.map((name) => `\`${name}\` is required`),
    ...unknown.map((name) => describeUnknownArgument(`\`${name.slice(0, 60)}\``, name, names)),
  ];
  if (problems.length > 0) throw new InvalidInputError(problems.join("; "));
  return given;
}

function invalidInput(name: string, problems: string): InvalidInputError {
  return new InvalidInputError(
    `Invalid input for the prompt ${name}: ${problems}. Correct it and request the prompt again.`,
  );
}
