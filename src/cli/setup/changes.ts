import { existsSync } from "node:fs";
import type { Environment } from "../../config/env.ts";
import { listed } from "../../config/lists.ts";
import { type SettingsFile, settingsFilePath, settingsPathProblem } from "../../config/settings-file.ts";
import { editSettings, readSettingsLines } from "../../config/settings-lines.ts";
import { listVariables } from "../../config/variable-names.ts";
import { FILE_MODE } from "../../state/files.ts";
import { InvalidInputError, SettingsError } from "../../timesheet/errors.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { type Change, type HostPlan, makeEach } from "../hosts/changes.ts";
import { checkUnchanged, readFile, replaceFile, writeBackup } from "../hosts/files.ts";
import type { Place } from "../hosts/hosts.ts";
import { cancelled, type SetupContext, type SetupOptions } from "./context.ts";
import type { Values } from "./draft.ts";
import { type ChosenKeychain, storeTokens, withoutStored } from "./keychain.ts";

/** @throws SettingsError if TEMPO_CONFIG_FILE is `off`, or no path */
export function writtenSettingsFile(env: Environment): string {
  const problem = settingsPathProblem(env);
  if (problem !== undefined) throw new SettingsError(problem);
  const path = settingsFilePath(env);
  if (path !== undefined) return path;
  throw new SettingsError(
    "TEMPO_CONFIG_FILE is off, so there is no settings file to write. Unset it, or set it to the path of one.",
  );
}

/** @throws SettingsError if there is no settings file to write, or what it has cannot be read */
export function checkCanBeChanged({ env, file }: Pick<SetupContext, "env" | "file">): void {
  const path = writtenSettingsFile(env);
  if (file?.error) throw file.error;
  readFile(path);
}

/** A settings file as setup begins with it: that it does not exist yet is no error. */
export function fileToWrite(file: SettingsFile | undefined): SettingsFile | undefined {
  if (!file?.error || file.path === "" || existsSync(file.path)) return file;
  const { error: _, ...none } = file;
  return none;
}

/**
 * Undefined if the settings file has these settings already.
 *
 * @param kept the tokens that a keychain gets, and what is then written in their place
 * @throws SettingsError if it cannot be changed
 */
export function planSettings(path: string, given: Values, kept?: ChosenKeychain): Change | undefined {
  const before = readFile(path);
  const edited = (values: Values) => editSettings((before ?? "").replace(/^\ufeff/, ""), values);
  const values = { ...given, ...kept?.values };
  const [after, withTokens] = [edited(values), edited(given)];
  if (after === before && !kept) return undefined;
  if (before === undefined && after === "") return undefined;
  const backup = kept && before !== undefined ? withoutStored(before, kept) : before;
  const { linesOf } = readSettingsLines(before ?? "");
  return {
    title: "Settings file",
    path,
    effect: before === undefined ? "Created" : "Changed",
    lines: Object.entries(values).flatMap(([name, value]) => [
      ...(linesOf.has(name) ? [`- ${name}=…`] : []),
      ...(value === undefined ? [] : [`+ ${name}=${kept?.values[name] ?? shown(name, value)}`]),
    ]),
    apply() {
      checkUnchanged(path, before);
      if (before !== undefined) writeBackup(path, before);
      if (!kept) return replaceFile(path, { before, after, mode: FILE_MODE });
      // The file alone works until the keychain has the tokens: a process that ends in between loses none, and sends none to another site.
      replaceFile(path, { before, after: withTokens, mode: FILE_MODE });
      if (!storeTokens(kept)) return;
      if (backup !== undefined) writeBackup(path, backup);
      replaceFile(path, { before: withTokens, after, mode: FILE_MODE });
    },
  };
}

/** A proxy's address is shown without its user and password. */
function shown(name: string, value: string): string {
  const variable = listVariables().find((declared) => declared.name === name.toUpperCase());
  if (variable?.kind === "proxy") return value.replace(/^(\w+:\/\/)?.*@/, "$1…@");
  if (variable?.kind === "command") return "…";
  return variable && !("secret" in variable && variable.secret === true) ? value : "…";
}

/** The change of each file, before any is made. */
export interface Changes {
  settings?: Change | undefined;
  plans: HostPlan[];
  /** Sentences about what the hosts need besides. */
  needs?: readonly string[];
}

/** It only reads, so nothing can go wrong with it. */
const FIRST_WORDS = "How many hours are missing in my timesheet this week?";

/** Names the files that need no change. */
export function printUnchanged(
  plans: readonly HostPlan[],
  verb: "starts" | "uses",
  place: Place,
  { print }: SetupContext,
): void {
  for (const { host, change, error } of plans) {
    if (!change && !error)
      print(`${host.title} ${verb} the server this way already: ${host.file(place)} stays as it is.`);
  }
}

/**
 * Shows every change before the first is made, and asks unless that was settled on the command line. Returns the exit code: that of
 * a partial failure if something was changed and a host was not.
 *
 * @throws TimesheetError if nothing could be changed
 */
export async function makeChanges(
  { settings, plans, needs = [] }: Changes,
  options: SetupOptions,
  context: SetupContext,
): Promise<ExitCode> {
  const changes = [settings, ...plans.map(({ change }) => change)].filter((change) => change !== undefined);
  if (changes.length > 0) await confirm(changes, options, context);
  const apply = (change: Change) => {
    change.apply();
    context.print(`${change.effect} ${change.path}.`);
  };
  if (settings) apply(settings);
  const made = makeEach(plans, apply);
  const changed = new Set(made.flatMap(({ host, change }) => (change ? host : [])));
  if (!options.remove) for (const { title, reload } of changed) context.print(`${title}: ${reload}`);
  if (!options.remove && options.sandbox && changed.size > 0)
    context.print(
      "The sandbox is sample data: what is logged in it is gone when the host stops the server. A command in a shell needs --sandbox too, " +
        "and has a sandbox of its own, so the next one does not see what it logs.",
    );
  for (const need of needs) context.print(need);
  const ready = made.filter(({ error }) => !error).map(({ host }) => host.title);
  if (!options.remove && ready.length > 0)
    context.print(`Then say in ${listed(ready, "or")}: "${FIRST_WORDS}"`);
  return report(made, settings !== undefined, context);
}

function report(plans: readonly HostPlan[], isAnythingDone: boolean, { log }: SetupContext): ExitCode {
  const errors = plans.flatMap(({ error }) => error ?? []);
  const [last] = errors.slice(-1);
  if (!last) return 0;
  const isPartial = isAnythingDone || plans.some(({ change }) => change);
  for (const { message } of isPartial ? errors : errors.slice(0, -1)) log(message);
  if (isPartial) return EXIT_CODE_BY_ERROR.partial_failure;
  throw last;
}

async function confirm(
  changes: Change[],
  { yes, sandbox, host = [], remove }: SetupOptions,
  context: SetupContext,
): Promise<void> {
  for (const { title, path, lines } of changes)
    context.print([`${title}: ${path}`, ...lines.map((line) => `  ${line}`), ""].join("\n"));
  // The sandbox needs no account, so a script has said it all.
  const isSandbox = sandbox !== undefined && host.length > 0 && !remove;
  const isSettled = yes || (isSandbox && !context.isTerminal);
  if (isSettled) return;
  if (!context.isTerminal) throw terminalMissing();
  const { ask } = await import("./ask.ts");
  const what = changes.length === 1 ? "this change" : `these ${changes.length} changes`;
  if (!(await ask.yes(`Make ${what}? Nothing else in these files changes.`, true))) throw cancelled();
}

function terminalMissing(): InvalidInputError {
  return new InvalidInputError(
    "Nothing was changed: there is no terminal to ask on. Add --yes to make these changes.",
  );
}
