import { butNot } from "../../config/read-all.ts";
import type { AccessKeyOutput } from "../../generated/outputs.ts";
import { systemClock } from "../../runtime/clock.ts";
import { createAccessKey, isKeyName, seemsToExpire } from "../../team/auth/access-keys.ts";
import { oneLine } from "../../text/characters.ts";
import { isCalendarDate, utcDate } from "../../timesheet/dates.ts";
import { UsageError } from "../usage-error.ts";

interface AccessKeyOptions {
  name: string;
  expires?: string | undefined;
  note?: string | undefined;
  json: boolean;
  print(line: string): void;
}

const MAX_NOTE_LENGTH = 200;

/** Prints a new key, which is kept nowhere, and its line for the access keys file. @throws UsageError */
export function printAccessKey({ name, expires, note, json, print }: AccessKeyOptions): void {
  const problem = problemInName(name) ?? problemInDate(expires) ?? problemInNote(note);
  if (problem !== undefined) throw new UsageError(problem, "access-key");
  const { key, line } = createAccessKey(name, { expires, note });
  const report: AccessKeyOutput = { name, key, line };
  print(json ? JSON.stringify(report) : `${key}\n${line}`);
}

function problemInName(name: string): string | undefined {
  if (isKeyName(name)) return undefined;
  return `The name of an access key has 1 to 64 letters, digits and the signs . _ - @, the first a letter or digit${butNot(name)}.`;
}

function problemInDate(expires: string | undefined): string | undefined {
  if (expires === undefined) return undefined;
  if (!isCalendarDate(expires)) return `--expires takes a date such as 2027-06-30${butNot(expires)}.`;
  return expires < utcDate(systemClock.wallClock())
    ? `--expires ${expires} has passed, so the key would never be valid. Give a date to come.`
    : undefined;
}

function problemInNote(note: string | undefined): string | undefined {
  if (note === undefined) return undefined;
  const isOneLine = note !== "" && note.trim() === note && oneLine(note) === note && !seemsToExpire(note);
  if (isOneLine && note.length <= MAX_NOTE_LENGTH) return undefined;
  return `--note takes one line of 1 to ${MAX_NOTE_LENGTH} characters, without blanks at its ends, and does not say until when the key is valid: --expires does.`;
}
