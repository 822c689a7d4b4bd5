import { createScanner, type Node } from "jsonc-parser";

/** Text that replaces so many characters of a JSON file with comments. */
export interface Edit {
  offset: number;
  length: number;
  content: string;
}

/** Edits at one place keep their order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
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
export function insertProperty(text: string, object: Node, key: string, value: unknown): Edit[] {
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

export function replaceValue(text: string, value: Node, replacement: unknown): Edit[] {
  const content = pretty(replacement, indentOf(text, value.offset), text);
  return [{ offset: value.offset, length: value.length, content }];
}

/** Removes a property, its comma, and its lines if nothing else is on them. */
export function removeProperty(text: string, object: Node, removed: Node): Edit[] {
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
export function styleOf(text: string): { eol: string; unit: string } {
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
