import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { ReadStream, WriteStream } from "node:tty";
import { envString } from "../../config/env.ts";
import { readProfile } from "../../config/profile.ts";
import { originOf, settingsFilePath } from "../../config/settings-file.ts";
import { deploymentVariables } from "../../config/variable-names.ts";
import { printable } from "../../text/characters.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { lineWidth } from "../cli.ts";
import type { ExitCode } from "../exit-codes.ts";
import { planRegistration, planRemoval } from "../hosts/changes.ts";
import { registeredIn } from "../hosts/entries.ts";
import {
  entryName,
  LINKED_HOSTS,
  linkFor,
  optionsFor,
  type ServerCommand,
  snippet,
  snippets,
} from "../hosts/entry.ts";
import { HOSTS, type Host, hostNamed, type Place } from "../hosts/hosts.ts";
import { UsageError } from "../usage-error.ts";
import { readAnswers } from "./answers.ts";
import { makeChanges, planChanges, printUnchanged } from "./changes.ts";
import type { SetupContext, SetupOptions } from "./context.ts";
import { withoutReplacements } from "./other-site.ts";
import { fileToWrite } from "./settings-change.ts";

/** `runSetup` for the user who runs this process. */
export function setUp(
  options: SetupOptions,
  {
    stdout,
    file,
    ...given
  }: Pick<SetupContext, "env" | "file" | "log"> & { stdin: ReadStream; stdout: WriteStream },
): Promise<ExitCode> {
  return runSetup(options, {
    ...given,
    file: fileToWrite(file),
    home: homedir(),
    script: process.argv[1] ?? "",
    isTerminal: Boolean(given.stdin.isTTY && stdout.isTTY),
    width: lineWidth(stdout.columns, given.env.COLUMNS),
    print: (line) => stdout.write(`${printable(line)}\n`),
  });
}

/** @throws TimesheetError if nothing, or not everything, could be done; Ctrl-C at a question leaves everything as it was */
export async function runSetup(options: SetupOptions, context: SetupContext): Promise<ExitCode> {
  if (options.tokens !== undefined && options.tokens !== "-") throw tokenInArguments();
  const place: Place = { platform: process.platform, env: context.env, home: context.home };
  const named = (options.host ?? []).map(hostNamed);
  if (options.team !== undefined) {
    const { setUpTeam } = await import("./team/set-up-team.ts");
    return setUpTeam(options.team, named, options, context);
  }
  const command = commandFor(options, context);
  if (options.print) {
    // The first host has the most common form.
    context.print(snippets(named.length === 0 ? HOSTS.slice(0, 1) : named, (host) => snippet(host, command)));
    if (!options.sandbox && !hasSettings(context)) context.log(NO_SETTINGS_YET);
    return 0;
  }
  if (options.link) {
    context.print(links(named, command));
    return 0;
  }
  if (options.remove) return removeServer(named, place, command.name, options, context);
  const answers = await readAnswers(named, options, context);
  if (typeof answers === "number") return answers;
  const { env, hosts, site } = answers;
  const own = { ...context, env };
  const registration = commandFor(options, own);
  const chosen = { ...place, env };
  const changes = planChanges(answers, (host) => planRegistration(host, chosen, registration));
  if (answers.settings && !changes.settings) context.print("The settings file stays as it is.");
  const entry = { name: registration.name, site, place: chosen };
  const plans = await withoutReplacements(changes.plans, entry, options, own);
  printUnchanged(plans, "starts", place, context);
  const exitCode = await makeChanges({ ...changes, plans }, options, context);
  if (exitCode === 0 && hosts.length === 0) context.print(NO_HOST_YET);
  return exitCode;
}

const NO_HOST_YET =
  "No host starts the server yet: tempofiller setup --host NAME adds it to one. In a shell, tempofiller week shows your hours.";

const NO_SETTINGS_YET =
  "There are no settings yet, and the server needs them to reach your Tempo. Run tempofiller setup to enter them.";

/** Whether anything of a deployment is set, usable or not. */
function hasSettings({ env, file }: SetupContext): boolean {
  return deploymentVariables().some(({ name }) => originOf(name, env, file) !== undefined);
}

function tokenInArguments(): InvalidInputError {
  return new InvalidInputError(
    "--tokens takes - only, and reads the settings from stdin: a token on the command line would stay in the shell's history.",
  );
}

/** This very program, so that neither PATH nor a download decides what runs. @throws SettingsError if TEMPO_PROFILE names no profile */
function commandFor({ sandbox }: SetupOptions, { env, script }: SetupContext): ServerCommand {
  const profile = readProfile(env);
  const setting = envString(env, "TEMPO_CONFIG_FILE");
  const file = setting.toLowerCase() === "off" ? setting : setting && resolve(setting);
  // The sandbox has no settings of its own, whatever its entry is called.
  const named = sandbox === undefined && profile !== undefined;
  return {
    name: entryName(profile),
    command: process.execPath,
    args: [
      realpathSync(script),
      ...(sandbox === undefined ? [] : [sandbox === "cloud" ? "--sandbox" : `--sandbox=${sandbox}`]),
    ],
    ...(file && { env: { TEMPO_CONFIG_FILE: file } }),
    ...(named && { env: { TEMPO_PROFILE: profile } }),
  };
}

/** A line for each host, or for each that has links if none is named. @throws UsageError if a named host has none */
function links(named: readonly Host[], command: ServerCommand): string {
  const lines = (named.length > 0 ? named : LINKED_HOSTS).map((host) => {
    const link = linkFor(host, command);
    if (link !== undefined) return `${host.title}: ${link}`;
    throw new UsageError(`--link only works with vscode and cursor, not with ${host.name}.`, "setup");
  });
  return lines.join("\n");
}

/**
 * Removes the server of a profile from the hosts.
 *
 * @param name of the server's entry
 * @throws TimesheetError if nothing could be removed
 */
async function removeServer(
  named: readonly Host[],
  place: Place,
  name: string,
  options: SetupOptions,
  context: SetupContext,
): Promise<ExitCode> {
  const hosts = named.length > 0 ? named : HOSTS;
  const changes = planChanges({ hosts, env: context.env }, (host) => planRemoval(host, place, name));
  if (!changes.plans.some(({ change, error }) => change ?? error))
    context.print(`No host has an entry ${name}, so there is nothing to remove.`);
  for (const line of otherEntries(hosts, place, name)) context.print(line);
  const exitCode = await makeChanges(changes, options, context);
  keepSettings(context);
  return exitCode;
}

/** A sentence for each entry of another profile. */
function otherEntries(hosts: readonly Host[], place: Place, name: string): string[] {
  return registeredIn(hosts, place).flatMap(({ host, entry }) => {
    const options = optionsFor(entry.name);
    if (entry.name === name || options === undefined) return [];
    return `${host.title} keeps its entry ${entry.name}: tempofiller setup --remove${options} removes it.`;
  });
}

function keepSettings({ env, print }: SetupContext): void {
  const path = settingsFilePath(env);
  if (path !== undefined && existsSync(path))
    print(`The settings stay in ${path}. Delete it, and a backup beside it, if you need them no longer.`);
}
