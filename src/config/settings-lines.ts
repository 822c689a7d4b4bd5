import { isDeepStrictEqual, parseEnv } from "node:util";
import { SettingsError } from "../timesheet/errors.ts";
import { listed } from "./lists.ts";
import { misspeltSetting } from "./other-names.ts";
import { invisibleIn } from "./suspicious/characters.ts";
import { choosesSettingsFile, isSettingName } from "./variable-names.ts";

/** A settings file's text in parts. Lines are counted from 1. */
interface SettingsLines {
  values: Record<string, string>;
  /** Lines of each name, in their order; the last one counts. */
  linesOf: ReadonlyMap<string, readonly number[]>;
  /** Lines that set nothing and are no comments. */
  others: readonly { line: number; text: string }[];
}

/** Every assignment of a setting, on however many lines its quotes hold: its name and its line end. */
export const ASSIGNMENT =
  /^[ \t]*(?:export[ \t]+)?([^\s=#]+)[ \t]*=[ \t]*(?:(?:"[^"]*"|'[^']*'|`[^`]*`)[^\r\n]*|[^\r\n]*)(\r?\n|$)/gm;

/** Lines without an equals sign are taken out first: Node 20 takes one for the beginning of the next line's name. */
export function readSettingsLines(text: string): SettingsLines {
  const found: string[] = [];
  const linesOf = new Map<string, number[]>();
  let line = 1;
  let counted = 0;
  const rest = text.replace(ASSIGNMENT, (all: string, name: string, ...others) => {
    const offset = others.find((other) => typeof other === "number") ?? 0;
    line += text.slice(counted, offset).split("\n").length - 1;
    counted = offset;
    const lines = linesOf.get(name);
    if (lines) lines.push(line);
    else linesOf.set(name, [line]);
    // Node 20 does not see quotes after spaces.
    found.push(
      `${name}${all
        .slice(all.indexOf("="))
        .replace(/^=[ \t]+/, "=")
        .trimEnd()}\n`,
    );
    return all.replaceAll(/[^\n]/g, "");
  });
  const others = rest
    .split("\n")
    .map((content, index) => ({ line: index + 1, text: content.trim() }))
    .filter((other) => other.text !== "" && !other.text.startsWith("#"));
  return { values: { ...(parseEnv(found.join("")) as Record<string, string>) }, linesOf, others };
}

const MAX_LINES = 5;

/** Sentences for lines that set nothing. Shows no line: it may be a token. */
export function unreadIn({ linesOf, others }: SettingsLines, path: string): string[] {
  const lines = others.map(({ line }) => line);
  return [
    ...[...linesOf].flatMap(([name, found]) => misspelt(name, found, path)),
    ...(lines.length === 0 ? [] : [noSetting(lines, path)]),
  ];
}

/** A sentence for each setting that has no effect in the file, and for each that several lines set. */
export function faultsIn({ linesOf }: SettingsLines, path: string): string[] {
  const twice = [...linesOf].filter(([name, lines]) => isSettingName(name) && lines.length > 1);
  return [
    ...[...linesOf.keys()]
      .filter(choosesSettingsFile)
      .map(
        (name) =>
          `The settings file ${path} sets ${name}, which has no effect there: it says which settings file is read. Remove it.`,
      ),
    ...twice.map(
      ([name, lines]) =>
        `The settings file ${path} sets ${name} in lines ${listed(lines.map(String))}, of which line ${lines.at(-1)} counts. ` +
        "Remove the others.",
    ),
  ];
}

/** A setting that is written as in another kind of file, or with a character that cannot be seen. */
function misspelt(name: string, lines: readonly number[], path: string): string[] {
  const meant = misspeltSetting(name);
  if (meant === undefined) return [];
  const why = invisibleIn(name) === undefined ? "in a form" : `with ${invisibleIn(name)}`;
  return [
    `Line ${lines.at(-1)} of the settings file ${path} sets ${meant} ${why} that TempoFiller does not read. Write ${meant}=value.`,
  ];
}

function noSetting(lines: readonly number[], path: string): string {
  const shown = lines.slice(0, MAX_LINES).map(String);
  const more = lines.length > MAX_LINES ? [`${lines.length - MAX_LINES} more`] : [];
  const which = listed([...shown, ...more]);
  return lines.length === 1
    ? `Line ${which} of the settings file ${path} is not of the form NAME=value, so it sets nothing. Correct it, or begin it with #.`
    : `Lines ${which} of the settings file ${path} are not of the form NAME=value, so they set nothing. Correct them, or begin them with #.`;
}

/**
 * The text of a settings file with some settings set, or removed where they are undefined. Everything else stays, comments and
 * order included.
 *
 * @throws SettingsError if a value cannot be written so that it is read back unchanged
 */
export function editSettings(text: string, values: Record<string, string | undefined>): string {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  let edited = text;
  for (const [name, value] of Object.entries(values)) edited = setLine(edited, name, value, eol);
  const expected = Object.entries({ ...readSettingsLines(text).values, ...values }).filter(
    ([, value]) => value !== undefined,
  );
  if (isDeepStrictEqual(readSettingsLines(edited).values, Object.fromEntries(expected))) return edited;
  throw new SettingsError(
    "The settings file is written in a way that setup cannot change safely. Edit it yourself, or move it away and run setup again.",
  );
}

function setLine(text: string, name: string, value: string | undefined, eol: string): string {
  const line = value === undefined ? "" : `${name}=${quoted(name, value)}`;
  let isSet = value === undefined;
  const replaced = text.replace(ASSIGNMENT, (all, found: string, end: string) => {
    if (found !== name) return all;
    if (isSet) return "";
    isSet = true;
    return line + end;
  });
  if (isSet) return replaced;
  return `${replaced}${replaced === "" || replaced.endsWith("\n") ? "" : eol}${line}${eol}`;
}

/** A plain word as it is, and anything else in the first kind of quotes in which it is read back unchanged. */
function quoted(name: string, value: string): string {
  const forms = /^[\w@%+:,./=~-]+$/.test(value) ? [value] : [`'${value}'`, `"${value}"`, `\`${value}\``];
  const form = forms.find((written) =>
    isDeepStrictEqual({ ...parseEnv(`${name}=${written}\nNEXT=1\n`) }, { [name]: value, NEXT: "1" }),
  );
  if (form !== undefined && !/[\r\n]/.test(value)) return form;
  throw new SettingsError(
    `${name} cannot be written to a settings file: it contains a line break or every kind of quote.`,
  );
}
