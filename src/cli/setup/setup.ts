import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { ReadStream, WriteStream } from "node:tty";
import { envString } from "../../config/env.ts";
import { readProfile } from "../../config/profile.ts";
import { originOf } from "../../config/settings-file.ts";
import { listVariables } from "../../config/variable-names.ts";
import { printable } from "../../text/characters.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { ExitCode } from "../exit-codes.ts";
import { findCodex, planEach, planRegistration } from "../hosts/changes.ts";
import { entryName, LINKED_HOSTS, linkFor, type ServerCommand, snippet, snippets } from "../hosts/entry.ts";
import { HOSTS, type Host, hostNamed, type Place } from "../hosts/hosts.ts";
import { lineWidth } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";
import { chooseSettings } from "./choose-settings.ts";
import { makeChanges } from "./make-changes.ts";
import type { SetupContext, SetupOptions } from "./options.ts";
import { replacements } from "./other-site.ts";
import { fileToWrite } from "./settings-change.ts";
import { withoutReplacements } from "./without-replacements.ts";

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
  if (options.remove) {
    const { removeServer } = await import("./remove.ts");
    return removeServer(named, place, command.name, options, context);
  }
  const hasTerminal = context.isTerminal && !options.yes;
  if (options.sandbox && named.length === 0 && !hasTerminal) throw hostMissing();
  const settings = options.sandbox
    ? { exitCode: 0 as const, env: context.env }
    : await chooseSettings({ ...options, hasTerminal }, context);
  if (settings.exitCode !== 0) return settings.exitCode;
  if (!options.sandbox && !settings.change) context.print("The settings file stays as it is.");
  const hosts = named.length === 0 && hasTerminal ? await askStarting(place) : named;
  const { env, site } = settings;
  const chosen = { ...place, env };
  const registration = commandFor(options, { ...context, env });
  const plans = await withoutReplacements(
    planEach(hosts, (host) => planRegistration(host, chosen, registration)),
    (all) => replacements(all, registration.name, site, chosen),
    { site, isAsked: hasTerminal, ...options },
    { ...context, env },
  );
  for (const { host, change, error } of plans) {
    if (!change && !error)
      context.print(`${host.title} starts the server this way already: ${host.file(place)} stays as it is.`);
  }
  const exitCode = await makeChanges({ settings: settings.change, plans }, options, context);
  if (exitCode === 0 && hosts.length === 0) context.print(NO_HOST_YET);
  return exitCode;
}

const NO_HOST_YET =
  "No host starts the server yet: tempofiller setup --host NAME adds it to one. In a shell, tempofiller week shows your hours.";

const NO_SETTINGS_YET =
  "There are no settings yet, and the server needs them to reach your Tempo. Run tempofiller setup to enter them.";

/** Whether anything of a deployment is set, usable or not. */
function hasSettings({ env, file }: SetupContext): boolean {
  return listVariables().some(
    ({ name, deployment }) => deployment !== "both" && originOf(name, env, file) !== undefined,
  );
}

function tokenInArguments(): InvalidInputError {
  return new InvalidInputError(
    "--tokens takes - only, and reads the settings from stdin: a token on the command line would stay in the shell's history.",
  );
}

function hostMissing(): InvalidInputError {
  return new InvalidInputError(
    `Name the host to register with: --host ${HOSTS.map(({ name }) => name).join(", ")}.`,
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

async function askStarting(place: Place): Promise<Host[]> {
  const { askHosts } = await import("./ask-hosts.ts");
  // Codex changes its file itself.
  const usable = HOSTS.filter(({ format }) => format === "json" || findCodex(place) !== undefined);
  return askHosts("Which hosts should start the server?", usable, place);
}
