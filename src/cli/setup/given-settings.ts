import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { EVIDENCE_NAMES } from "../../config/draft-settings.ts";
import { type Environment, envString } from "../../config/env.ts";
import { readSettings, type Settings } from "../../config/settings.ts";
import { readSettingsLines } from "../../config/settings-lines.ts";
import { isJiraCloud, isPage, parseUrl } from "../../config/url.ts";
import {
  choosesSettingsFile,
  deploymentVariables,
  isSettingName,
  listVariables,
  NAMES,
  type VariableName,
} from "../../config/variable-names.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { InvalidInputError, MissingSettingsError, SettingsError } from "../../timesheet/errors.ts";
import type { SetupContext, SetupOptions } from "./context.ts";
import {
  changedSettings,
  type Draft,
  draftOf,
  findSiteOf,
  otherRegionOf,
  shellValues,
  urlOf,
} from "./draft.ts";
import { profileNameFor, siteIn } from "./other-site.ts";

/** The settings that name sources of drafts. */
const SOURCE_NAMES = [NAMES.TEMPO_GIT_FOLDERS, NAMES.TEMPO_CALENDARS, NAMES.TEMPO_SESSIONS];

/** The settings of a script. @throws TimesheetError if they cannot be used, or would replace others unasked */
export async function handedOver(
  { yes, tokens, replace }: SetupOptions,
  context: SetupContext,
): Promise<Draft> {
  if (!yes) {
    throw new InvalidInputError(
      "There is no terminal to ask on. Add --yes, with the settings in the environment or, with --tokens -, on stdin.",
    );
  }
  const read = await givenSettings(context.env, tokens, context.stdin);
  const values = withDraftSet(await withoutPages(read, context), context);
  const current = changedSettings({ ...shellValues(context), ...values }, context);
  const kind = deploymentOf(values) ?? usable(current).kind;
  const draft = draftOf(kind, values, context);
  const [before, site] = [siteIn(context.file?.values ?? {}), urlOf(usable(draft.settings))];
  if (!replace && before !== undefined && before !== site) {
    throw new InvalidInputError(
      `${context.file?.path} has the settings for ${before}, which those for ${site} would replace. To keep both, add ` +
        `--name ${profileNameFor(site, context.env)}; to replace them, add --replace.`,
    );
  }
  const isRegionGiven =
    values.TEMPO_API_URL !== undefined || context.file?.values.TEMPO_API_URL !== undefined;
  if (kind !== "cloud" || isRegionGiven || Object.keys(values).length === 0) return draft;
  const region = await otherRegionOf(draft.settings);
  return region ? draftOf(kind, { ...values, TEMPO_API_URL: region }, context) : draft;
}

/** Takes the address of a page of Jira as that of Jira, if Jira says at which path it is. */
async function withoutPages(values: Environment, context: SetupContext): Promise<Environment> {
  const [name, text = ""] =
    Object.entries(values).find(([key]) => key === "TEMPO_BASE_URL" || key === "JIRA_BASE_URL") ?? [];
  const url = parseUrl(text);
  if (name === undefined || !url || isJiraCloud(url) || !(isPage(url) || url.search + url.hash !== ""))
    return values;
  const site = await findSiteOf(url, shellValues(context), context).catch(() => undefined);
  return site?.kind === undefined ? values : { ...values, [name]: site.url };
}

/** Adds the set that offers drafts to sources of drafts, unless the script says which sets are on. */
function withDraftSet(values: Environment, { env, file }: SetupContext): Environment {
  const hasSources = SOURCE_NAMES.some((name) => values[name]);
  if (!hasSources || values.TEMPO_TOOLSETS) return values;
  const { toolSets } = readSettings({ ...env, ...values }, file);
  return toolSets.has("draft") ? values : { ...values, TEMPO_TOOLSETS: [...toolSets, "draft"].join(",") };
}

/** The deployment of the settings of a script. @throws SettingsError if they cannot be used */
function usable({ deployment }: Settings): Deployment {
  if (deployment instanceof MissingSettingsError) {
    // Hints say already what to do.
    const { besides } = deployment;
    throw new SettingsError(...besides, ...(besides.length > 1 ? [] : [HOW_TO_GIVE]));
  }
  if (deployment instanceof SettingsError) throw deployment;
  return deployment;
}

const HOW_TO_GIVE =
  "Leave --yes out, and setup asks for the settings; or give them in the environment or, with --tokens -, on stdin.";

/** Settings of both deployments that setup asks for on a terminal: the sources of drafts, and the set that offers them. */
const ASKED_FOR: readonly string[] = [...EVIDENCE_NAMES, NAMES.TEMPO_TOOLSETS];

/**
 * The settings that a script hands over: those of a deployment and of drafts that are in the environment, and everything on stdin.
 *
 * @param tokens the value of `--tokens`, if that is given
 * @throws InvalidInputError if stdin holds something else than settings
 */
export async function givenSettings(
  env: Environment,
  tokens: string | undefined,
  stdin: Readable,
): Promise<Environment> {
  const fromEnvironment = listVariables()
    .filter(({ deployment, name }) => deployment !== "both" || ASKED_FOR.includes(name))
    .filter(({ name }) => envString(env, name as VariableName) !== "")
    .map(({ name, kind }) => {
      const value = envString(env, name as VariableName);
      return [name, kind === "file" ? resolve(value) : value] as const;
    });
  const given = Object.fromEntries(fromEnvironment);
  if (tokens === undefined) return given;
  const read = await settingsOn(stdin, isSettingName, "not a setting");
  const choice = Object.keys(read).find(choosesSettingsFile);
  if (choice !== undefined) {
    throw new InvalidInputError(
      `${choice} says which settings file is read, so it cannot be in one. Leave it out; --name chooses a profile.`,
    );
  }
  if (Object.keys(read).length > 0) return { ...given, ...read };
  throw new InvalidInputError("Stdin contains no settings. Write one NAME=value a line, such as TEMPO_PAT=…");
}

/**
 * The settings on stdin.
 *
 * @param what a line of another kind is not, for the end of a sentence
 * @throws InvalidInputError for the first such line, which is not shown: it may be a token
 */
export async function settingsOn(
  stdin: Readable,
  isKnown: (name: string) => boolean,
  what: string,
): Promise<Environment> {
  const { values, linesOf, others } = readSettingsLines(await text(stdin));
  const wrong = [
    ...[...linesOf].filter(([name]) => !isKnown(name)).map(([name, [line = 0]]) => ({ line, name })),
    ...others.map(({ line, text }) => ({ line, name: nameBefore(text.indexOf("="), text) })),
  ];
  const [first] = wrong.sort((a, b) => a.line - b.line);
  if (!first) return values;
  const name = first.name === undefined ? "" : ` (name of ${first.name.length} characters)`;
  throw new InvalidInputError(`Line ${first.line} on stdin is ${what}${name}. Write one NAME=value a line.`);
}

function nameBefore(end: number, line: string): string | undefined {
  return end < 0
    ? undefined
    : line
        .slice(0, end)
        .replace(/^export\s+/, "")
        .trimEnd();
}

/** The deployment that settings are for; undefined if they are for none or for both. */
function deploymentOf(given: Environment): Deployment["kind"] | undefined {
  const used = deploymentVariables().filter(({ name }) => given[name]);
  const [kind, other] = new Set(used.map(({ deployment }) => deployment));
  return other === undefined ? kind : undefined;
}
