import { isDeepStrictEqual } from "node:util";
import { findNodeAtLocation, getNodeValue, type Node, type ParseError, parseTree } from "jsonc-parser";
import { listVariables } from "../../config/variable-names.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import type { ServerEntry } from "./entry.ts";
import { applyEdits, type Edit, insertProperty, removeProperty, replaceValue } from "./json-edits.ts";

/** A host's file of servers: JSON, in which comments and trailing commas are allowed. */
export interface HostFile {
  path: string;
  /** The text as in the file, which may start with a byte order mark. */
  text: string;
  serversKey: string;
  /** The name of our entry. */
  name: string;
}

const BYTE_ORDER_MARK = "\ufeff";

const PARSE_OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };

/** The settings of either deployment, which the server reads from its settings file instead. */
const REPLACED = new Set(
  listVariables()
    .filter(({ deployment }) => deployment !== "both")
    .map(({ name }) => name),
);

/** Removes how a host starts a server of the user's own. */
const WITHOUT_START = { command: undefined, args: undefined, env: undefined, type: undefined };

/** Our entry as it is in the file. @throws SettingsError if the file cannot be parsed */
export function entryIn(file: HostFile): unknown {
  const node = nodeIn(file, file.name);
  return node && getNodeValue(node);
}

/** All entries of the file by their names, ours and those of other servers. @throws SettingsError if the file cannot be parsed */
export function entriesIn(file: HostFile): Record<string, unknown> {
  const node = nodeIn(file);
  return node?.type === "object" ? getNodeValue(node) : {};
}

/**
 * The file with our entry. An entry that exists keeps what the user or the host added to it, and of its environment what no
 * settings file replaces.
 *
 * @throws SettingsError if the file cannot be parsed, or its servers are not an object
 */
export function withEntry(file: HostFile, entry: ServerEntry): string {
  const existing = nodeIn(file, file.name);
  if (existing?.type !== "object" || !findNodeAtLocation(existing, ["command"])) return put(file, entry);
  const { env = {} } = getNodeValue(existing) as { env?: Record<string, string> };
  const kept = Object.fromEntries(Object.entries(env).filter(([name]) => !REPLACED.has(name)));
  delete kept.TEMPO_CONFIG_FILE;
  delete kept.TEMPO_PROFILE;
  const merged = { ...kept, ...entry.env };
  return putValues(file, { ...entry, env: Object.keys(merged).length === 0 ? undefined : merged });
}

/**
 * The file with our entry for the server of a team. One that exists keeps what the user or the host added to it; how to start a server
 * of the user's own goes, since a host takes either.
 *
 * @throws SettingsError if the file cannot be parsed, or its servers are not an object
 */
export function withTeamEntry(file: HostFile, entry: object): string {
  const existing = nodeIn(file, file.name);
  return existing?.type === "object" ? putValues(file, { ...WITHOUT_START, ...entry }) : put(file, entry);
}

/** The file without our entry. @throws SettingsError if it cannot be parsed */
export function withoutEntry(file: HostFile): string {
  return put(file, undefined);
}

/** The file with values of our entry; one that is undefined is removed. */
function putValues(file: HostFile, values: object): string {
  return Object.entries(values).reduce((text, [key, value]) => put({ ...file, text }, value, key), file.text);
}

/** The file with our entry, or with what our entry has under a key; with undefined, it is removed. */
function put(file: HostFile, value: unknown, ...key: string[]): string {
  const bare = withoutMark(file);
  const mark = file.text.slice(0, file.text.length - bare.text.length);
  return mark + set(bare, [file.serversKey, file.name, ...key], value);
}

/** Sets or, with undefined, removes what is at a path; leaves an equal value as it is. */
function set(file: HostFile, path: string[], value: unknown): string {
  const { text } = file;
  const root = parse(file);
  if (!root) return value === undefined ? text : created(text, path, value);
  const node = findNodeAtLocation(root, path);
  if (node && value !== undefined) {
    return isDeepStrictEqual(getNodeValue(node), value)
      ? text
      : applyEdits(text, replaceValue(text, node, value));
  }
  if (value === undefined) {
    const property = node?.parent;
    return property?.parent ? applyEdits(text, removeProperty(text, property.parent, property)) : text;
  }
  return applyEdits(text, insert(file, root, path, value));
}

/** Inserts into the innermost object of the path that exists. */
function insert(file: HostFile, object: Node, [key = "", ...rest]: string[], value: unknown): Edit[] {
  if (object.type !== "object") {
    throw new SettingsError(
      `${file.path} has something other than an object where its servers belong (\`${file.serversKey}\`). Correct it, or add the ` +
        "entry yourself: tempofiller setup --print prints it.",
    );
  }
  const child = findNodeAtLocation(object, [key]);
  if (child && rest.length > 0) return insert(file, child, rest, value);
  return insertProperty(file.text, object, key, nested(rest, value));
}

function nested(path: string[], value: unknown): unknown {
  return path.reduceRight((inner, key) => ({ [key]: inner }), value);
}

/** Fills a file that has no value yet; its blank lines and comments stay first. */
function created(text: string, path: string[], value: unknown): string {
  const start = text.trim() === "" ? "" : `${text.trimEnd()}\n`;
  return `${start}${JSON.stringify(nested(path, value), undefined, 2)}\n`;
}

/** The node of all servers, or of one of them. */
function nodeIn(file: HostFile, ...name: string[]): Node | undefined {
  const root = parse(withoutMark(file));
  return root && findNodeAtLocation(root, [file.serversKey, ...name]);
}

function withoutMark(file: HostFile): HostFile {
  return file.text.startsWith(BYTE_ORDER_MARK) ? { ...file, text: file.text.slice(1) } : file;
}

function parse({ text, path, serversKey, name }: HostFile): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, PARSE_OPTIONS);
  const [error] = errors;
  const doubled =
    doubledIn(root, [], serversKey) ??
    doubledIn(root, [serversKey], name) ??
    doubledIn(root, [serversKey, name]);
  if (!error && doubled !== undefined)
    throw new SettingsError(
      `${path} has ${JSON.stringify(doubled)} twice in one place, so it was left as it is. Remove one of the two, then run tempofiller ` +
        "setup again.",
    );
  if (!error) return root;
  const before = text.slice(0, error.offset).split("\n");
  throw new SettingsError(
    `${path} is not valid JSON (line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}), so it was left as it is. ` +
      "Correct it, then run tempofiller setup again.",
  );
}

/** A name that an object has twice: programs read the one or the other. @param only the name that counts */
function doubledIn(root: Node | undefined, path: string[], only?: string): string | undefined {
  const object = root && findNodeAtLocation(root, path);
  const names =
    (object?.type === "object" && object.children?.map((each) => each.children?.[0]?.value)) || [];
  return names.find((name, index) => (only ?? name) === name && names.indexOf(name) !== index);
}
