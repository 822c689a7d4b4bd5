import { parseEnv } from "node:util";
import { listed } from "./lists.ts";
import { misspeltSetting } from "./other-names.ts";
import { invisibleIn } from "./suspicious/characters.ts";
import { choosesSettingsFile, isSettingName } from "./variable-names.ts";

/** A settings file's text in parts. Lines are counted from 1. */
export interface SettingsLines {
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
