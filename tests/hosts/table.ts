import type { Host } from "./hosts.ts";
import type { SeenTool } from "./model.ts";

/** A tool as the server is to list it. */
export interface ListedTool {
  name: string;
  description: string;
  inputSchema: object;
}

interface Schema {
  properties?: Record<string, unknown>;
}

type Counts = Map<string, { keyword: string; times: number }>;

/** Keywords whose values are names with schemas, and those whose values are no schemas. */
const MAPS = ["properties", "patternProperties", "$defs"];
const VALUES = ["default", "enum", "const", "examples", "required"];

/**
 * A row of the table in docs/hosts.md.
 *
 * @param byDefault of tools that the model got with the sets that are on by default
 * @param pairs of a tool as it is listed and as the model got it
 * @param results of a tool, as the model got them
 */
export function rowOf(
  { title, packages: [installed = ""] }: Host,
  byDefault: number,
  pairs: readonly [ListedTool, SeenTool][],
  results: readonly unknown[],
): string {
  const [, got] = pairs.find(([{ name }]) => name === "post_worklog") ?? [];
  const name = [got?.namespace, got?.name].filter(Boolean).join(" ");
  const version = installed.replace(/.*@/, "");
  const differs = [
    ...changesIn(pairs),
    ...(byDefault === 5 ? [] : [`${byDefault} tools by default`]),
    ...differencesOf(results),
  ];
  return `| ${title} ${version} | \`${name}\` | ${differs.join("; ") || "nothing"} |`;
}

/** The replies of the server in a result of a tool, in whatever text or object a host puts them. */
export function repliesIn(result: unknown): object[] {
  if (typeof result === "string") {
    const [json] = /\{"success".*\}/s.exec(result) ?? [];
    return repliesIn(parsed(result) ?? (json === undefined ? undefined : parsed(json)));
  }
  if (typeof result !== "object" || result === null) return [];
  return "success" in result ? [result] : Object.values(result).flatMap(repliesIn);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function differencesOf(results: readonly unknown[]): string[] {
  const isFramed = textsIn(results).some((text) => text.includes('"success"') && parsed(text) === undefined);
  return [
    ...(isFramed ? ["result in a frame"] : []),
    ...(repliesIn(results).length > 1 ? ["result twice"] : []),
  ];
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Names the keywords that a host drops from tools or adds to them; one whose value differs counts as both. */
function changesIn(pairs: readonly [ListedTool, SeenTool][]): string[] {
  const extra = new Set<string>();
  const [listed, got]: [Counts, Counts] = [new Map(), new Map()];
  for (const [{ description, inputSchema }, seen] of pairs) {
    const schema = structuredClone(seen.schema) as Schema;
    for (const name of Object.keys(schema.properties ?? {})) {
      if (Object.hasOwn((inputSchema as Schema).properties ?? {}, name)) continue;
      extra.add(name);
      delete schema.properties?.[name];
    }
    count({ ...inputSchema, "tool description": description }, listed);
    count({ ...schema, "tool description": seen.description }, got);
  }
  const parts: [string, Set<string>][] = [
    ["without", moreIn(listed, got)],
    ["with", moreIn(got, listed)],
    ["with argument", extra],
  ];
  return parts
    .filter(([, names]) => names.size > 0)
    .map(([word, names]) => `${word} ${[...names].map((name) => `\`${name}\``).join(" ")}`);
}

/** The keywords that occur more often in the first, with some value. */
function moreIn(counts: Counts, others: Counts): Set<string> {
  const more = [...counts].filter(([key, { times }]) => times > (others.get(key)?.times ?? 0));
  return new Set(more.map(([, { keyword }]) => keyword));
}

/** Counts the keywords of a schema and of those in it, each with its value if that is no schema. */
function count(schema: unknown, counts: Counts): void {
  if (typeof schema !== "object" || schema === null) return;
  if (Array.isArray(schema)) for (const each of schema) count(each, counts);
  else
    for (const [keyword, value] of Object.entries(schema)) {
      const hasSchema = typeof value === "object" && !VALUES.includes(keyword);
      const key = hasSchema ? keyword : `${keyword}: ${JSON.stringify(value)}`;
      counts.set(key, { keyword, times: (counts.get(key)?.times ?? 0) + 1 });
      if (hasSchema) count(MAPS.includes(keyword) ? Object.values(value) : value, counts);
    }
}
