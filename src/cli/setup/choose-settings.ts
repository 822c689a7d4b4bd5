import type { Environment } from "../../config/env.ts";
import { readSettings, type Settings } from "../../config/settings.ts";
import { NAMES } from "../../config/variable-names.ts";
import { createRedactor } from "../../runtime/redaction/redactor.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { InvalidInputError, SettingsError } from "../../timesheet/errors.ts";
import { row } from "../doctor/table.ts";
import { EXIT_CODE_BY_ERROR, type ExitCode } from "../exit-codes.ts";
import { cancelled } from "./cancelled.ts";
import type { Change } from "./change.ts";
import { chooseKeychain } from "./choose-keychain.ts";
import { changedSettings, check, credentialsOf, draftSettings, otherRegionOf, type Values } from "./draft.ts";
import { deploymentOf, givenSettings, replacing } from "./given-settings.ts";
import { withHiddenInput } from "./hidden-input.ts";
import type { SetupContext, SetupOptions } from "./options.ts";
import { planSettings, writtenSettingsFile } from "./settings-change.ts";

export interface ChosenSettings {
  /** Not 0 if a check failed, which has been printed. */
  exitCode: ExitCode;
  /** Undefined if the settings stay as they are. */
  change?: Change | undefined;
}

/** The settings that name sources of drafts. */
const SOURCE_NAMES = [NAMES.TEMPO_GIT_FOLDERS, NAMES.TEMPO_CALENDARS, NAMES.TEMPO_SESSIONS];

const PLAIN = { colour: false, width: 100 };

interface Draft {
  settings: Settings;
  values: Values;
}

/** Chooses what to write to the settings file, and checks it as the doctor does. @throws TimesheetError if the settings cannot be used */
export async function chooseSettings(
  options: SetupOptions & { hasTerminal: boolean },
  context: SetupContext,
): Promise<ChosenSettings> {
  // Before any question: without it, the answers would lead nowhere.
  const path = writtenSettingsFile(context.env);
  const draft = options.hasTerminal ? await askedFor(context) : await given(options, context);
  const checks = await withHiddenInput(context.stdin, () => check(draft.settings, context.env));
  const redact = createRedactor(draft.settings.secrets);
  for (const each of checks) context.print(redact(row(each, PLAIN).join("\n")));
  const failed = checks.find(({ status }) => status === "failed");
  if (failed && !(options.hasTerminal && (await isWantedAnyway()))) {
    context.print("Nothing was changed.");
    return { exitCode: EXIT_CODE_BY_ERROR[failed.code ?? "internal"] };
  }
  const kept = await chooseKeychain(draft.values, options, context);
  return { exitCode: 0, change: planSettings(path, draft.values, kept) };
}

async function askedFor(context: SetupContext): Promise<Draft> {
  const { askSources } = await import("./ask-sources.ts");
  const current = readSettings(context.env, context.file);
  if (await isKept(current)) {
    const values = withoutUnset(await askSources(current, context), context);
    return { settings: changedSettings(values, context), values };
  }
  const { askSettings } = await import("./ask-settings.ts");
  const { kind, values } = await askSettings(context);
  const { settings } = draftOf(kind, values, context);
  return draftOf(kind, { ...values, ...(await askSources(settings, context)) }, context);
}

async function isKept({ deployment }: Settings): Promise<boolean> {
  if (deployment instanceof SettingsError) return false;
  const { ask } = await import("./ask.ts");
  const site = deployment.kind === "cloud" ? deployment.jiraUrl : deployment.baseUrl;
  return ask.yes(`There are settings for ${site} already. Keep them?`, true);
}

async function given({ yes, tokens }: SetupOptions, context: SetupContext): Promise<Draft> {
  if (!yes) {
    throw new InvalidInputError(
      "There is no terminal to ask on. Add --yes, with the settings in the environment or, with --tokens -, on stdin.",
    );
  }
  const values = withDraftSet(await givenSettings(context.env, tokens, context.stdin), context);
  const current = readSettings({ ...context.env, ...values }, context.file);
  if (Object.keys(values).length === 0) return { settings: current, values };
  const kind = deploymentOf(values) ?? kindOf(current);
  const isRegionGiven =
    values.TEMPO_API_URL !== undefined || context.file?.values.TEMPO_API_URL !== undefined;
  const draft = draftOf(kind, values, context);
  if (kind !== "cloud" || isRegionGiven) return draft;
  const region = await otherRegionOf(draft.settings);
  return region ? draftOf(kind, { ...values, TEMPO_API_URL: region }, context) : draft;
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
  const used = replacing(kind, values);
  const existing = context.file?.values ?? {};
  const kept = credentialsOf(kind).map(({ name }) => [name, existing[name]] as const);
  return {
    settings: draftSettings(kind, { ...Object.fromEntries(kept), ...used }, context),
    values: withoutUnset(used, context),
  };
}

/** The values that change something: what the settings file does not have cannot be removed. */
function withoutUnset(values: Values, { file }: SetupContext): Values {
  const existing = file?.values ?? {};
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => value !== undefined || name in existing),
  );
}

/** @throws SettingsError if the settings are for no deployment, or for both */
function kindOf({ deployment }: Settings): Deployment["kind"] {
  if (deployment instanceof SettingsError) throw deployment;
  return deployment.kind;
}

async function isWantedAnyway(): Promise<boolean> {
  const { ask } = await import("./ask.ts");
  if (await ask.yes("A check failed. Write the settings all the same?", false)) return true;
  throw cancelled();
}
