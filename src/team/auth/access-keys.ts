import { timingSafeEqual } from "node:crypto";
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { isWritableByOthers, MAX_FILE_BYTES, readTextFile, whyUnreadable } from "../../config/text-file.ts";
import { shellWord } from "../../text/shell-word.ts";
import type { Clock } from "../../timesheet/clock.ts";
import { utcDate } from "../../timesheet/dates.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import type { Log } from "../../timesheet/log.ts";
import {
  type AccessKeyLine,
  type AccessKeyLines,
  digestOf,
  endOf,
  parseAccessKeys,
} from "./access-key-lines.ts";

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

/**
 * Reads the keys of a file, again whenever it has changed: a key is added or revoked without a restart. Keys whose lines, or whose
 * file, cannot be read any more stay as they were, and the log says so once.
 *
 * @throws SettingsError if the file cannot be used to begin with
 */
export function openAccessKeys(
  file: string,
  { clock, log }: { clock: Pick<Clock, "now" | "wallClock">; log: Log },
): AccessKeys {
  const path = resolve(file);
  const first = readKeys(path);
  if (first.error) throw first.error;
  let { version, lines } = first;
  let lookedAt = clock.now();
  let isReadable = true;
  if (isWritableByOthers(path)) {
    log(
      `Other users of this machine can add keys to the access keys file. Restrict it: chmod 644 ${shellWord(path)}`,
      "warn",
    );
  }
  if (lines.length === 0) log(`The access keys file ${path} has no keys, so it lets nobody in.`, "warn");

  function refresh(): void {
    if (clock.now() - lookedAt < LOOK_INTERVAL_MS) return;
    lookedAt = clock.now();
    try {
      if (versionOf(path) !== version) {
        const latest = readKeys(path);
        version = latest.version;
        lines = [...keptBy(latest, lines), ...latest.lines];
        if (latest.error) warn(latest.error);
        else log(`The access keys file has changed; keys that are valid now: ${lines.length}.`);
      }
      isReadable = true;
    } catch (error) {
      if (isReadable) warn(error as Error);
      isReadable = false;
    }
  }

  function warn({ message }: Error): void {
    log(`${message} Until then, keys whose lines cannot be read stay as they were.`, "warn");
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
      return lines.map(({ name, expires }) => ({ name, expires, lastUsed: used.get(name) }));
    },
    find(key) {
      refresh();
      const digest = digestOf(key);
      let line: AccessKeyLine | undefined;
      // Every line is compared, so that the time taken says nothing about which is the right one.
      for (const each of lines) if (timingSafeEqual(each.digest, digest)) line = each;
      if (!line) return undefined;
      const { name, expires } = line;
      const time = clock.wallClock();
      const found = { name, expires, isExpired: expires !== undefined && time >= endOf(expires) };
      noteUse(found, time);
      return found;
    },
  };
}

function readKeys(path: string): AccessKeyLines & { version: string } {
  // First, so that a change in between is seen later as one.
  const version = versionOf(path);
  const text = unlessUnreadable(path, (existing) => readTextFile(existing, MAX_FILE_BYTES.accessKeys));
  return { version, ...parseAccessKeys(text, path) };
}

/** The lines read before whose keys only wrong lines have now: a key that is gone or has another line is revoked or changed. */
function keptBy({ lines, wrong }: AccessKeyLines, before: readonly AccessKeyLine[]): AccessKeyLine[] {
  if (wrong.length === 0) return [];
  const text = wrong.join("\n");
  const readable = new Set(lines.map(({ digest }) => digest.toString("hex")));
  return before.filter(({ digest }) => {
    const hash = digest.toString("hex");
    return text.includes(hash) && !readable.has(hash);
  });
}

/** Changes with the file's content, and where another file takes its place. */
function versionOf(path: string): string {
  const { mtimeMs, size, ino } = unlessUnreadable(path, (existing) => statSync(existing));
  return [mtimeMs, size, ino].join(" ");
}

function unlessUnreadable<Result>(path: string, read: (path: string) => Result): Result {
  try {
    return read(path);
  } catch (error) {
    throw new SettingsError(
      `The access keys file ${path} cannot be read (${whyUnreadable(error)}). Let the server's user read it, or set ` +
        "TEMPOFILLER_ACCESS_KEYS_FILE to another.",
    );
  }
}
