import { InvalidInputError } from "../../timesheet/errors.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { type Change, type HostPlan, makeEach, planEach } from "../hosts/changes.ts";
import type { Host, Place } from "../hosts/hosts.ts";
import type { Answers } from "./answers.ts";
import { cancelled, type SetupContext, type SetupOptions } from "./context.ts";
import { planSettings, writtenSettingsFile } from "./settings-change.ts";

/** The change of each file, before any is made. */
export interface Changes {
  settings?: Change | undefined;
  plans: HostPlan[];
}

/** The changes that answers lead to. @throws SettingsError if the settings file cannot be changed */
export function planChanges(
  { hosts, settings, env }: Answers,
  planHost: (host: Host) => Change | undefined,
): Changes {
  return {
    settings: settings && planSettings(writtenSettingsFile(env), settings.values, settings.kept),
    plans: planEach(hosts, planHost),
  };
}

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
  { settings, plans }: Changes,
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
