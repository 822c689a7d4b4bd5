import { isDeepStrictEqual, parseEnv } from "node:util";
import { SettingsError } from "../timesheet/errors.ts";
import { ASSIGNMENT, readSettingsLines } from "./settings-lines.ts";

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
