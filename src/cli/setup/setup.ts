import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { ReadStream, WriteStream } from "node:tty";
import { envString } from "../../config/env.ts";
import { readProfile } from "../../config/profile.ts";
import { originOf, settingsFilePath } from "../../config/settings-file.ts";
import { deploymentVariables } from "../../config/variable-names.ts";
import { createRedactor } from "../../runtime/redaction.ts";
import { printable } from "../../text/characters.ts";
import { fitted } from "../../text/width.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import { lineWidth } from "../cli.ts";
import { row } from "../doctor/report.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { planEach, planRegistration, planRemoval } from "../hosts/changes.ts";
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
import {
  checkCanBeChanged,
  fileToWrite,
  makeChanges,
  planSettings,
  printUnchanged,
  writtenSettingsFile,
} from "./changes.ts";
import { cancelled, type SetupContext, type SetupOptions, withHiddenInput } from "./context.ts";
import { check, connect, siteOf, type Values } from "./draft.ts";
import { handedOver } from "./given-settings.ts";
import { type ChosenKeychain, chooseKeychain } from "./keychain.ts";
import { withoutReplacements } from "./other-site.ts";

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
export async function runSetup(options: SetupOptions, given: SetupContext): Promise<ExitCode> {
  if (options.tokens !== undefined && options.tokens !== "-") throw tokenInArguments();
  const width = given.isTerminal ? given.width : SCRIPT_WIDTH;
  const print = options.print || options.link ? given.print : printInWidth(given);
  const context = { ...given, width, print, isTerminal: given.isTerminal && !options.yes };
  const place: Place = { platform: process.platform, env: context.env, home: context.home };
  const named = (options.host ?? []).map(hostNamed);
  if (options.team !== undefined) {
    const { setUpTeam } = await import("./team.ts");
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
  if (options.sandbox && named.length === 0 && !context.isTerminal)
    throw new InvalidInputError(
      `Name the host to register with: --host ${HOSTS.map(({ name }) => name).join(", ")}.`,
    );
  const settings = options.sandbox ? undefined : await chooseSettings(options, context);
  if (typeof settings === "number") return settings;
  const own = settings?.context ?? context;
  const hosts =
    named.length === 0 && context.isTerminal
      ? await (await import("./ask.ts")).askHosts("Which hosts should start the server?", HOSTS, place)
      : named;
  const registration = commandFor(options, own);
  const chosen = { ...place, env: own.env };
  const plans = planEach(hosts, (host) => planRegistration(host, chosen, registration));
  const change = settings && planSettings(writtenSettingsFile(own.env), settings.values, settings.kept);
  if (settings && !change) context.print("The settings file stays as it is.");
  const entry = { name: registration.name, site: settings?.site, place: chosen };
  const wanted = await withoutReplacements(plans, entry, options, own);
  printUnchanged(wanted, "starts", place, context);
  const exitCode = await makeChanges({ settings: change, plans: wanted }, options, context);
  if (exitCode === 0 && hosts.length === 0) context.print(noHostYet(options));
  return exitCode;
}

/** Prints in lines of the terminal's width. */
function printInWidth({ isTerminal, width, print }: SetupContext): SetupContext["print"] {
  return isTerminal ? (text) => print(fitted(text, width)) : print;
}

/** Characters in a line for a script. */
const SCRIPT_WIDTH = 100;

/** The settings to write, of the site that they are for. Their context has the settings file of a profile, if the user added one. */
interface ChosenSettings {
  values: Values;
  kept: ChosenKeychain | undefined;
  site: string | undefined;
  context: SetupContext;
}

/**
 * Asks for the settings, or takes them from stdin, the environment and the settings file, and checks them as the doctor does. Returns
 * the exit code instead if a check failed, which has been printed.
 *
 * @throws TimesheetError if the settings cannot be used
 */
async function chooseSettings(
  options: SetupOptions,
  given: SetupContext,
): Promise<ChosenSettings | ExitCode> {
  // Before any question: without it, the answers would lead nowhere.
  checkCanBeChanged(given);
  const { settings, values, context } = given.isTerminal
    ? await (await import("./ask-settings.ts")).askedFor(options, given)
    : await handedOver(options, given);
  const { env, isTerminal, print, width } = context;
  // A token's command may ask on the terminal.
  const connection = await connect(settings);
  const checks = await withHiddenInput(context.stdin, () => check(settings, connection, env));
  const redact = createRedactor(settings.secrets);
  for (const each of checks) print(redact(row(each, { colour: false, width }).join("\n")));
  const failed = checks.find(({ status }) => status === "failed");
  if (failed && !(isTerminal && (await isWantedAnyway()))) {
    print("Nothing was changed.");
    return EXIT_CODE_BY_ERROR[failed.code ?? "internal"];
  }
  return { values, kept: await chooseKeychain(values, context), site: siteOf(settings), context };
}

async function isWantedAnyway(): Promise<boolean> {
  const { ask } = await import("./ask.ts");
  if (await ask.yes("A check failed. Write the settings all the same?", false)) return true;
  throw cancelled();
}

function noHostYet({ sandbox }: SetupOptions): string {
  const [own, option] = sandbox ? ["sample hours", " --sandbox"] : ["your hours", ""];
  return (
    `No host was chosen: tempofiller setup --host NAME${option} adds the server to one. ` +
    `In a shell, tempofiller week${option} shows ${own}.`
  );
}

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
  const plans = planEach(hosts, (host) => planRemoval(host, place, name));
  if (!plans.some(({ change, error }) => change ?? error))
    context.print(`No host has an entry ${name}, so there is nothing to remove.`);
  for (const line of otherEntries(hosts, place, name)) context.print(line);
  const exitCode = await makeChanges({ plans }, options, context);
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
