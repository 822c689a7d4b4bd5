import { accessSync, constants } from "node:fs";
import { resolve } from "node:path";
import { type Environment, envString } from "../../config/env.ts";
import { readSettings, type Settings } from "../../config/settings.ts";
import { type SettingsFile, WITHOUT_FAULTS } from "../../config/settings-file.ts";
import {
  deploymentVariables,
  isSettingName,
  listVariables,
  lowerCase,
  NAMES,
  type NamedVariable,
  type VariableName,
} from "../../config/variable-names.ts";
import { today } from "../../runtime/clock.ts";
import { type Connection, resolveConnection } from "../../runtime/connection.ts";
import { createStderrLog } from "../../runtime/log.ts";
import { createRedactor } from "../../runtime/redaction.ts";
import { type Deployment, REGIONS } from "../../tempo/deployment.ts";
import { SettingsError, UnauthorizedError } from "../../timesheet/errors.ts";
import { diagnose, homeRegion } from "../doctor/checks.ts";
import { type Context, createCloudContext, createContext } from "../doctor/context.ts";
import { checkEvidence } from "../doctor/doctor.ts";
import type { Check } from "../doctor/report.ts";
import type { SetupContext } from "./context.ts";
import { findSite, type Site } from "./site.ts";

/** Settings to write; undefined removes one. */
export type Values = Record<string, string | undefined>;

/** The source of the settings that are not asked for. */
export interface Sources {
  env: Environment;
  file: SettingsFile | undefined;
}

/**
 * The settings that the server would read with these values in its settings file. The credentials are these alone; everything else,
 * such as a proxy or a region, is as before.
 */
export function draftSettings(kind: Deployment["kind"], values: Values, sources: Sources): Settings {
  const others = deploymentVariables().filter(({ deployment }) => deployment !== kind);
  const replaced = [...others, ...credentialsOf(kind)].map(({ name }) => name);
  return changedSettings(values, sources, replaced);
}

/**
 * The settings that the server would read with these values in its settings file. A host has none of the shell's settings, so the
 * environment has none either, but for the folders.
 *
 * @param removed further settings that are to be set nowhere
 */
export function changedSettings(
  values: Values,
  { env, file }: Sources,
  removed: readonly string[] = [],
): Settings {
  const replaced = [...removed, ...Object.keys(values)];
  const without = (all: Environment) =>
    Object.fromEntries(Object.entries(all).filter(([name]) => !replaced.includes(name)));
  const ofHost = Object.entries(env).filter(([name]) => !isSettingName(name) || OF_FOLDERS.includes(name));
  return readSettings(Object.fromEntries(ofHost), {
    path: "",
    ...WITHOUT_FAULTS,
    ...file,
    exists: true,
    values: { ...without(file?.values ?? {}), ...values },
  });
}

/** They say where files are, and stay as they are. */
const OF_FOLDERS: readonly string[] = [NAMES.TEMPO_CONFIG_FILE, NAMES.TEMPO_PROFILE, NAMES.TEMPO_STATE_DIR];

/** The variables that a deployment requires, with those that name a file or a command instead. */
export function credentialsOf(kind: Deployment["kind"]): NamedVariable[] {
  return listVariables().filter(
    ({ deployment, required, kind: form }) =>
      deployment === kind && (required === true || form === "file" || form === "command"),
  );
}

/** Other settings of a deployment in this environment, such as Tempo's region: the host's environment may lack them. */
export function optionsIn(env: Environment, kind: Deployment["kind"]): Values {
  const credentials = credentialsOf(kind).map(({ name }) => name);
  const options = listVariables().filter(
    ({ name, deployment }) => deployment === kind && !credentials.includes(name) && env[name]?.trim(),
  );
  return Object.fromEntries(options.map(({ name }) => [name, env[name]?.trim()]));
}

/**
 * Connects to Jira and Tempo with the drafted settings, as a server in a host would: with no certificate or proxy of this shell.
 *
 * @throws SettingsError if they cannot be used
 */
export async function connect(settings: Settings): Promise<Connection> {
  const log = createStderrLog(createRedactor(settings.secrets));
  const connection = await resolveConnection(settings, undefined, log);
  const { useNetwork } = await import("../../runtime/network.ts");
  useNetwork({ ...settings, isAlone: true }, connection.deployment);
  return connection;
}

/** Stands for a token that is not known yet; it is never sent. */
export const UNKNOWN_TOKEN = "not-yet-known";

/** `findSite`, with what is needed to reach it. @throws SettingsError if the address or these settings cannot be used */
export async function findSiteOf(address: URL, values: Values, sources: Sources): Promise<Site> {
  const jira = { TEMPO_BASE_URL: address.origin, TEMPO_PAT: UNKNOWN_TOKEN };
  return findSite(
    address,
    (await connect(draftSettings("datacenter", { ...values, ...jira }, sources))).options,
  );
}

/** @throws SettingsError if the settings cannot be used */
export async function openContext(settings: Settings): Promise<Context> {
  const { deployment, options } = await connect(settings);
  return createContext(deployment, options, diagnosisOf(settings));
}

/** The other region of Tempo in which the token works; undefined if it works where it is, or nowhere. */
export async function otherRegionOf(settings: Settings): Promise<string | undefined> {
  const { deployment, options } = await connect(settings);
  if (deployment.kind !== "cloud") return undefined;
  const context = createCloudContext(deployment, options, diagnosisOf(settings));
  const { error } = await context.workAttributes();
  return error instanceof UnauthorizedError ? homeRegion(context) : undefined;
}

/** The doctor's checks, of the evidence too. */
export async function check(settings: Settings, connection: Connection, env: Environment): Promise<Check[]> {
  const checks = await diagnose(connection, diagnosisOf(settings));
  await checkEvidence(settings, connection, { sandbox: undefined, env }, (each) => checks.push(each));
  return checks;
}

function diagnosisOf({ proxy }: Settings) {
  return { regions: REGIONS, isProxied: proxy !== undefined, today: today() };
}

/** Proxies, of which NO_PROXY has an effect only with another. */
const PROXIES = [NAMES.HTTPS_PROXY, NAMES.HTTP_PROXY, NAMES.NO_PROXY];

/** Other settings without which a check could fail that passes in this shell. */
const OTHERS = [NAMES.TEMPO_ALLOW_HTTP, NAMES.TEMPO_WORK_ATTRIBUTES, NAMES.TEMPO_TIMEOUT_MS];

/**
 * The settings of this shell that the checks need, besides those of a deployment: a host that a desktop starts sees nothing that a shell
 * exports, so they are written too.
 */
export function shellValues({ env, file }: Sources): Values {
  const existing = file?.values ?? {};
  const proxies = PROXIES.map((name) => ({ name, lower: lowerCase(name) }))
    .map(({ name, lower }) => [lower in existing ? lower : name, either(env, lower, name)] as const)
    .filter(([, value]) => value !== "");
  const hasProxy = proxies.some(([name]) => name.toUpperCase() !== NAMES.NO_PROXY);
  const found = [
    ...(hasProxy ? proxies : []),
    ...OTHERS.map((name) => [name, envString(env, name)] as const),
    [NAMES.NODE_EXTRA_CA_CERTS, certificatesIn(env)] as const,
  ];
  return Object.fromEntries(
    found.filter(([name, value]) => value !== "" && value !== envString(existing, name)),
  );
}

function either(env: Environment, ...names: VariableName[]): string {
  return names.map((name) => envString(env, name)).find((value) => value !== "") ?? "";
}

/** Empty if the file cannot be read: Node has gone on without it. */
function certificatesIn(env: Environment): string {
  const path = envString(env, "NODE_EXTRA_CA_CERTS");
  if (path === "") return "";
  try {
    accessSync(path, constants.R_OK);
    return resolve(path);
  } catch {
    return "";
  }
}

/** Settings that are not written yet. */
export interface Draft {
  settings: Settings;
  values: Values;
  /** Its settings file is the one that is written. */
  context: SetupContext;
}

/** Completes the new values with those that the settings file has for the same deployment. */
export function draftOf(kind: Deployment["kind"], values: Values, context: SetupContext): Draft {
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

/** The base URL of Jira that settings are for; undefined if they cannot be used. */
export function siteOf({ deployment }: Settings): string | undefined {
  return deployment instanceof SettingsError ? undefined : urlOf(deployment);
}

export function urlOf(deployment: Deployment): string {
  return deployment.kind === "cloud" ? deployment.jiraUrl : deployment.baseUrl;
}

/** Removes what the new settings replace: those of the other deployment, and a token's other spellings. */
function replacing(kind: Deployment["kind"], values: Values): Values {
  const tokenOf = (name: string) => name.replace(/_(FILE|COMMAND)$/, "");
  const tokens = Object.keys(values).map(tokenOf);
  const removed = deploymentVariables().filter(
    ({ name, deployment }) => !(name in values) && (deployment !== kind || tokens.includes(tokenOf(name))),
  );
  return { ...Object.fromEntries(removed.map(({ name }) => [name, undefined])), ...values };
}
