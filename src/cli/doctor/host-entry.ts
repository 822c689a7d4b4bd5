import { type ParseError, parse as parseJson } from "jsonc-parser";
import { parse as parseToml, TomlError } from "smol-toml";
import { MAX_FILE_BYTES, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { entryName } from "../setup/entry.ts";
import type { Host } from "../setup/hosts.ts";

/** The command that a host starts, read from its file. */
export interface HostEntry {
  /** The file that it is in. */
  path: string;
  /** Its name in that file. */
  name: string;
  command?: string;
  /** The address of a server that the host reaches instead of starting one. */
  url?: string;
  args: string[];
  env: Record<string, string>;
  isDisabled: boolean;
}

type Json = Record<string, unknown>;

/** The file of a project, which the host prefers to the user's. */
const PROJECT_FILES: Record<string, string> = {
  "claude-code": ".mcp.json",
  vscode: ".vscode/mcp.json",
  cursor: ".cursor/mcp.json",
  codex: ".codex/config.toml",
  "gemini-cli": ".gemini/settings.json",
  zed: ".zed/settings.json",
};

export function projectFile({ name }: Host): string | undefined {
  return PROJECT_FILES[name];
}

/** The entry of a profile among those of one file: the one with its name, before one that uses it under another. */
export function entryOf(entries: readonly HostEntry[], profile: string | undefined): HostEntry | undefined {
  return (
    entries.find(({ name }) => name === entryName(profile)) ??
    entries.find(({ env }) => env.TEMPO_PROFILE === profile)
  );
}

/**
 * Our entries in a host's file; none if it does not exist.
 *
 * @param project folder whose servers Claude Code keeps apart in the user's file, and prefers
 * @throws SettingsError if the file cannot be read or parsed
 */
export function entriesIn(host: Host, path: string, project: string): HostEntry[] {
  const text = readHostFile(path);
  if (text === undefined) return [];
  const root = parsed(host, path, text);
  const projects = objectAt(root, "projects");
  const groups = [objectAt(objectAt(projects, project), host.serversKey), objectAt(root, host.serversKey)];
  return groups
    .flatMap((servers) => Object.entries(servers))
    .filter(([name, entry]) => isOurs(name, entry))
    .map(([name, entry]) => ({ path, name, ...normalised(entry) }));
}

function readHostFile(path: string): string | undefined {
  try {
    return readTextFile(path, MAX_FILE_BYTES.host);
  } catch (error) {
    if (whyUnreadable(error) === "ENOENT") return undefined;
    throw new SettingsError(`${path} cannot be read (${whyUnreadable(error)}). Correct its permissions.`);
  }
}

function parsed({ format }: Host, path: string, text: string): unknown {
  try {
    return format === "toml" ? fromToml(path, text) : fromJson(path, text);
  } catch (error) {
    throw error instanceof RangeError
      ? new SettingsError(`${path} is nested too deep. Remove what no host writes.`)
      : error;
  }
}

function fromJson(path: string, text: string): unknown {
  const errors: ParseError[] = [];
  const root: unknown = parseJson(text, errors, { allowTrailingComma: true, allowEmptyContent: true });
  const [error] = errors;
  if (error) throw invalid(path, "JSON", text.slice(0, error.offset).split("\n").length);
  return root;
}

function fromToml(path: string, text: string): unknown {
  try {
    return parseToml(text);
  } catch (error) {
    if (error instanceof TomlError) throw invalid(path, "TOML", error.line);
    throw error;
  }
}

function invalid(path: string, format: string, line: number): SettingsError {
  return new SettingsError(
    `${path} is not valid ${format} (line ${line}), so the host ignores it. Correct it.`,
  );
}

/** True if the name, the command or an argument contains "tempofiller". */
function isOurs(name: string, entry: unknown): boolean {
  const { command, args } = normalised(entry);
  return [name, command ?? "", ...args].some((text) => text.toLowerCase().includes("tempofiller"));
}

function normalised(entry: unknown): Omit<HostEntry, "path" | "name"> {
  const { command, args, env, disabled, url, httpUrl, serverUrl } = asObject(entry);
  const address = [url, httpUrl, serverUrl].find((value) => typeof value === "string");
  return {
    ...(typeof address === "string" && { url: address }),
    ...(typeof command === "string" && command !== "" && { command }),
    args: Array.isArray(args) ? args.filter(isPlain).map(String) : [],
    env: Object.fromEntries(
      Object.entries(asObject(env)).flatMap(([name, value]) =>
        isPlain(value) ? [[name, String(value)]] : [],
      ),
    ),
    isDisabled: disabled === true,
  };
}

/** Tables of TOML have no text. */
const isPlain = (value: unknown) => typeof value !== "object";

function objectAt(value: unknown, key: string): Json {
  return asObject(asObject(value)[key]);
}

function asObject(value: unknown): Json {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
