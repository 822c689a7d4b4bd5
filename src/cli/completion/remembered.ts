import { readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { cacheFolder } from "../../config/cache-folder.ts";
import type { Environment } from "../../config/environment.ts";
import { DEFAULT_PROFILE } from "../../config/profile.ts";
import { NAMES } from "../../config/variable-names.ts";
import { attempt, makeFolder, writeBeside } from "../../state/files.ts";
import { oneLine } from "../../text/characters.ts";
import { shownKey } from "../../timesheet/attributes.ts";
import type { WorkAttribute } from "../../timesheet/port.ts";
import type { Choice } from "../options.ts";

type Remembered = Pick<WorkAttribute, "key" | "name" | "type" | "values">;

/** An answer may leave out a list that has no values. */
type Answered = Omit<Remembered, "values"> & Partial<Pick<Remembered, "values">>;

/** Keeps the attributes of an answer for completion. Accounts stay as they were if the answer has none. A disk that takes no file is no matter. */
export function rememberAttributes(attributes: readonly Answered[], env: Environment): void {
  const path = pathFor(env, env[NAMES.TEMPO_PROFILE]);
  if (path === undefined) return;
  const before = new Map(readRemembered(path).map((it) => [it.key, it.values]));
  const kept = attributes.map(({ key, name, type, values = [] }) => ({
    ...{ key, name, type },
    values: values.length > 0 ? values : (before.get(key) ?? []),
  }));
  attempt(() => {
    makeFolder(dirname(path));
    writeBeside(path, JSON.stringify(kept), (temporary) => renameSync(temporary, path));
  });
}

/** The values of `--account` and `--attribute` by the last answer for the profile, without those that a shell would have to quote. */
export function rememberedChoices(option: string, env: Environment, profile: string | undefined): Choice[] {
  const attributes = readRemembered(pathFor(env, profile ?? env[NAMES.TEMPO_PROFILE]));
  const pairs = attributes.flatMap(({ key, name, type, values }) => {
    const isAccount = type === ACCOUNT;
    if (option === "--account")
      return isAccount ? values.map(({ value, name: title }) => ({ name: value, title })) : [];
    if (isAccount) return [];
    const start = `${shownKey(key)}=`;
    if (values.length === 0) return [{ name: start, title: name }];
    return values.map(({ value, name: title }) => ({ name: `${start}${value}`, title }));
  });
  return pairs
    .filter(({ name }) => PLAIN.test(name))
    .map(({ name, title }) => ({ name, title: oneLine(title).trim() || name }));
}

const ACCOUNT = "ACCOUNT";

const PLAIN = /^[\p{L}\p{N}_@][\p{L}\p{N}_.@/+=-]*$/u;

/** The file of a profile in the user's own folder; undefined if there is no such folder. */
function pathFor(env: Environment, profile = ""): string | undefined {
  const folder = cacheFolder({ env, platform: process.platform });
  const name = encodeURIComponent((profile || DEFAULT_PROFILE).toLowerCase());
  return folder && join(folder, `attributes.${name}.json`);
}

/** Another program may have damaged the file: then nothing is remembered. */
function readRemembered(path: string | undefined): Remembered[] {
  if (path === undefined) return [];
  try {
    const read: unknown = JSON.parse(readFileSync(path, "utf8"));
    return Array.isArray(read) ? read.filter(isRemembered) : [];
  } catch {
    return [];
  }
}

function isRemembered(it: unknown): it is Remembered {
  const { key, name, type, values } = (it ?? {}) as Record<string, unknown>;
  const areTexts = [key, name, type].every((text) => typeof text === "string");
  return (
    areTexts &&
    Array.isArray(values) &&
    values.every((each) => typeof each?.value === "string" && typeof each.name === "string")
  );
}
