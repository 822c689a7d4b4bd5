import { isProfileName } from "../../config/profile.ts";
import { listVariables, NAMES } from "../../config/variable-names.ts";

/** A path, or a plain word that setup itself writes. */
const SHOWN = /^(\/|[A-Za-z]:[\\/]|--sandbox$|off$)/;

const URL_KEYS = ["url", "httpUrl", "serverUrl"];

/** The URL of a team's server, with nothing that could be secret. */
const PLAIN_URL = /^https?:\/\/[\w.:[\]-]+\/mcp$/;

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
export function difference(name: string, before: unknown, after: unknown): string[] {
  return [...lines("-", name, before), ...lines("+", name, after)];
}

function lines(sign: string, name: string, entry: unknown): string[] {
  if (entry === undefined) return [];
  const text = JSON.stringify({ [name]: entry }, hideSecrets, 2);
  return text
    .split("\n")
    .slice(1, -1)
    .map((line) => `${sign} ${line.slice(2)}`);
}

/** Shows only commands, types, paths, profiles and plain URLs, since an entry that others wrote may contain secrets. */
function hideSecrets(key: string, value: unknown): unknown {
  if (typeof value !== "string" || key === "command" || key === "type") return value;
  if (key === NAMES.TEMPO_PROFILE && isProfileName(value)) return value;
  if (URL_KEYS.includes(key) && PLAIN_URL.test(value)) return value;
  const isArgument = /^\d+$/.test(key);
  return (isArgument || PATHS.has(key)) && SHOWN.test(value) ? value : "…";
}
