import type { OfferedTool } from "./command.ts";

/** The ways in which hosts were seen to spell arguments badly. */
export const SPELLINGS = ["text", "null", "both"] as const;

/** `text`: arrays, objects, numbers and booleans as JSON text. `null`: for all that is optional and left out. `both`: these together. */
export type Spelling = (typeof SPELLINGS)[number];

type Schema = Record<string, unknown>;

/** The arguments of a call as a client with such a spelling sends them, those within arrays and objects too. */
export function spelled(
  args: Record<string, unknown>,
  { inputSchema }: Pick<OfferedTool, "inputSchema">,
  spelling: Spelling,
): Record<string, unknown> {
  const filled = spelling === "text" ? args : withNulls(args, inputSchema);
  return spelling === "null" ? filled : partsAsText(filled);
}

function withNulls(values: object, schema: Schema): Record<string, unknown> {
  const { properties = {}, required = [] } = schema as { properties?: object; required?: string[] };
  const of = properties as Record<string, Schema>;
  const given = Object.entries(values).map(([name, value]) => [name, nullsWithin(value, of[name])]);
  const absent = Object.keys(of).filter((name) => !(name in values) && !required.includes(name));
  return Object.fromEntries([...given, ...absent.map((name) => [name, null])]);
}

function nullsWithin(value: unknown, schema: Schema = {}): unknown {
  if (Array.isArray(value)) return value.map((item) => nullsWithin(item, schema.items as Schema));
  return typeof value === "object" && value !== null ? withNulls(value, schema) : value;
}

function partsAsText(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asText(value)]));
}

/** Texts stay as they are. */
function asText(value: unknown): unknown {
  if (value === null || typeof value === "string") return value;
  if (Array.isArray(value)) return JSON.stringify(value.map(asText));
  return JSON.stringify(typeof value === "object" ? partsAsText(value) : value);
}
