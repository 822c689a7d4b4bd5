import { createHash, randomBytes } from "node:crypto";
import { addDays, isCalendarDate } from "../../timesheet/dates.ts";
import { SettingsError } from "../../timesheet/errors.ts";

/** Tells a team key from a token of an identity provider. */
export const KEY_PREFIX = "tfk_";

const NAME = /^[\w.@-]{1,64}$/;

const LINE =
  /^(?<name>\S+)\s+sha256:(?<hash>[\da-f]{64})(?:\s+expires=(?<expires>\d{4}-\d{2}-\d{2}))?(?:\s+#(?!.*\bexpires=).*)?$/i;

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
}

export function parseAccessKeys(text: string, path: string): AccessKeyLines {
  const lines: AccessKeyLine[] = [];
  const wrong: string[] = [];
  let error: SettingsError | undefined;
  for (const [index, line] of text.split("\n").entries()) {
    const trimmed = line.trim();
    if (trimmed === "" || trimmed.startsWith("#")) continue;
    const { name = "", hash = "", expires } = LINE.exec(trimmed)?.groups ?? {};
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
  return { lines, wrong, error };
}
