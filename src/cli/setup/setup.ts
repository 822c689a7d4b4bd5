import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { ReadStream, WriteStream } from "node:tty";
import { envString } from "../../config/env.ts";
import { originOf, settingsFilePath } from "../../config/settings-file.ts";
import { listVariables } from "../../config/variable-names.ts";
import { printable } from "../../text/characters.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { cancelled } from "./cancelled.ts";
import type { Change } from "./change.ts";
import { type ChosenSettings, chooseSettings } from "./choose-settings.ts";
import { findCommand } from "./codex.ts";
import { type ServerCommand, snippet } from "./entry.ts";
import { type HostPlan, makeEach, planRegistrations, planRemovals } from "./host-plans.ts";
import { findHost, HOSTS, type Host, installedHosts, type Place } from "./hosts.ts";
import { installLinks } from "./install-links.ts";
import type { SetupContext, SetupOptions } from "./options.ts";

/** `runSetup` for the user who runs this process. */
export function setUp(
  options: SetupOptions,
  {
    stdout,
    ...given
  }: Pick<SetupContext, "env" | "file" | "log"> & { stdin: ReadStream; stdout: WriteStream },
): Promise<ExitCode> {
  return runSetup(options, {
    ...given,
    home: homedir(),
    script: process.argv[1] ?? "",
    isTerminal: Boolean(given.stdin.isTTY && stdout.isTTY),
    print: (line) => stdout.write(`${printable(line)}\n`),
  });
}

/** @throws TimesheetError if nothing, or not everything, could be done; Ctrl-C at a question leaves everything as it was */
export async function runSetup(options: SetupOptions, context: SetupContext): Promise<ExitCode> {
  const place: Place = { platform: process.platform, env: context.env, home: context.home };
  const named = (options.host ?? []).map(hostNamed);
  const command = commandFor(options, context);
  if (options.print) {
    context.print(snippets(named, command));
    if (!options.sandbox && !hasSettings(context)) context.log(NO_SETTINGS_YET);
    return 0;
  }
  if (options.link) {
    context.print(installLinks(named, command));
    return 0;
  }
  if (options.remove) {
    const plans = planRemovals(named.length > 0 ? named : HOSTS, place);
    if (!plans.some(({ change, error }) => change ?? error))
      context.print("No host starts TempoFiller, so there is nothing to remove.");
    const exitCode = await make({ plans }, options, context);
    keepSettings(context);
    return exitCode;
  }
  const hasTerminal = context.isTerminal && !options.yes;
  if (options.sandbox && named.length === 0 && !hasTerminal) throw hostMissing();
  const settings = options.sandbox ? NO_SETTINGS : await chooseSettings({ ...options, hasTerminal }, context);
  if (settings.exitCode !== 0) return settings.exitCode;
  if (!options.sandbox && !settings.change) context.print("The settings file stays as it is.");
  const hosts = named.length === 0 && hasTerminal ? await askHosts(place) : named;
  const plans = planRegistrations(hosts, place, command);
  for (const { host, change, error } of plans) {
    if (!change && !error)
      context.print(`${host.title} starts the server this way already: ${host.file(place)} stays as it is.`);
  }
  return make({ settings: settings.change, plans }, options, context);
}

const NO_SETTINGS: ChosenSettings = { exitCode: 0 };

const NO_SETTINGS_YET =
  "There are no settings yet, and the server needs them to reach your Tempo. Run tempofiller setup to enter them.";

/** Whether anything of a deployment is set, usable or not. */
function hasSettings({ env, file }: SetupContext): boolean {
  return listVariables().some(
    ({ name, deployment }) => deployment !== "both" && originOf(name, env, file) !== undefined,
  );
}

/**
 * Shows every change before the first is made, and asks unless that was settled on the command line. Returns the exit code: that of
 * a partial failure if only some of the hosts could be changed.
 *
 * @throws TimesheetError if nothing could be changed
 */
async function make(
  { settings, plans }: { settings?: Change | undefined; plans: HostPlan[] },
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
  for (const { host, change } of made)
    if (change && !options.remove) context.print(`${host.title}: ${host.reload}`);
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
  const isSettled = yes || (sandbox !== undefined && host.length > 0 && !remove);
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

function hostMissing(): InvalidInputError {
  return new InvalidInputError(
    `Name the host to register with: --host ${HOSTS.map(({ name }) => name).join(", ")}.`,
  );
}

function hostNamed(name: string): Host {
  const host = findHost(name);
  if (host) return host;
  throw new InvalidInputError(
    `Unknown host '${name}'. Available: ${HOSTS.map((known) => known.name).join(", ")}.`,
  );
}

/** This very program, so that neither PATH nor a download decides what runs. */
function commandFor({ sandbox }: SetupOptions, { env, script }: SetupContext): ServerCommand {
  const setting = envString(env, "TEMPO_CONFIG_FILE");
  const isPath = setting !== "" && setting.toLowerCase() !== "off";
  return {
    command: process.execPath,
    args: [
      realpathSync(script),
      ...(sandbox === undefined ? [] : [sandbox === "cloud" ? "--sandbox" : `--sandbox=${sandbox}`]),
    ],
    settingsFile: isPath ? resolve(setting) : setting || undefined,
  };
}

/** Alone, so that it can be piped on; the most common form if no host is named. */
function snippets(hosts: Host[], command: ServerCommand): string {
  const [only, ...others] = hosts.length === 0 ? HOSTS : hosts;
  if (only && (others.length === 0 || hosts.length === 0)) return snippet(only, command);
  return hosts.map((host) => `${host.title}:\n${snippet(host, command)}`).join("\n\n");
}

async function askHosts(place: Place): Promise<Host[]> {
  const { ask } = await import("./ask.ts");
  const usable = HOSTS.filter(({ format }) => format === "json" || findCommand("codex", place) !== undefined);
  const found = installedHosts(place, existsSync).map(({ name }) => name);
  const chosen = await ask.several(
    "Which hosts should start the server? Space selects, Enter confirms.",
    usable.map((host) => ({ value: host.name, label: host.title, hint: host.file(place) })),
    usable.map(({ name }) => name).filter((name) => found.includes(name)),
  );
  return usable.filter(({ name }) => chosen.includes(name));
}

function keepSettings({ env, print }: SetupContext): void {
  const path = settingsFilePath(env);
  if (path !== undefined && existsSync(path))
    print(`The settings stay in ${path}. Delete it, and a backup beside it, if you need them no longer.`);
}
