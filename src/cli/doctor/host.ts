import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, isAbsolute, join, relative } from "node:path";
import packageJson from "../../../package.json" with { type: "json" };
import type { Environment } from "../../config/env.ts";
import { withoutSettings } from "../../config/environment.ts";
import { listed } from "../../config/lists.ts";
import { readProfile } from "../../config/profile.ts";
import { readSettings, type Settings } from "../../config/settings.ts";
import { readSettingsFile, type SettingsFile } from "../../config/settings-file.ts";
import { findProgram } from "../../runtime/find-program.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { SettingsError } from "../../timesheet/errors.ts";
import { entriesIn, type HostEntry, objectAt, readHostFile, sandboxOf } from "../hosts/entries.ts";
import { entryName } from "../hosts/entry.ts";
import { type Host, hostNamed, type Place } from "../hosts/hosts.ts";
import { type Finding, failed, ok, unknown } from "./report.ts";

export interface Source {
  settings: Settings;
  /** The environment that the settings were read from. */
  env: Environment;
  file: SettingsFile | undefined;
  /** The host whose server gets these settings. */
  host?: HostedServer;
}

/** The server as a host is configured to start it. */
export interface HostedServer {
  finding: Finding;
  /** The environment in the host's file; undefined if the file has no such server. */
  env?: Environment;
  sandbox?: Deployment["kind"];
  /** The sentence that says why the server is not tried, if it is not. */
  untried?: string;
}

/**
 * The settings that the server gets from a host: those of its file, on top of this environment.
 *
 * @param folder the project whose own file a host prefers
 * @throws InvalidInputError for an unknown host
 */
export function hostSource(
  name: string,
  env: Environment,
  folder = process.cwd(),
  { platform = process.platform, home = homedir() }: Partial<Place> = {},
): Source {
  const server = inspect(hostNamed(name), { platform, env, home }, folder);
  const given = { ...env, TEMPO_PROFILE: undefined, ...server.env };
  const file = readSettingsFile(given);
  return { env: given, file, settings: withCertificates(readSettings(given, file), server), host: server };
}

/** Node reads them at its start, and it is the host that starts the server. */
function withCertificates(settings: Settings, { env }: HostedServer): Settings {
  return env?.NODE_EXTRA_CA_CERTS ? { ...settings, certificatesFile: env.NODE_EXTRA_CA_CERTS } : settings;
}

function inspect(host: Host, place: Place, folder: string): HostedServer {
  const { projectFiles = [] } = host;
  const own = host.file(place);
  const paths = [...new Set([...projectFiles.map((file) => join(folder, file)), own])];
  let entry: HostEntry | undefined;
  try {
    const profile = readProfile(place.env);
    const files = paths.map((path) => entriesIn(host, path, folder));
    const entries = files.flat();
    // An entry with the profile's name comes before one of its file that uses it under another.
    entry = files
      .flatMap((each) => [
        ...each.filter(({ name }) => name === entryName(profile)),
        ...each.filter(({ env }) => env.TEMPO_PROFILE === profile),
      ])
      .at(0);
    // A host may have nothing but one profile, under whatever name.
    if (profile === undefined) entry ??= entries[0];
    if (!entry) {
      const option = profile === undefined ? "" : ` --name ${profile}`;
      throw new SettingsError(
        `${host.title} has no server ${entryName(profile)} in ${listed(paths, "or")}. Add it with tempofiller setup --host ` +
          `${host.name}${option}. If you installed the MCPB bundle instead, only the host knows its settings.`,
      );
    }
    const isOwn = entry.path === own;
    const what = isOwn ? checkCommand(entry, place) : checkForm(entry);
    const which = entries.length === 1 ? "" : `, as ${entry.name}`;
    const starts = `${host.title} starts ${what}${which}, according to ${entry.path}.`;
    const isOff = !isTrusted(host, place, folder);
    return {
      ...(isOwn ? start(entry, place) : { untried: whyUntried(entry, own) }),
      finding: isOff ? unknown(`${starts} ${untrusted(host, folder)}`) : ok(starts),
    };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { ...(entry?.path === own && start(entry, place)), finding: failed(error) };
  }
}

/** Whoever wrote a project's file may be a stranger, whose command would run, and to whose site the user's tokens would go. */
function whyUntried({ path }: HostEntry, own: string): string {
  return (
    `The server of this folder's project was not tried: ${path} may be another's, and could start a program or send your tokens ` +
    `elsewhere. Read it; if you trust it, copy its entry to ${own} and run this in another folder.`
  );
}

function start(entry: HostEntry, place: Place): Pick<HostedServer, "env" | "sandbox"> {
  const values = Object.entries(entry.env).map(([name, value]) => [name, filledIn(value, place)]);
  const sandbox = sandboxOf(entry);
  return { env: Object.fromEntries(values), ...(sandbox && { sandbox }) };
}

/** `${NAME}`, `${NAME:-default}`, `${env:NAME}` and `{env:NAME}` as hosts replace them; any other placeholder stays. */
function filledIn(text: string, { env }: Place): string {
  return text.replaceAll(
    /(?:\$\{(?:env:)?|\{env:)(\w+)(?::-([^{}]*))?\}/g,
    (placeholder, name: string, unset?: string) => env[name] || (unset ?? placeholder),
  );
}

/** Whether a host starts servers in a folder: by the longest of the user's rules for it and those around it. */
function isTrusted(host: Host, place: Place, folder: string): boolean {
  const { trust } = host;
  if (!trust) return true;
  const { enabled = trust.isUsual } = objectAt(
    objectAt(readHostFile(host, host.file(place)), "security"),
    "folderTrust",
  );
  if (enabled !== true) return true;
  const rules = Object.entries(objectAt({ rules: readHostFile(host, trust.file(place)) }, "rules"));
  const [, level] = rules
    .filter(([path, level]) => isIn(level === "TRUST_PARENT" ? dirname(path) : path, folder))
    .reduce((longest, rule) => (rule[0].length > longest[0].length ? rule : longest), ["", "" as unknown]);
  return level === "TRUST_FOLDER" || level === "TRUST_PARENT";
}

function isIn(outer: string, folder: string): boolean {
  const real = (path: string) => (existsSync(path) ? realpathSync(path) : path);
  const way = relative(real(outer), real(folder));
  return !/^\.\.(?:[\\/]|$)/.test(way) && !isAbsolute(way);
}

function untrusted({ title }: Host, folder: string): string {
  return (
    `In ${folder} it starts none and shows it as Disabled, because you have not told ${title} to trust that folder. Start ${title} there ` +
    "and trust the folder, with /permissions if it does not ask."
  );
}

const MIN_NODE = packageJson.engines.node.replace(">=", "");

const NODE_TIMEOUT_MS = 5000;

/** @throws SettingsError if the entry starts nothing */
function checkForm({ path, command, isDisabled }: HostEntry): string {
  if (command === undefined) {
    throw new SettingsError(
      `${path} has an entry for TempoFiller without a command. If it is for your team's server, run tempofiller setup --team URL to try it; ` +
        "else add a command: see docs/hosts.md.",
    );
  }
  if (isDisabled) throw new SettingsError(`${path} has TempoFiller switched off. Switch it on.`);
  return command;
}

/**
 * Describes what starts.
 *
 * @throws SettingsError if the command or its script does not exist, or if Node.js is too old
 */
export function checkCommand(entry: HostEntry, place: Place): string {
  const { path, args } = entry;
  const command = checkForm(entry);
  const program = findProgram(command, place.env, { platform: place.platform, byShell: true });
  if (program === undefined) {
    throw new SettingsError(
      `${path} starts ${command}, which was not found. Set \`command\` to the full path of the program.`,
    );
  }
  const script = args.find((arg) => /\.[cm]?js$/.test(arg));
  if (script !== undefined && !existsSync(script)) {
    throw new SettingsError(
      `${path} starts ${script}, which does not exist. Set the path in \`args\` to that of tempofiller.cjs.`,
    );
  }
  const version = isNode(program) ? nodeVersion(program, path, place) : undefined;
  const what = script === undefined ? command : `${command} ${script}`;
  const found = program === command ? "" : `, found as ${program}`;
  return `${what}${found}${version ? ` (Node.js ${version})` : ""}`;
}

function isNode(program: string): boolean {
  return /(^|[\\/])node(\.exe)?$/i.test(program);
}

function nodeVersion(program: string, path: string, { env }: Place): string {
  const { stdout } = spawnSync(program, ["--version"], {
    encoding: "utf8",
    timeout: NODE_TIMEOUT_MS,
    env: withoutSettings(env),
  });
  const version = /^v(\d+\.\d+\.\d+)/.exec(stdout ?? "")?.[1];
  if (version === undefined) {
    throw new SettingsError(
      `${path} starts ${program}, which does not run as Node.js. Install Node.js ${MIN_NODE} or newer.`,
    );
  }
  if (!isAtLeast(version, MIN_NODE)) {
    throw new SettingsError(
      `${path} starts Node.js ${version} (${program}), and TempoFiller needs ${MIN_NODE} or newer. Set \`command\` to a newer one.`,
    );
  }
  return version;
}

function isAtLeast(version: string, min: string): boolean {
  return version.localeCompare(min, "en", { numeric: true }) >= 0;
}
