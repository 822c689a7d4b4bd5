import {
  existsSync,
  lstatSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  statSync,
} from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { Clock } from "../timesheet/clock.ts";
import type { MappingRule } from "../timesheet/draft/draft.ts";
import { isRule } from "../timesheet/draft/titles.ts";
import { SettingsError, TimesheetError } from "../timesheet/errors.ts";
import { RULES_WAIT_MS } from "../timesheet/timeline.ts";
import { codeOf, isCode, writeBeside } from "./files.ts";
import { acquireLease } from "./lease-file.ts";
import { exposureOf } from "./others.ts";

const VERSION = 1;

/** Enough for some 10,000 rules. */
const MAX_BYTES = 1024 * 1024;

const IN_USE = "stays as it is, since another process is changing it. Try again in half a minute.";

/** The user's rules; none if there is no such file. @throws SettingsError if it is not one of rules */
export function readRules(path: string): MappingRule[] {
  return parse(path, readText(path));
}

/** The longest wait of a change, by the clock. */
export interface RulesScope {
  clock: Clock;
  /** A time of the clock's `now`, in milliseconds. */
  deadline: number;
}

type Change = (rules: readonly MappingRule[]) => readonly MappingRule[];

/**
 * Changes the rules in a file, which is created for the first. Processes change it one after the other, each with the lease of a hidden
 * file beside it, so that the rules of all of them are kept. A process that reads sees the old rules or the new ones.
 *
 * @param change may be called twice
 * @returns the rules after the change
 * @throws SettingsError, and the file stays as it is, if it is not one of rules, cannot be written, or another process keeps it
 */
export async function changeRules(
  path: string,
  change: Change,
  { clock, deadline }: RulesScope,
): Promise<readonly MappingRule[]> {
  const seen = changed(path, change);
  if (seen.text === undefined) return seen.rules;
  try {
    const target = targetOf(path);
    const until = Math.min(deadline, clock.now() + RULES_WAIT_MS);
    const scope = { signal: new AbortController().signal, deadline: until };
    const lease = await acquireLease(dirname(target), `.${basename(target)}`, scope, clock);
    try {
      const { rules, text } = changed(path, change);
      if (text === undefined) return rules;
      // Another process takes over from one that stood still.
      if (!lease?.isHeld()) throw refusal(path, IN_USE);
      writeBeside(target, text, (temporary) => renameSync(temporary, target));
      return rules;
    } finally {
      await lease?.release();
    }
  } catch (error) {
    if (error instanceof TimesheetError) throw error;
    const why = `cannot be written (${codeOf(error)}), so it was left as it is.`;
    throw refusal(path, `${why} Make it and its folder writable.`);
  }
}

/** The rules after a change, and the text to write, undefined if the file stays as it is. @throws SettingsError */
function changed(path: string, change: Change): { rules: readonly MappingRule[]; text: string | undefined } {
  const before = readText(path);
  const rules = change(parse(path, before));
  const text = `${JSON.stringify({ version: VERSION, rules }, null, 2)}\n`;
  if (text === before || (before === undefined && rules.length === 0)) return { rules, text: undefined };
  const wrong = rules.find((rule) => !isRule(rule));
  if (wrong) {
    const [pattern, issueKey] = [JSON.stringify(wrong.pattern), JSON.stringify(wrong.issueKey)];
    throw new SettingsError(
      `No rule was kept: ${pattern} for ${issueKey} is not a pattern with text for the key of an issue, such as PROJ-123.`,
    );
  }
  if (Buffer.byteLength(text) <= MAX_BYTES) return { rules, text };
  const why = "would be larger than 1 MB, so it was left as it is.";
  throw refusal(path, `${why} Remove rules that you need no longer.`);
}

/** The file to write: a link that the user made stays one. @throws SettingsError if it leads into a folder that does not exist */
function targetOf(path: string): string {
  const target = behindLinks(path);
  if (target === path || existsSync(dirname(target))) return target;
  const why = `is a link to ${target}, whose folder does not exist, so no rule was kept.`;
  throw refusal(path, `${why} Create that folder, or remove the link.`);
}

/** The path to which links lead, though no file may be there yet. @throws an error of the file system, such as ELOOP */
export function behindLinks(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (!isCode(error, "ENOENT")) throw error;
  }
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  return isLink ? behindLinks(resolve(realpathSync(dirname(path)), readlinkSync(path))) : path;
}

/** Undefined if there is no such file. */
function readText(path: string): string | undefined {
  try {
    const status = statSync(path);
    if (!status.isFile()) throw unusable(path, "is not a file");
    if (status.size > MAX_BYTES) throw unusable(path, "is larger than 1 MB");
    const exposure = exposureOf(path);
    if (exposure) throw unusable(path, `may be of another user (${exposure.why})`);
    return decoded(path, readFileSync(path));
  } catch (error) {
    if (isCode(error, "ENOENT")) return undefined;
    throw error instanceof SettingsError ? error : unusable(path, `cannot be read (${codeOf(error)})`);
  }
}

function decoded(path: string, bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw unusable(path, "is not text in UTF-8");
  }
}

function parse(path: string, text: string | undefined): MappingRule[] {
  if (text === undefined) return [];
  const { version, rules, ...others } = fieldsOf(parseJson(path, text));
  if (version !== VERSION || !Array.isArray(rules) || Object.keys(others).length > 0) {
    throw unusable(path, `is not of the form {"version":1,"rules":[…]}`);
  }
  const wrong = rules.findIndex((rule) => !isKeptRule(rule));
  if (wrong === -1) return rules;
  const form = 'each is of the form {"pattern":"Daily*","issueKey":"PROJ-4"}';
  throw unusable(path, `has a wrong rule, number ${wrong + 1}: ${form}`);
}

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unusable(path, "is not JSON");
  }
}

function isKeptRule(value: unknown): value is MappingRule {
  const { pattern, issueKey, ...others } = fieldsOf(value);
  const hasTexts = typeof pattern === "string" && typeof issueKey === "string";
  return hasTexts && isRule({ pattern, issueKey }) && Object.keys(others).length === 0;
}

/** None for what is no object. */
function fieldsOf(value: unknown): Record<string, unknown> {
  return Object(value);
}

function unusable(path: string, why: string): SettingsError {
  return refusal(path, `${why}, so it is not used and stays as it is. Correct it, or move it away.`);
}

function refusal(path: string, text: string): SettingsError {
  return new SettingsError(`The rules file ${path} ${text}`);
}
