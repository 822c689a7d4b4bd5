import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { Environment } from "../../../config/env.ts";
import { listed } from "../../../config/lists.ts";
import { readProfile } from "../../../config/profile.ts";
import { readSettingsLines } from "../../../config/settings-lines.ts";
import {
  CancelledError,
  InvalidInputError,
  NotFoundError,
  TimesheetError,
  UnauthorizedError,
} from "../../../timesheet/errors.ts";
import type { ExitCode } from "../../exit-codes.ts";
import { planTeamRegistration } from "../../hosts/changes.ts";
import {
  entryName,
  HEADERS,
  type HeaderSetting,
  type HeaderValues,
  settingsOf,
  snippets,
  TEAM_HOSTS,
  TITLES,
  teamEntry,
  teamSnippet,
} from "../../hosts/entry.ts";
import type { Host, Place } from "../../hosts/hosts.ts";
import { UsageError } from "../../usage-error.ts";
import { ask, say } from "../ask.ts";
import { makeChanges, planChanges, printUnchanged } from "../changes.ts";
import { type SetupContext, type SetupOptions, withHiddenInput } from "../context.ts";
import { withoutReplacements } from "../other-site.ts";
import { checkValues, kindOfServer, readTeamUrl } from "./server.ts";

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
  const values = hasTerminal
    ? await askValues(url, context.stdin)
    : await givenValues(url, { ...context, tokens: options.tokens });
  const hosts = named.length === 0 ? await askConnecting(place) : named;
  const changes = planChanges({ hosts, env: context.env }, (host) => {
    const entry = teamEntry(host, url.href, values);
    if (entry) return planTeamRegistration(host, place, name, entry);
    throw unusable(host, snippetOf(host, values.TEMPO_PAT !== undefined));
  });
  // A team's entry reads no settings file, so one that does is never for the same site.
  const apart = { ...place, env: { ...context.env, TEMPO_PROFILE: undefined, TEMPO_CONFIG_FILE: "off" } };
  const entry = { name, site: url.href, place: apart };
  const plans = await withoutReplacements(changes.plans, entry, options, context);
  printUnchanged(plans, "uses", place, context);
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
  const { askHosts } = await import("../ask.ts");
  return askHosts("Which hosts should use the server?", TEAM_HOSTS, place);
}

/** Asks for the key and the tokens, trying each as it is given. */
async function askValues(url: URL, stdin: Readable): Promise<HeaderValues> {
  const { needed, values } = await askKey(url, stdin);
  if (needed.length === 0) return values;
  return untilAccepted(
    stdin,
    async () => ({ ...values, ...(await askEach(needed)) }),
    async (given) => {
      await checkValues(url, given);
      say.done("The server reads your schedule with them.");
      return given;
    },
  );
}

type Needed = { values: HeaderValues; needed: HeaderSetting[] };

async function askKey(url: URL, stdin: Readable): Promise<Needed> {
  const accepted = async (values: HeaderValues): Promise<Needed> => {
    const kind = await kindOfServer(url, values);
    return { values, needed: kind ? settingsOf(kind).slice(1) : [] };
  };
  try {
    return await withHiddenInput(stdin, () => accepted({}));
  } catch (error) {
    if (!(error instanceof UnauthorizedError)) throw error;
  }
  return untilAccepted(stdin, () => askEach(["TEMPOFILLER_ACCESS_KEY"]), accepted);
}

async function askEach(settings: readonly HeaderSetting[]): Promise<HeaderValues> {
  const values: HeaderValues = {};
  for (const setting of settings) {
    const title = TITLES[setting];
    values[setting] =
      setting === "JIRA_EMAIL"
        ? await ask.text(title, "you@example.com")
        : await ask.optionalSecret(title, (answer) =>
            answer === "" ? "Please enter it, or press Ctrl-C to leave everything as it is." : undefined,
          );
  }
  return values;
}

async function untilAccepted<Result>(
  stdin: Readable,
  answers: () => Promise<HeaderValues>,
  accepted: (values: HeaderValues) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const values = await answers();
    try {
      return await withHiddenInput(stdin, () => {
        say.step("Checking …");
        return accepted(values);
      });
    } catch (error) {
      if (!(error instanceof TimesheetError) || error instanceof CancelledError) throw error;
      say.problem(error.message);
    }
  }
}

/** The values that a script hands over: from the environment, and everything on stdin. @throws TimesheetError unless the server takes them */
export async function givenValues(
  url: URL,
  { env, stdin, tokens }: { env: Environment; stdin: Readable; tokens: string | undefined },
): Promise<HeaderValues> {
  const lines = tokens === undefined ? {} : await linesOn(stdin);
  const given = (setting: HeaderSetting) => (lines[setting] ?? env[setting] ?? "").trim() || undefined;
  const key = given("TEMPOFILLER_ACCESS_KEY");
  const withKey: HeaderValues = key === undefined ? {} : { TEMPOFILLER_ACCESS_KEY: key };
  checkSendable(withKey);
  const kind = await kindOfServer(url, withKey);
  if (!kind) return withKey;
  const needed = settingsOf(kind).slice(1);
  const missing = needed.filter((setting) => given(setting) === undefined);
  if (missing.length > 0) {
    throw new InvalidInputError(
      `${url.href} needs ${listed(missing)} of you. Set them in the environment or, with --tokens -, on stdin, one NAME=value a line.`,
    );
  }
  const values = { ...withKey, ...Object.fromEntries(needed.map((setting) => [setting, given(setting)])) };
  checkSendable(values);
  await checkValues(url, values);
  return values;
}

/** A header takes no line break, and an error of the network would quote it. @throws InvalidInputError */
function checkSendable(values: HeaderValues): void {
  const wrong = Object.entries(values).find(
    ([, value]) => value !== undefined && !/^[\x21-\x7e]+$/.test(value),
  );
  if (!wrong) return;
  throw new InvalidInputError(
    `${wrong[0]} has a blank, a line break or a letter that no key or token has. Copy it again; access-key prints the key in its first line.`,
  );
}

async function linesOn(stdin: Readable): Promise<Record<string, string>> {
  const { values, linesOf, others } = readSettingsLines(await text(stdin));
  const wrong = [...linesOf].filter(([name]) => !(name in HEADERS)).flatMap(([, numbers]) => numbers);
  const [first] = [...wrong, ...others.map(({ line }) => line)].sort((a, b) => a - b);
  if (first === undefined) return values;
  throw new InvalidInputError(
    `Line ${first} on stdin is none of what a team's server takes: ${Object.keys(HEADERS).join(", ")}. Write one NAME=value a line.`,
  );
}
