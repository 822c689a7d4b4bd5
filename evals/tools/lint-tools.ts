import type { OfferedTool } from "../run/command.ts";

/** A host cuts what is longer, or a model reads past it. */
const LONGEST = { tool: 600, argument: 200 };

interface Schema {
  description?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
}

/** The problems of the texts of tools, a line for each. */
export function lintTools(tools: readonly OfferedTool[]): string[] {
  return [...tools.flatMap(lintTool), ...sharedSentences(tools)];
}

function lintTool({ name, description, inputSchema }: OfferedTool): string[] {
  const { properties = {} } = inputSchema as Schema;
  return [
    ...(description.length === 0 ? [`${name} has no description`] : []),
    ...(description.length > LONGEST.tool
      ? [`${name} has a description of ${description.length} characters`]
      : []),
    ...Object.entries(properties).flatMap(([argument, schema]) =>
      lintArgument(`${name}.${argument}`, schema),
    ),
  ];
}

function lintArgument(path: string, { description = "", properties = {}, items }: Schema): string[] {
  const inner = Object.entries(items?.properties ?? properties);
  return [
    ...(description === "" ? [`${path} has no description`] : []),
    ...(description.length > LONGEST.argument
      ? [`${path} has a description of ${description.length} characters`]
      : []),
    ...inner.flatMap(([name, schema]) => lintArgument(`${path}.${name}`, schema)),
  ];
}

/** Two tools that say the same of what they are for leave a model to guess. */
function sharedSentences(tools: readonly OfferedTool[]): string[] {
  const owners = new Map<string, string[]>();
  for (const { name, description } of tools)
    for (const sentence of sentencesOf(description))
      if (isClaim(sentence)) owners.set(sentence, [...(owners.get(sentence) ?? []), name]);
  return [...owners]
    .filter(([, names]) => names.length > 1)
    .map(([sentence, names]) => `${names.join(" and ")} both say "${sentence}"`);
}

function sentencesOf(description: string): string[] {
  return description.split(/(?<=[.!?])\s+/).map((sentence) => sentence.trim());
}

/** The first words say what a tool does, "Use it" when; the rest may be a promise that several tools make. */
function isClaim(sentence: string): boolean {
  return !/^(An entry identical|To retry|It cannot|Without `confirm`|A repeated)/.test(sentence);
}
