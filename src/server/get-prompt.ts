import type { GetPromptResult } from "@modelcontextprotocol/server";
import type { Prompt } from "../prompts/prompt.ts";
import { InvalidInputError } from "../timesheet/errors.ts";
import type { ServerContext } from "./context.ts";
import { toProtocolError } from "./protocol-error.ts";

/** Words a prompt, and turns any failure into an error of the protocol. */
export async function getPrompt(
  prompt: Prompt,
  args: Record<string, string>,
  context: ServerContext,
): Promise<GetPromptResult> {
  const { name, description, load } = prompt;
  try {
    const given = givenArguments(prompt, args);
    const { write } = await load();
    return { description, messages: [{ role: "user", content: { type: "text", text: write(given) } }] };
  } catch (error) {
    const told =
      error instanceof InvalidInputError ? new InvalidInputError(refusal(name, error.message)) : error;
    throw toProtocolError(told, name, context);
  }
}

/** The arguments that hold something: hosts send an empty text for a field that a user left blank. */
function givenArguments(prompt: Prompt, args: Record<string, string>): Record<string, string> {
  const known = Object.entries(prompt.arguments);
  const given = Object.fromEntries(
    Object.entries(args).flatMap(([name, value]) => (value.trim() === "" ? [] : [[name, value.trim()]])),
  );
  const problems = [
    ...known.flatMap(([name, { required }]) =>
      required && !Object.hasOwn(given, name) ? [`\`${name}\` is required`] : [],
    ),
    ...Object.keys(given)
      .filter((name) => !Object.hasOwn(prompt.arguments, name))
      .map(
        (name) =>
          `unknown argument \`${name.slice(0, 60)}\`; expected one of ${known.map(([it]) => `\`${it}\``).join(", ")}`,
      ),
  ];
  if (problems.length > 0) throw new InvalidInputError(problems.join("; "));
  return given;
}

function refusal(name: string, problems: string): string {
  return `Invalid input for the prompt ${name}: ${problems}. Correct it and ask for the prompt again.`;
}
