import type { Environment } from "../../config/env.ts";
import { readSettings, type Settings } from "../../config/settings.ts";
import { readSettingsFile, WITHOUT_FAULTS } from "../../config/settings-file.ts";
import { isJiraCloud, isPage, parseUrl } from "../../config/url.ts";
import { NAMES } from "../../config/variable-names.ts";
import { createRedactor } from "../../runtime/redaction.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { InvalidInputError, MissingSettingsError, SettingsError } from "../../timesheet/errors.ts";
import { row } from "../doctor/report.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import type { Change } from "../hosts/changes.ts";
import { cancelled } from "./cancelled.ts";
import {
  changedSettings,
  check,
  credentialsOf,
  draftSettings,
  findSiteOf,
  otherRegionOf,
  type Values,
} from "./draft.ts";
import { readFile } from "./files.ts";
import { deploymentOf, givenSettings, replacing } from "./given-settings.ts";
import { withHiddenInput } from "./hidden-input.ts";
import { chooseKeychain } from "./keychain.ts";
import type { SetupContext, SetupOptions } from "./options.ts";
import { ofProfile, profileNameFor, siteIn } from "./other-site.ts";
import { fileToWrite, planSettings, writtenSettingsFile } from "./settings-change.ts";
import { shellValues } from "./shell-values.ts";

export interface ChosenSettings {
  /** Not 0 if a check failed, which has been printed. */
  exitCode: ExitCode;
  /** Undefined if the settings stay as they are. */
  change?: Change | undefined;
  /** The environment that says which settings file: that of a profile, if the user added one. */
  env: Environment;
  /** The site that they are for. */
  site?: string | undefined;
}

/** The settings that name sources of drafts. */
const SOURCE_NAMES = [NAMES.TEMPO_GIT_FOLDERS, NAMES.TEMPO_CALENDARS, NAMES.TEMPO_SESSIONS];

interface Draft {
  settings: Settings;
  values: Values;
  /** Its settings file is the one that is written. */
  context: SetupContext;
}

/** Chooses what to write to the settings file, and checks it as the doctor does. @throws TimesheetError if the settings cannot be used */
export async function chooseSettings(
  options: SetupOptions & { hasTerminal: boolean },
  given: SetupContext,
): Promise<ChosenSettings> {
  // Before any question: without it, the answers would lead nowhere.
  checkCanBeChanged(given);
  const { settings, values, context } = options.hasTerminal
    ? await askedFor(options, given)
    : await handedOver(options, given);
  const { env, print } = context;
  const checks = await withHiddenInput(context.stdin, () => check(settings, env));
  const redact = createRedactor(settings.secrets);
  const layout = { colour: false, width: options.hasTerminal ? context.width : SCRIPT_WIDTH };
  for (const each of checks) print(redact(row(each, layout).join("\n")));
  const failed = checks.find(({ status }) => status === "failed");
  if (failed && !(options.hasTerminal && (await isWantedAnyway()))) {
    print("Nothing was changed.");
    return { exitCode: EXIT_CODE_BY_ERROR[failed.code ?? "internal"], env };
  }
  const kept = await chooseKeychain(values, options, context);
  return {
    exitCode: 0,
    env,
    site: siteOf(settings),
    change: planSettings(writtenSettingsFile(env), values, kept),
  };
}

/** Characters in a line for a script. */
const SCRIPT_WIDTH = 100;

/** @throws SettingsError if there is no settings file to write, or what it has cannot be read */
function checkCanBeChanged({ env, file }: Pick<SetupContext, "env" | "file">): void {
  const path = writtenSettingsFile(env);
  if (file?.error) throw file.error;
  readFile(path);
}

async function askedFor({ replace }: SetupOptions, given: SetupContext): Promise<Draft> {
  // The answers replace what faulty lines were to set.
  const context = { ...given, file: given.file && { ...given.file, ...WITHOUT_FAULTS } };
  const { askSources } = await import("./ask-sources.ts");
  const inShell = await givenSettings(context.env, undefined, context.stdin);
  const current = changedSettings({ ...shellValues(context), ...inShell }, context);
  const { deployment } = current;
  if (!(deployment instanceof SettingsError) && (await isKept(deployment))) {
    const own = await besideOtherSite(siteOf(current), { replace }, context);
    const { askForUnusable } = await import("./ask-certificates.ts");
    const certificates = await askForUnusable(current.certificatesFile);
    return draftOf(
      deployment.kind,
      { ...inShell, ...certificates, ...(await askSources(current, own)) },
      own,
    );
  }
  const { askSite, askTokens } = await import("./ask-settings.ts");
  const site = await askSite(context);
  const own = await besideOtherSite(site.url, { replace }, context);
  const values = await askTokens(site, own);
  const { settings } = draftOf(site.kind, values, own);
  return draftOf(site.kind, { ...values, ...(await askSources(settings, own)) }, own);
}

async function isKept(deployment: Deployment): Promise<boolean> {
  const { ask } = await import("./ask.ts");
  return ask.yes(`There are settings for ${urlOf(deployment)} already. Keep them?`, true);
}

/** The base URL of Jira that settings are for; undefined if they cannot be used. */
function siteOf({ deployment }: Settings): string | undefined {
  return deployment instanceof SettingsError ? undefined : urlOf(deployment);
}

function urlOf(deployment: Deployment): string {
  return deployment.kind === "cloud" ? deployment.jiraUrl : deployment.baseUrl;
}

/** Asks whether the site gets a profile, if the settings file has the settings for another one. */
async function besideOtherSite(
  site: string | undefined,
  { replace }: Pick<SetupOptions, "replace">,
  context: SetupContext,
): Promise<SetupContext> {
  const before = siteIn(context.file?.values ?? {});
  if (replace || before === undefined || site === undefined || before === site) return context;
  const { askProfile } = await import("./ask-profile.ts");
  const name = await askProfile(before, site, context);
  if (name === undefined) return context;
  const env = ofProfile(context.env, name);
  const file = fileToWrite(readSettingsFile(env));
  checkCanBeChanged({ env, file });
  return { ...context, env, file };
}

/** The settings of a script. */
async function handedOver({ yes, tokens, replace }: SetupOptions, context: SetupContext): Promise<Draft> {
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

/** Completes the new values with those that the settings file has for the same deployment. */
function draftOf(kind: Deployment["kind"], values: Values, context: SetupContext): Draft {
  const used = replacing(kind, { ...shellValues(context), ...values });
  const existing = context.file?.values ?? {};
  const kept = credentialsOf(kind).map(({ name }) => [name, existing[name]] as const);
  return {
    settings: draftSettings(kind, { ...Object.fromEntries(kept), ...used }, context),
    values: withoutUnset(used, context),
    context,
  };
}

/** The values that change something: what the settings file does not have cannot be removed. */
function withoutUnset(values: Values, { file }: SetupContext): Values {
  const existing = file?.values ?? {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined || name in existing),
  );
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

async function isWantedAnyway(): Promise<boolean> {
  const { ask } = await import("./ask.ts");
  if (await ask.yes("A check failed. Write the settings all the same?", false)) return true;
  throw cancelled();
}
