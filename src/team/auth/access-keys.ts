import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { MAX_FILE_BYTES, readOwnFile, whyUnreadable } from "../../config/text-file.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { addDays, isCalendarDate, utcDate } from "../../timesheet/dates.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { groupBy } from "../../timesheet/group-by.ts";
import type { Log } from "../../timesheet/log.ts";

/** Tells a team key from a token of an identity provider. */
export const KEY_PREFIX = "tfk_";

/** Begins with a letter or digit, since a line is struck out by a sign in front of it. */
const NAME = /^[a-z\d][\w.@-]{0,63}$/i;

const LINE =
  /^(?<name>\S+)\s+sha256:(?<hash>[\da-f]{64})(?:\s+expires=(?<expires>\d{4}-\d{2}-\d{2}))?(?:\s+#(?!.*\bexpires=)(?<note>.*))?$/i;

/** A line of the access keys file. */
interface AccessKeyLine {
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
interface AccessKeyLines {
  lines: AccessKeyLine[];
  /** The lines that are neither a key nor a comment, in lower case. */
  wrong: string[];
  /** Names the first wrong line and never shows it: it may be a key. Undefined without one. */
  error: SettingsError | undefined;
  /** Names the first line whose note, or comment, seems to say how long a key is valid. */
  warning: string | undefined;
}

function parseAccessKeys(text: string, path: string): AccessKeyLines {
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

/** The team's keys. Only their hashes are stored. */
export interface AccessKeys {
  /** One of the team's keys, expired or not. */
  find(key: string): FoundKey | undefined;
  /** A name once for each key that the file has. */
  list(): KeyUse[];
}

export interface FoundKey extends Pick<AccessKeyLine, "name" | "expires"> {
  isExpired: boolean;
}

export interface KeyUse extends Pick<AccessKeyLine, "name" | "expires"> {
  /** The time when any valid key of that name was last used, in milliseconds; undefined if not since the start. */
  lastUsed: number | undefined;
}

/** The shortest time between two checks of the file for changes. */
const LOOK_INTERVAL_MS = 1000;

/** The time for which keys stay open that cannot be read any more: the file may be missing while it is replaced. */
const GRACE_MS = 300_000;

interface OpenLine extends AccessKeyLine {
  /** When the key closes, by the clock that is never set; undefined while its line can be read. */
  closesAt?: number;
}

/**
 * Reads the keys of a file, again whenever it has changed: a key is added or revoked without a restart. Keys whose hash is in a wrong
 * line, and all keys of a file that cannot be read, close five minutes after they last could be read, and the log says so once.
 *
 * @throws SettingsError if the file cannot be used to begin with
 */
export function openAccessKeys(
  file: string,
  { clock, log }: { clock: Pick<Clock, "now" | "wallClock">; log: Log },
): AccessKeys {
  const path = resolve(file);
  const first = readKeys(path, log);
  if (first.error) throw first.error;
  let lines: OpenLine[] = first.lines;
  /** Undefined while the file cannot be read. */
  let version: string | undefined = first.version;
  let lookedAt = clock.now();
  if (lines.length === 0) log(`The access keys file ${path} has no keys, so it lets nobody in.`, "warn");

  const isOpen = ({ closesAt = Number.POSITIVE_INFINITY }: OpenLine) => clock.now() < closesAt;

  function refresh(): void {
    const now = clock.now();
    if (now - lookedAt < LOOK_INTERVAL_MS) return;
    const closesAt = lookedAt + GRACE_MS;
    lookedAt = now;
    try {
      if (versionOf(path) === version) return;
      const latest = readKeys(path, log);
      version = latest.version;
      lines = closing(latest, lines, closesAt);
      if (latest.error) warn(latest.error, closesAt);
      else log(`The access keys file has changed; keys that are valid now: ${lines.length}.`);
    } catch (error) {
      if (version !== undefined) warn(error as Error, closesAt);
      version = undefined;
      lines = lines.map((line) => ({ closesAt, ...line }));
    }
  }

  function warn({ message }: Error, closesAt: number): void {
    const time = new Date(clock.wallClock() + closesAt - clock.now()).toISOString();
    log(`${message} The keys of lines that cannot be read close at ${time}.`, "warn");
  }

  const used = new Map<string, number>();
  const logged = new Map<string, string>();

  /** Logs the use of a key once a date, so that the log of a date names every key that was used. */
  function noteUse({ name, expires, isExpired }: FoundKey, time: number): void {
    if (!isExpired) used.set(name, time);
    const date = utcDate(time);
    const id = `${name} ${isExpired}`;
    if (logged.get(id) === date) return;
    logged.set(id, date);
    const event = { event: "access_key", key: name };
    if (isExpired) log("", "warn", { ...event, expired: expires });
    else log("", "info", { ...event, lastUsed: new Date(time).toISOString() });
  }

  return {
    list() {
      refresh();
      return lines.filter(isOpen).map(({ name, expires }) => ({ name, expires, lastUsed: used.get(name) }));
    },
    find(key) {
      refresh();
      const digest = digestOf(key);
      let line: OpenLine | undefined;
      // Every line is compared, so that the time taken says nothing about which is the right one.
      for (const each of lines) if (timingSafeEqual(each.digest, digest)) line = each;
      if (!line || !isOpen(line)) return undefined;
      const { name, expires } = line;
      const time = clock.wallClock();
      const found = { name, expires, isExpired: expires !== undefined && time >= endOf(expires) };
      noteUse(found, time);
      return found;
    },
  };
}

function readKeys(path: string, log: Log): AccessKeyLines & { version: string } {
  // First, so that a change in between is seen later as one.
  const version = versionOf(path);
  const read = () => readOwnFile(`The access keys file ${path}`, path, MAX_FILE_BYTES.accessKeys, "any");
  const text = unlessUnreadable(path, read);
  const parsed = parseAccessKeys(text, path);
  if (parsed.warning !== undefined) log(parsed.warning, "warn");
  return { version, ...parsed };
}

/**
 * The lines that can be read, and those read before whose keys only wrong lines have now: a key that is gone is revoked. Keys that wrong
 * lines have are closing, whatever other lines say.
 */
function closing(
  { lines, wrong }: AccessKeyLines,
  before: readonly OpenLine[],
  closesAt: number,
): OpenLine[] {
  if (wrong.length === 0) return lines;
  const text = wrong.join("\n");
  const hashOf = ({ digest }: AccessKeyLine) => digest.toString("hex");
  const times = new Map(before.map((line) => [hashOf(line), line.closesAt]));
  const readable = new Set(lines.map(hashOf));
  return [...before.filter((line) => !readable.has(hashOf(line))), ...lines].flatMap((line) => {
    const hash = hashOf(line);
    if (text.includes(hash)) return [{ ...line, closesAt: times.get(hash) ?? closesAt }];
    return readable.has(hash) ? [line] : [];
  });
}

/** Changes with the file's content and permissions, and where another file takes its place. */
function versionOf(path: string): string {
  const { ctimeMs, mtimeMs, size, ino } = unlessUnreadable(path, () => statSync(path));
  return [ctimeMs, mtimeMs, size, ino].join(" ");
}

function unlessUnreadable<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(
      `The access keys file ${path} cannot be read (${whyUnreadable(error)}). Let the server's user read it, or set ` +
        "TEMPOFILLER_ACCESS_KEYS_FILE to another.",
    );
  }
}

/** The times of access keys by name, since a name may have several keys. They are seconds since 1970. */
export function keyTimes(keys: readonly KeyUse[]) {
  const lastUsed: { labels: { key: string }; value: number }[] = [];
  const expiry: typeof lastUsed = [];
  for (const [key, uses] of groupBy(keys, ({ name }) => name)) {
    const labels = { key };
    lastUsed.push({ labels, value: (uses[0]?.lastUsed ?? 0) / 1000 });
    const ends = uses.flatMap(({ expires }) => (expires === undefined ? [] : [endOf(expires) / 1000]));
    if (ends.length === uses.length) expiry.push({ labels, value: Math.max(...ends) });
  }
  return { lastUsed, expiry };
}
