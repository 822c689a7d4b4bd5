import { readProfile } from "../../../config/profile.ts";
import { InvalidInputError, NotFoundError } from "../../../timesheet/errors.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { planEach, planTeamRegistration } from "../../hosts/changes.ts";
import { entryName, snippets, TEAM_HOSTS, teamEntry, teamSnippet } from "../../hosts/entry.ts";
import type { Host, Place } from "../../hosts/hosts.ts";
import { UsageError } from "../../usage-error.ts";
import { makeChanges } from "../make-changes.ts";
import type { SetupContext, SetupOptions } from "../options.ts";
import { replacements } from "../other-site.ts";
import { withoutReplacements } from "../without-replacements.ts";
import { readTeamUrl } from "./server.ts";

/**
 * Registers the server of a team, with the user's own tokens as headers, once the server has read something with them.
 *
 * @throws TimesheetError if nothing, or not everything, could be done
 */
export async function setUpTeam(
  team: string,
  named: readonly Host[],
  options: SetupOptions,
  context: SetupContext,
): Promise<ExitCode> {
  const excluded = (["sandbox", "link", "remove"] as const).find((name) => options[name]);
  if (excluded) throw new UsageError(`--team and --${excluded} exclude each other.`, "setup");
  const url = readTeamUrl(team);
  const name = entryName(readProfile(context.env));
  const snippetOf = (host: Host, isDataCenter = false) =>
    teamSnippet(host, { url: url.href, name, kind: isDataCenter ? "datacenter" : "cloud" });
  if (options.print) {
    const printed = snippets(named.length === 0 ? TEAM_HOSTS.slice(0, 1) : named, (host) => {
      const text = snippetOf(host, options.datacenter);
      if (text === undefined) throw unusable(host, undefined);
      return text;
    });
    context.print(printed);
    return 0;
  }
  const hasTerminal = context.isTerminal && !options.yes;
  if (!hasTerminal && !options.yes) {
    throw new InvalidInputError(
      "There is no terminal to ask on. Add --yes, with the access key and the tokens in the environment or, with --tokens -, on stdin.",
    );
  }
  if (!hasTerminal && named.length === 0) throw hostMissing();
  const place: Place = { platform: process.platform, env: context.env, home: context.home };
  const { askValues, givenValues } = await import("./values.ts");
  const values = hasTerminal
    ? await askValues(url, context.stdin)
    : await givenValues(url, { ...context, tokens: options.tokens });
  const hosts = named.length === 0 ? await askConnecting(place) : named;
  const planned = planEach(hosts, (host) => {
    const entry = teamEntry(host, url.href, values);
    if (entry) return planTeamRegistration(host, place, name, entry);
    throw unusable(host, snippetOf(host, values.TEMPO_PAT !== undefined));
  });
  // A team's entry reads no settings file, so one that does is never for the same site.
  const apart = { ...place, env: { ...context.env, TEMPO_PROFILE: undefined, TEMPO_CONFIG_FILE: "off" } };
  const plans = await withoutReplacements(
    planned,
    (all) => replacements(all, name, url.href, apart),
    { site: url.href, isAsked: hasTerminal, replace: options.replace },
    context,
  );
  for (const { host, change, error } of plans) {
    if (!change && !error)
      context.print(`${host.title} uses the server this way already: ${host.file(place)} stays as it is.`);
  }
  return makeChanges({ plans }, options, context);
}

function unusable({ title }: Host, snippet: string | undefined): NotFoundError {
  return new NotFoundError(
    snippet === undefined
      ? `${title}'s file only starts programs, so it cannot lead to a server by its URL. Use another host, or tempofiller setup without --team.`
      : `${title}'s file was left as it is: no command of it writes headers. Export these variables, and add this to the file yourself:\n\n${snippet}`,
  );
}

function hostMissing(): InvalidInputError {
  const names = TEAM_HOSTS.map(({ name }) => name);
  return new InvalidInputError(`Name the host that shall use the server: --host ${names.join(", ")}.`);
}

async function askConnecting(place: Place): Promise<Host[]> {
  const { askHosts } = await import("../ask-hosts.ts");
  return askHosts("Which hosts should use the server?", TEAM_HOSTS, place);
}
