import { isDeepStrictEqual } from "node:util";
import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
} from "jsonc-parser";
import { parse as parseToml, TomlError } from "smol-toml";
import { tryRead } from "../../config/read-all.ts";
import { choosesSettingsFile, deploymentVariables } from "../../config/variable-names.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { type ServerEntry, tomlTable } from "./entry.ts";
import type { Host } from "./hosts.ts";

/** A host's file of servers: TOML, or JSON, in which comments and trailing commas are allowed. */
export interface HostFile {
  path: string;
  format: Host["format"];
  /** The text as in the file, which may start with a byte order mark. */
  text: string;
  serversKey: string;
  /** The name of our entry. */
  name: string;
}

const BYTE_ORDER_MARK = "\ufeff";

const PARSE_OPTIONS = { allowTrailingComma: true, allowEmptyContent: true };

/** The settings of either deployment, which the server reads from its settings file instead. */
const REPLACED = new Set(deploymentVariables().map(({ name }) => name));

/** Removes how a host starts a server of the user's own. */
const WITHOUT_START = {
  command: undefined,
  args: undefined,
  env: undefined,
  environment: undefined,
  type: undefined,
};

/** Reads the file. @throws SettingsError if it cannot be parsed */
export function contentOf(file: HostFile): unknown {
  if (file.format === "toml") return tomlIn(file);
  const root = parsed(withoutMark(file));
  return root && getNodeValue(root);
}

/** Our entry as it is in the file. @throws SettingsError if the file cannot be parsed */
export function entryIn(file: HostFile): unknown {
  if (file.format === "toml") return entriesIn(file)[file.name];
  const node = nodeIn(file, file.name);
  return node && getNodeValue(node);
}

/** All entries of the file by their names, ours and those of other servers. @throws SettingsError if the file cannot be parsed */
export function entriesIn(file: HostFile): Record<string, unknown> {
  if (file.format === "toml") return { ...(tomlIn(file)[file.serversKey] as Record<string, unknown>) };
  const node = nodeIn(file);
  return node?.type === "object" ? getNodeValue(node) : {};
}

/**
 * The file with our entry. One that exists keeps what the user or the host added to it, and of its environment what no settings file
 * replaces.
 *
 * @throws SettingsError if the file cannot be parsed, or its servers are not an object
 */
export function withEntry(file: HostFile, entry: ServerEntry): string {
  const existing = entryIn(file) as ServerEntry | null | undefined;
  const isStart = typeof existing === "object" && existing !== null && "command" in existing;
  if (!isStart) return file.format === "toml" ? withTable(file, entry) : put(file, entry);
  const envKey = "environment" in { ...existing, ...entry } ? "environment" : "env";
  const kept = Object.entries(existing[envKey] ?? {}).filter(
    ([name]) => !REPLACED.has(name) && !choosesSettingsFile(name),
  );
  const env = { ...Object.fromEntries(kept), ...(entry[envKey] as object) };
  const values = { ...entry, [envKey]: Object.keys(env).length === 0 ? undefined : env };
  return file.format === "toml" ? withTable(file, { ...existing, ...values }) : putValues(file, values);
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
  return file.format === "toml" ? withTable(file, undefined) : put(file, undefined);
}

/** @throws SettingsError if it cannot be parsed */
function tomlIn({ path, text }: Pick<HostFile, "path" | "text">): Record<string, unknown> {
  try {
    return parseToml(text, { integersAsBigInt: "asNeeded" });
  } catch (error) {
    if (error instanceof TomlError) throw invalid(path, "TOML", error.line, error.column);
    throw error;
  }
}

/** Undefined for a text that is not TOML. */
function tomlOf(text: string): Record<string, unknown> | undefined {
  const content = tryRead(() => tomlIn({ path: "", text }));
  return content instanceof SettingsError ? undefined : content;
}

/** A text of TOML before a table, of it and the tables in it, and after it, which begins with the comments before the next table. @param table as in `a.b` */
function dividedAt(text: string, table: string): [before: string, own: string, after: string] {
  const [before, own, after, pending] = [[], [], [], []] as [string[], string[], string[], string[]];
  let part = before;
  for (const line of linesOf(text)) {
    const start = line.trimStart();
    if (start.startsWith(`[${table}]`) || start.startsWith(`[${table}.`)) part = own;
    else if (start.startsWith("[") && part === own) part = after;
    if (part === own && isRemark(line)) pending.push(line);
    else part.push(...pending.splice(0), line);
  }
  return [before.join(""), own.join(""), [...after, ...pending].join("")];
}

const linesOf = (text: string) => text.split(/(?<=\n)/);

/** Whether a line has at most a comment. */
const isRemark = (line: string) => /^\s*(?:#|$)/.test(line);

/** The statements of a table by what they set, each the fewest lines that are TOML, with the lines above it and what ends its last line. */
function statementsIn(text: string) {
  const statements = new Map<string, { above: string; lines: string; tail: string; content: object }>();
  let [table, above, lines] = ["", "", ""];
  for (const line of linesOf(text)) {
    if (lines === "" && isRemark(line)) above += line;
    else lines += line;
    const content = lines && tomlOf(lines);
    if (!content) continue;
    const isTable = (value: unknown) => typeof value === "object" && !Array.isArray(value);
    const names = JSON.stringify(content, (_, value) => (isTable(value) ? value : 0));
    if (lines.trimStart().startsWith("[")) table = names;
    const isWhole = (end: number) => isDeepStrictEqual(tomlOf(lines.slice(0, end)), content);
    const comment = [...lines.matchAll(/#/g)].find(({ index }) => isWhole(index));
    const tail = lines.slice(lines.slice(0, comment?.index).trimEnd().length);
    statements.set(table + names, { above, lines, tail, content });
    [above, lines] = ["", ""];
  }
  return statements;
}

/** A new table with the comments of the old one, and with the old text of what is the same. */
function withRemarks(old: string, table: string): string {
  const statements = statementsIn(old);
  const merged = [...statementsIn(table)].map(([key, { above, lines, content }]) => {
    const same = statements.get(key);
    if (!same) return above + lines;
    statements.delete(key);
    return same.above + (isDeepStrictEqual(same.content, content) ? same.lines : lines.trimEnd() + same.tail);
  });
  const left = [...statements.values()].flatMap(({ above, tail }) => linesOf(above + tail.trimStart()));
  return [...merged, ...left.filter((line) => line.trim() !== "")].join("");
}

/**
 * The file of TOML with our table where it stood, or at its end, or without it and the blank line before it.
 *
 * @throws SettingsError if anything else would change
 */
function withTable(file: HostFile, entry: object | undefined): string {
  const { text, serversKey: key, name } = file;
  const { eol } = styleOf(text);
  const content = tomlIn(file);
  const servers = { ...(content[key] as object), [name]: entry };
  const expected = plain({ ...content, [key]: servers });
  if (isDeepStrictEqual(plain({ [key]: {}, ...content }), expected)) return text;
  const [before, own, after] = dividedAt(text, `${key}.${name}`);
  const gap = own !== "" || before === "" ? "" : before.endsWith("\n") ? eol : eol + eol;
  const table = entry && tomlTable(key, name, entry).replaceAll("\n", eol) + eol;
  const changed = table
    ? before + gap + withRemarks(own.endsWith("\n") ? own : own + eol, table) + after
    : (/^(?:\r?\n|$)/.test(after) ? before.replace(/(?<=\n)\r?\n$/, "") : before) + after;
  const result = tomlOf(changed);
  if (result && isDeepStrictEqual(plain({ [key]: {}, ...result }), expected)) return changed;
  throw new SettingsError(
    `${file.path} is written in a way that setup cannot change safely, so it was left as it is. Change its table [${key}.${name}] ` +
      "yourself: tempofiller setup --print prints the entry.",
  );
}

/** A copy of plain objects, to compare: the parsers give their objects no prototype, and that of TOML large integers as bigint. */
function plain(content: unknown): unknown {
  return JSON.parse(JSON.stringify(content, (_, value) => (typeof value === "bigint" ? `${value}` : value)));
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
    return isDeepStrictEqual(plain(getNodeValue(node)), plain(value))
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

/** @throws SettingsError also for a name that is there twice */
function parse(file: HostFile): Node | undefined {
  const { path, serversKey, name } = file;
  const root = parsed(file);
  const doubled =
    doubledIn(root, [], serversKey) ??
    doubledIn(root, [serversKey], name) ??
    doubledIn(root, [serversKey, name]);
  if (doubled === undefined) return root;
  throw new SettingsError(
    `${path} has ${JSON.stringify(doubled)} twice in one place, so it was left as it is. Remove one of the two, then run tempofiller ` +
      "setup again.",
  );
}

function parsed({ text, path }: HostFile): Node | undefined {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, PARSE_OPTIONS);
  const [error] = errors;
  if (!error) return root;
  const before = text.slice(0, error.offset).split("\n");
  throw invalid(path, "JSON", before.length, (before.at(-1)?.length ?? 0) + 1);
}

function invalid(path: string, format: string, line: number, column: number): SettingsError {
  return new SettingsError(
    `${path} is not valid ${format} (line ${line}, column ${column}), so its host ignores it, and setup leaves it as it is. Correct it.`,
  );
}

/** A name that an object has twice: programs read the one or the other. @param only the name that counts */
function doubledIn(root: Node | undefined, path: string[], only?: string): string | undefined {
  const object = root && findNodeAtLocation(root, path);
  const names =
    (object?.type === "object" && object.children?.map((each) => each.children?.[0]?.value)) || [];
  return names.find((name, index) => (only ?? name) === name && names.indexOf(name) !== index);
}

/** Text that replaces so many characters of a JSON file with comments. */
interface Edit {
  offset: number;
  length: number;
  content: string;
}

/** Edits at one place keep their order. */
function applyEdits(text: string, edits: readonly Edit[]): string {
  return [...edits]
    .reverse()
    .sort((a, b) => b.offset - a.offset)
    .reduce(
      (result, { offset, length, content }) =>
        result.slice(0, offset) + content + result.slice(offset + length),
      text,
    );
}

/** Adds a property as the last of an object. Nothing else in the file changes, formatting included. */
function insertProperty(text: string, object: Node, key: string, value: unknown): Edit[] {
  const { eol, unit } = styleOf(text);
  const last = object.children?.at(-1);
  if (!last) {
    const indent = indentOf(text, object.offset);
    const inner = text.slice(object.offset + 1, object.offset + object.length - 1);
    const closing = inner.includes("\n") ? "" : `${eol}${indent}`;
    const content = `${eol}${indent}${unit}${property(key, value, indent + unit, text)}${closing}`;
    return [{ offset: object.offset + 1, length: 0, content }];
  }
  const end = last.offset + last.length;
  const comma = commaAfter(text, end);
  const edits: Edit[] = comma === undefined ? [{ offset: end, length: 0, content: "," }] : [];
  const tail = comma === undefined ? "" : ",";
  const isOneLine = !text.slice(object.offset, last.offset).includes("\n");
  if (isOneLine) {
    const content = `${/,\s/.test(text) ? " " : ""}${JSON.stringify(key)}:${JSON.stringify(value)}${tail}`;
    return [...edits, { offset: comma === undefined ? end : comma + 1, length: 0, content }];
  }
  const indent = indentOf(text, last.offset);
  const offset = endOfLine(text, comma === undefined ? end : comma + 1);
  return [
    ...edits,
    { offset, length: 0, content: `${eol}${indent}${property(key, value, indent, text)}${tail}` },
  ];
}

function replaceValue(text: string, value: Node, replacement: unknown): Edit[] {
  const { offset, length } = value.parent?.parent ?? value;
  const isOneLine = !text.slice(offset, offset + length).includes("\n");
  const content = isOneLine
    ? JSON.stringify(replacement)
    : pretty(replacement, indentOf(text, value.offset), text);
  return [{ offset: value.offset, length: value.length, content }];
}

/** Removes a property, its comma, and its lines if nothing else is on them. */
function removeProperty(text: string, object: Node, removed: Node): Edit[] {
  const end = removed.offset + removed.length;
  const comma = commaAfter(text, end);
  const previous = object.children?.[object.children.indexOf(removed) - 1];
  const before = previous && commaAfter(text, previous.offset + previous.length);
  const [from, to] = [removed.offset, comma === undefined ? end : comma + 1];
  const edits = [wholeLines(text, from, to)];
  if (comma === undefined && before !== undefined) edits.push({ offset: before, length: 1, content: "" });
  return edits;
}

/** `"key": value`, on as many lines as it needs. */
function property(key: string, value: unknown, indent: string, text: string): string {
  return `${JSON.stringify(key)}: ${pretty(value, indent, text)}`;
}

function pretty(value: unknown, indent: string, text: string): string {
  const { eol, unit } = styleOf(text);
  return JSON.stringify(value, undefined, unit).replaceAll("\n", `${eol}${indent}`);
}

/** The style of a file: its line ends, and one level of its indentation. */
function styleOf(text: string): { eol: string; unit: string } {
  const [, unit = "  "] = /^([ \t]+)["}\]/]/m.exec(text) ?? [];
  return { eol: text.includes("\r\n") ? "\r\n" : "\n", unit: unit.startsWith("\t") ? "\t" : unit };
}

function indentOf(text: string, offset: number): string {
  const start = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, offset))?.[0] ?? "";
}

/** The position of the comma after a value, comments aside. */
function commaAfter(text: string, offset: number): number | undefined {
  const scanner = createScanner(text, true);
  scanner.setPosition(offset);
  scanner.scan();
  const next = scanner.getTokenOffset();
  return text[next] === "," ? next : undefined;
}

/** After the comment on the rest of a line, if there is nothing else on it. */
function endOfLine(text: string, offset: number): number {
  const [rest = ""] = /^[^\r\n]*/.exec(text.slice(offset)) ?? [];
  const isTrivial = /^[ \t]*(\/\/.*|\/\*((?!\*\/).)*\*\/[ \t]*)?$/.test(rest);
  return isTrivial ? offset + rest.length : offset;
}

function wholeLines(text: string, from: number, to: number): Edit {
  const start = text.lastIndexOf("\n", from - 1) + 1;
  const newline = text.indexOf("\n", to);
  const end = newline === -1 ? text.length : newline + 1;
  const isAlone = text.slice(start, from).trim() === "" && text.slice(to, end).trim() === "";
  return isAlone
    ? { offset: start, length: end - start, content: "" }
    : { offset: from, length: to - from, content: "" };
}
