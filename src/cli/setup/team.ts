import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { type Environment, envString } from "../../config/env.ts";
import { listed } from "../../config/lists.ts";
import { readProfile } from "../../config/profile.ts";
import { isLoopback } from "../../config/url.ts";
import { systemClock, today } from "../../runtime/clock.ts";
import { createRedactor } from "../../runtime/redaction.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { withBoundedBody } from "../../tempo/http/bounded-body.ts";
import type { Fetch } from "../../tempo/http/client.ts";
import { withTimeout } from "../../tempo/http/timeout.ts";
import { oneLine } from "../../text/characters.ts";
import { shellWord } from "../../text/shell-word.ts";
import { type Redact, shownText } from "../../text/show.ts";
import { toUrl } from "../../text/url.ts";
import {
  InvalidInputError,
  NotFoundError,
  SettingsError,
  UnauthorizedError,
  UnavailableError,
} from "../../timesheet/errors.ts";
import type { ExitCode } from "../exit-codes.ts";
import { planEach, planTeamRegistration } from "../hosts/changes.ts";
import {
  entryName,
  HEADERS,
  type HeaderSetting,
  type HeaderValues,
  headersOf,
  settingsOf,
  snippets,
  TEAM_HOSTS,
  TITLES,
  teamEntry,
  teamSnippet,
} from "../hosts/entry.ts";
import type { Host, Place } from "../hosts/hosts.ts";
import { UsageError } from "../usage-error.ts";
import { ask, askHosts, say } from "./ask.ts";
import { untilAccepted } from "./ask-settings.ts";
import { makeChanges, printUnchanged } from "./changes.ts";
import { type SetupContext, type SetupOptions, withHiddenInput } from "./context.ts";
import { settingsOn } from "./given-settings.ts";
import { withoutReplacements } from "./other-site.ts";

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
  if (!context.isTerminal && !options.yes) {
    throw new InvalidInputError(
      "There is no terminal to ask on. Add --yes, with the access key and the tokens in the environment or, with --tokens -, on stdin.",
    );
  }
  if (!context.isTerminal && named.length === 0) {
    const names = TEAM_HOSTS.map(({ name }) => name);
    throw new InvalidInputError(`Name the host that shall use the server: --host ${names.join(", ")}.`);
  }
  const place: Place = { platform: process.platform, env: context.env, home: context.home };
  const values = context.isTerminal
    ? await askValues(url, context.stdin)
    : await givenValues(url, { ...context, tokens: options.tokens });
  const hosts =
    named.length === 0 ? await askHosts("Which hosts should use the server?", TEAM_HOSTS, place) : named;
  const changes = planEach(hosts, (host) => {
    const entry = teamEntry(host, url.href, values);
    if (entry) return planTeamRegistration(host, place, name, entry);
    throw unusable(host, snippetOf(host, values.TEMPO_PAT !== undefined));
  });
  // A team's entry reads no settings file, so one that does is never for the same site.
  const apart = { ...place, env: { ...context.env, TEMPO_PROFILE: undefined, TEMPO_CONFIG_FILE: "off" } };
  const entry = { name, site: url.href, place: apart };
  const plans = await withoutReplacements(changes, entry, options, context);
  printUnchanged(plans, "uses", place, context);
  const ready = plans.filter(({ error }) => !error).map(({ host }) => host);
  const { needsOwnAuthority } = await import("../../runtime/network.ts");
  const needs = ready.length > 0 && (await needsOwnAuthority(url)) ? authorityNeeds(url, ready, place) : [];
  return makeChanges({ plans, needs }, options, context);
}

/** The ways in which the programs of a desktop get a variable, by platform. */
const FOR_ALL_PROGRAMS: Partial<Record<NodeJS.Platform, (path: string) => string>> = {
  win32: (path) => `run setx NODE_EXTRA_CA_CERTS "${path}"`,
  darwin: (path) =>
    `export it in your shell's profile, and for applications that no terminal starts run launchctl setenv NODE_EXTRA_CA_CERTS ` +
    `${shellWord(path)} after each login`,
};

/** Says how hosts get to trust the authority of the server's certificate, which this process trusts by more than Node brings along. */
function authorityNeeds({ origin }: URL, hosts: readonly Host[], { env, platform }: Place): string[] {
  const file = envString(env, "NODE_EXTRA_CA_CERTS");
  const titlesOf = (...kinds: (string | undefined)[]) =>
    hosts.filter(({ team }) => kinds.includes(team?.trusts)).map(({ title }) => title);
  const byVariable = file === "" ? titlesOf(undefined) : titlesOf(undefined, "either");
  const byStore = file === "" ? [] : titlesOf("store");
  const path = file === "" ? "/path/to/company-ca.pem" : resolve(file);
  const all = FOR_ALL_PROGRAMS[platform]?.(path) ?? "export it in ~/.profile and log in again";
  return [
    ...(byVariable.length === 0
      ? []
      : [
          `${listed(byVariable)} cannot reach ${origin} without your company's certificate authority, which only this terminal is sure to ` +
            `trust: start ${byVariable.length === 1 ? "it" : "them"} with NODE_EXTRA_CA_CERTS=${path}. To set that for all ` +
            `programs, ${all}.`,
        ]),
    ...(byStore.length === 0
      ? []
      : [
          `${listed(byStore)} cannot reach ${origin} unless your company's certificate authority is in the system's store of certificates.`,
        ]),
  ];
}

function unusable({ title }: Host, snippet: string | undefined): NotFoundError {
  return new NotFoundError(
    snippet === undefined
      ? `${title}'s file only starts programs, so it cannot lead to a server by its URL. Use another host, or tempofiller setup without --team.`
      : `${title}'s file was left as it is: no command of it writes headers. Export these variables, and add this to the file yourself:\n\n${snippet}`,
  );
}

/** Asks for the key and the tokens, trying each as it is given. */
async function askValues(url: URL, stdin: Readable): Promise<HeaderValues> {
  const { needed, values } = await askKey(url, stdin);
  if (needed.length === 0) return values;
  return untilAccepted(
    stdin,
    values,
    () => askEach(needed),
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
  return untilAccepted(stdin, {}, () => askEach(["TEMPOFILLER_ACCESS_KEY"]), accepted);
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

/** The values that a script hands over: from the environment, and everything on stdin. @throws TimesheetError unless the server takes them */
export async function givenValues(
  url: URL,
  { env, stdin, tokens }: { env: Environment; stdin: Readable; tokens: string | undefined },
): Promise<HeaderValues> {
  const lines =
    tokens === undefined
      ? {}
      : await settingsOn(
          stdin,
          (name) => name in HEADERS,
          `none of what a team's server takes: ${Object.keys(HEADERS).join(", ")}`,
        );
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

/** Above the time that the server gives a call. */
const TIMEOUT_MS = 60_000;

/** The most characters of a server's own words that are shown. */
const MAX_SHOWN = 500;

/** The answer to a call that reads. */
interface Reply {
  status: number;
  /** Undefined if it is no answer of MCP. */
  isError: boolean | undefined;
  text: string;
}

/** @throws InvalidInputError unless tokens may be sent to it */
export function readTeamUrl(text: string): URL {
  const url = toUrl(text.trim());
  if (
    !url ||
    !["https:", "http:"].includes(url.protocol) ||
    url.username + url.password + url.search + url.hash !== ""
  ) {
    throw new InvalidInputError(
      "--team takes the URL of your team's server, such as https://tempofiller.example.com/mcp. Your administrator has it.",
    );
  }
  if (url.protocol === "http:" && !isLoopback(url)) {
    throw new InvalidInputError(
      `${url.href} has no TLS, so your tokens could be read on the way. Use https.`,
    );
  }
  if (url.pathname === "/") url.pathname = "/mcp";
  return url;
}

/**
 * Asks the server which users' credentials it takes.
 *
 * @returns undefined if it takes none: it serves sample data
 * @throws UnauthorizedError if it refuses the access key
 */
export async function kindOfServer(url: URL, values: HeaderValues): Promise<Deployment["kind"] | undefined> {
  const { TEMPOFILLER_ACCESS_KEY: key } = values;
  const reply = await call(url, key === undefined ? {} : { TEMPOFILLER_ACCESS_KEY: key });
  if (!reply.isError) return undefined;
  // A server that gets no credentials names the headers that it needs.
  if (reply.text.includes(HEADERS.TEMPO_PAT)) return "datacenter";
  if (reply.text.includes(HEADERS.TEMPO_API_TOKEN)) return "cloud";
  throw new UnavailableError(`${url.href} cannot serve you now: ${reply.text}`);
}

/** Reads the schedule of today. @throws TimesheetError with the server's own words if it cannot */
export async function checkValues(url: URL, values: HeaderValues): Promise<void> {
  const { isError, text } = await call(url, values);
  if (isError) throw new UnauthorizedError(`The server could not read your schedule: ${text}`, 401);
}

async function call(url: URL, values: HeaderValues): Promise<Reply> {
  const reply = await send(url, values);
  if (reply.status === 401 || reply.status === 403) {
    throw new UnauthorizedError(
      `The server refuses the access key (HTTP ${reply.status}): ${reply.text}`,
      401,
    );
  }
  if (reply.isError === undefined) {
    throw new SettingsError(
      `${url.href} responds (HTTP ${reply.status}), but not as a server of TempoFiller. Correct the URL: it ends with /mcp.`,
    );
  }
  return reply;
}

const sendRequest: Fetch = (request) => fetch(request);

async function send(url: URL, values: HeaderValues): Promise<Reply> {
  const { JIRA_EMAIL: _, ...secrets } = values;
  const redact = createRedactor(Object.values(secrets));
  try {
    return await withTimeout(systemClock, TIMEOUT_MS, async (signal) => {
      const request = new Request(url, {
        method: "POST",
        redirect: "manual",
        signal,
        headers: {
          ...headersOf(values),
          "content-type": "application/json",
          accept: "application/json, text/event-stream",
        },
        body: JSON.stringify({
          jsonrpc: "2.0",
          id: 1,
          method: "tools/call",
          params: { name: "get_schedule", arguments: { startDate: today() } },
        }),
      });
      const response = await sendRequest(request);
      return readReply(response.status, await (await withBoundedBody(response)).text(), redact);
    });
  } catch (error) {
    const { cause, message } = error as Error;
    const reason = cause instanceof Error && "code" in cause ? String(cause.code) : redact(message);
    throw new UnavailableError(
      `${url.href} cannot be reached (${reason}). Check the URL and your network; if the certificate is from your company's own ` +
        "authority, set NODE_EXTRA_CA_CERTS to its PEM file, for your host too.",
    );
  }
}

function readReply(status: number, body: string, redact: Redact): Reply {
  // A stream of events has the same JSON after `data:`.
  const json = /^data: ?(\{.*)$/m.exec(body)?.[1] ?? body;
  try {
    const { result, error } = JSON.parse(json) as {
      result?: { isError?: boolean; content?: { text?: unknown }[] };
      error?: { message?: unknown };
    };
    const said = String(error?.message ?? result?.content?.[0]?.text ?? "");
    const text = oneLine(shownText(said, redact, MAX_SHOWN, () => "…"));
    return { status, text, isError: error ? true : result && result.isError === true };
  } catch {
    return { status, text: "", isError: undefined };
  }
}
