import { listVariables } from "../../config/variable-names.ts";
import { SERVER_NAME } from "./entry.ts";

/** A path, or a plain word that setup itself writes. */
const SHOWN = /^(\/|[A-Za-z]:[\\/]|--sandbox$|off$)/;

const PATHS = new Set<string>(
  listVariables().flatMap(({ name, kind }) => (kind === "file" || kind === "folder" ? [name] : [])),
);

/** A change of one file, shown before it is made. */
export interface Change {
  title: string;
  path: string;
  effect: "Created" | "Changed" | "Deleted";
  /** The lines added (+) and removed (-), without values that may be secret. */
  lines: string[];
  /** @throws SettingsError if the file has changed since, or cannot be written */
  apply(): void;
}

/** The lines of an entry before and after a change; undefined if it does not exist. */
export function difference(before: unknown, after: unknown): string[] {
  return [...lines("-", before), ...lines("+", after)];
}

function lines(sign: string, entry: unknown): string[] {
  if (entry === undefined) return [];
  const text = JSON.stringify({ [SERVER_NAME]: entry }, hideSecrets, 2);
  return text
    .split("\n")
    .slice(1, -1)
    .map((line) => `${sign} ${line.slice(2)}`);
}

/** Shows only commands, types and paths, since an entry that others wrote may contain secrets. */
function hideSecrets(key: string, value: unknown): unknown {
  if (typeof value !== "string" || key === "command" || key === "type") return value;
  const isArgument = /^\d+$/.test(key);
  return (isArgument || PATHS.has(key)) && SHOWN.test(value) ? value : "…";
}
