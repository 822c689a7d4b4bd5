import { createHash, randomBytes } from "node:crypto";
import { addDays, isCalendarDate } from "../../timesheet/dates.ts";
import { SettingsError } from "../../timesheet/errors.ts";

/** Tells a team key from a token of an identity provider. */
export const KEY_PREFIX = "tfk_";

/** Begins with a letter or digit, since a line is struck out by a sign in front of it. */
const NAME = /^[a-z\d][\w.@-]{0,63}$/i;

const LINE =
  /^(?<name>\S+)\s+sha256:(?<hash>[\da-f]{64})(?:\s+expires=(?<expires>\d{4}-\d{2}-\d{2}))?(?:\s+#(?!.*\bexpires=)(?<note>.*))?$/i;

/** A line of the access keys file. */
export interface AccessKeyLine {
  name: string;
  digest: Buffer;
  /** The last date on which the key is valid, in UTC; undefined for a key that does not expire. */
  expires: string | undefined;
}

/** The time in milliseconds from which a key is expired. */
export function endOf(expires: string): number {
  return Date.parse(`${addDays(expires, 1)}T00:00:00Z`);
}

export function isKeyName(text: string): boolean {
  return NAME.test(text);
}

/** Whether a note seems to say how long a key is valid, which it cannot. */
export function seemsToExpire(note: string): boolean {
  return /expir|until/i.test(note);
}

/** A key is 32 random bytes, so its hash needs no salt: trying them all is impossible. */
export function digestOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** A new key, and the line for the access keys file, which does not reveal the key. */
export function createAccessKey(
  name: string,
  { expires, note }: { expires?: string | undefined; note?: string | undefined } = {},
): { key: string; line: string } {
  const key = KEY_PREFIX + randomBytes(32).toString("base64url");
  const line = [
    `${name} sha256:${digestOf(key).toString("hex")}`,
    ...(expires === undefined ? [] : [`expires=${expires}`]),
    ...(note === undefined ? [] : [`# ${note}`]),
  ].join(" ");
  return { key, line };
}

/** The content of the access keys file. */
export interface AccessKeyLines {
  lines: AccessKeyLine[];
  /** The lines that are neither a key nor a comment, in lower case. */
  wrong: string[];
  /** Names the first wrong line and never shows it: it may be a key. Undefined without one. */
  error: SettingsError | undefined;
  /** Names the first line whose note, or comment, seems to say how long a key is valid. */
  warning: string | undefined;
}

export function parseAccessKeys(text: string, path: string): AccessKeyLines {
  const lines: AccessKeyLine[] = [];
  const wrong: string[] = [];
  let warning: string | undefined;
  let error: SettingsError | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const trimmed = line.trim();
    const isComment = trimmed.startsWith("#");
    const { name = "", hash = "", expires, note = "" } = LINE.exec(trimmed)?.groups ?? {};
    // A comment with a hash is a line that was struck out, perhaps with its date.
    if (seemsToExpire(isComment && !/sha256:/i.test(trimmed) ? trimmed : note))
      warning ??=
        `The note in line ${index + 1} of the access keys file ${path} seems to say how long a key is valid, which no note does. ` +
        "Write a date such as expires=2027-06-30 before the #, or reword the note.";
    if (trimmed === "" || isComment) continue;
    if (isKeyName(name) && (expires === undefined || isCalendarDate(expires))) {
      lines.push({ name, digest: Buffer.from(hash, "hex"), expires });
      continue;
    }
    wrong.push(trimmed.toLowerCase());
    error ??= new SettingsError(
      `Line ${index + 1} of the access keys file ${path} is not a name and a hash, with a date after expires= if it has one. Replace it by what ` +
        "tempofiller access-key NAME prints in its second line; a comment starts with #.",
    );
  }
  return { lines, wrong, error, warning };
}
