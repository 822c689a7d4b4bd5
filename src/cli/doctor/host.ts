import { homedir } from "node:os";
import { join } from "node:path";
import type { Environment } from "../../config/env.ts";
import { listed } from "../../config/lists.ts";
import { readProfile } from "../../config/profile.ts";
import { readSettings, type Settings } from "../../config/settings.ts";
import { readSettingsFile } from "../../config/settings-file.ts";
import { InvalidInputError, SettingsError } from "../../timesheet/errors.ts";
import { entryName } from "../setup/entry.ts";
import { findHost, HOSTS, type Host, type Place } from "../setup/hosts.ts";
import { checkCommand } from "./host-command.ts";
import { entriesIn, entryOf, type HostEntry, projectFile } from "./host-entry.ts";
import { failed, ok } from "./report.ts";
import type { HostedServer, Source } from "./source.ts";

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
  const host = findHost(name);
  if (!host) {
    throw new InvalidInputError(
      `Unknown host '${name}'. Available: ${HOSTS.map((known) => known.name).join(", ")}.`,
    );
  }
  const server = inspect(host, { platform, env, home }, folder);
  const given = { ...env, TEMPO_PROFILE: undefined, ...server.env };
  const file = readSettingsFile(given);
  return { env: given, file, settings: withCertificates(readSettings(given, file), server), host: server };
}

/** Node reads them at its start, and it is the host that starts the server. */
function withCertificates(settings: Settings, { env }: HostedServer): Settings {
  return env?.NODE_EXTRA_CA_CERTS ? { ...settings, certificatesFile: env.NODE_EXTRA_CA_CERTS } : settings;
}

function inspect(host: Host, place: Place, folder: string): HostedServer {
  const project = projectFile(host);
  const paths = [...(project === undefined ? [] : [join(folder, project)]), host.file(place)];
  let entry: HostEntry | undefined;
  try {
    const profile = readProfile(place.env);
    const files = paths.map((path) => entriesIn(host, path, folder));
    const entries = files.flat();
    entry = files.map((each) => entryOf(each, profile)).find((found) => found !== undefined);
    // A host may have nothing but one profile, under whatever name.
    if (profile === undefined) entry ??= entries[0];
    if (!entry) {
      const option = profile === undefined ? "" : ` --name ${profile}`;
      throw new SettingsError(
        `${host.title} has no server ${entryName(profile)} in ${listed(paths, "or")}. Add it with tempofiller setup --host ` +
          `${host.name}${option}. If you installed the MCPB bundle instead, only the host knows its settings.`,
      );
    }
    const what = checkCommand(entry, place);
    const which = entries.length === 1 ? "" : `, as ${entry.name}`;
    return {
      ...start(entry, place),
      finding: ok(`${host.title} starts ${what}${which}, according to ${entry.path}.`),
    };
  } catch (error) {
    if (!(error instanceof SettingsError)) throw error;
    return { ...(entry && start(entry, place)), finding: failed(error) };
  }
}

function start({ args, env }: HostEntry, place: Place): Pick<HostedServer, "env" | "sandbox"> {
  const values = Object.entries(env).map(([name, value]) => [name, filledIn(value, place)]);
  const sandbox = args.map((arg) => /^--sandbox(?:=(cloud|datacenter))?$/.exec(arg)).find(Boolean);
  return {
    env: Object.fromEntries(values),
    ...(sandbox && { sandbox: sandbox[1] === "datacenter" ? "datacenter" : "cloud" }),
  };
}

/** `${NAME}`, `${NAME:-default}` and `${env:NAME}` as hosts replace them; any other placeholder stays. */
function filledIn(text: string, { env }: Place): string {
  return text.replaceAll(
    /\$\{(?:env:)?(\w+)(?::-([^{}]*))?\}/g,
    (placeholder, name: string, unset?: string) => env[name] || (unset ?? placeholder),
  );
}
