import type { Deployment } from "../tempo/deployment.ts";
import { MissingSettingsError, SettingsError } from "../timesheet/errors.ts";
import { readDeployment } from "./deployment.ts";
import { readDraftSettings } from "./draft-settings.ts";
import {
  type Environment,
  envChoice,
  envFlag,
  envList,
  envNumber,
  envStrictFlag,
  envString,
  envText,
  envTime,
} from "./env.ts";
import { namesSet } from "./environment.ts";
import { misnamed } from "./other-names.ts";
import { joined, readAll, readEach, tryRead } from "./read-all.ts";
import { secretsIn } from "./secrets.ts";
import type { SettingNames } from "./service-help.ts";
import { type SettingsFile, settingsFilePath, withSettingsFile } from "./settings-file.ts";
import { readTokens, type Tokens } from "./tokens.ts";
import { assistantFolders, readStateFolder, rulesFileBeside } from "./user-folders.ts";
import { lowerCase, NAMES, type NameOfKind } from "./variable-names.ts";
import { certificateWarnings, profileWarnings, readWarnings, type Warning } from "./warnings.ts";

export interface ProxySettings {
  httpProxy: string;
  httpsProxy: string;
  noProxy: string;
}

/** The settings of calls, whatever Tempo they are made to. Times are in milliseconds. */
export type CallSettings = Options & {
  /** Why some are not as they were meant: a tool may be off because of it. */
  unread?: SettingsError;
};

type Options = { [Name in keyof OptionReaders]: ReturnType<OptionReaders[Name]> };

export interface Settings extends CallSettings {
  debug: boolean;
  deployment: Deployment | SettingsError;
  /** Applies to the sandbox too. */
  optionsError?: SettingsError;
  proxy: ProxySettings | undefined;
  /** PEM file that the settings file names: Node itself reads only the environment. */
  certificatesFile: string | undefined;
  /** PEM file of the environment, which Node has read at its start: that of the settings file counts beside it. */
  nodeCertificatesFile?: string;
  /** Whether the process uses those of other profiles too, so that its requests keep to a network of their own. */
  isOneOfSeveral?: boolean;
  /** It gets the tokens that commands print. */
  secrets: string[];
  /** The deployment lacks the tokens that commands print, until they are run. */
  commands: TokenCommands | undefined;
  warnings: Warning[];
}

/** The commands that print tokens, before they are run. */
export interface TokenCommands {
  /** The settings of the commands. */
  variables: string[];
  tokens: Tokens;
  env: Environment;
}

/** A user's credentials from elsewhere than the settings: by the names of the settings, and what they are called there. */
export interface Credentials {
  tokens: Tokens;
  names: SettingNames;
}

/**
 * Keeps errors instead of throwing: the server starts all the same, and each call reports them.
 *
 * @param credentials take the place of those in the environment and the file
 */
export function readSettings(
  environment: Environment,
  file?: SettingsFile,
  credentials?: Credentials,
): Settings {
  const env = withSettingsFile(environment, file);
  const tokens = credentials?.tokens ?? readTokens(env);
  const otherNames = [...namesSet(environment), ...(file?.unknown ?? [])];
  const read = file?.error ?? tryRead(() => readDeployment(env, tokens, otherNames, credentials?.names));
  const deployment = read instanceof SettingsError ? withFaults(read, file) : read;
  const { values, error: optionsError } = readEach<Options>(optionReaders(env, otherNames, file));
  const common = {
    debug: envFlag(env, "TEMPO_DEBUG"),
    secrets: secretsIn(env, tokens),
    commands: commandsIn(tokens, environment),
    warnings: [
      ...readWarnings(env, tokens, file, deployment instanceof SettingsError ? undefined : deployment.kind),
      ...certificateWarnings(environment),
      ...profileWarnings(environment, file),
    ],
    proxy: readProxy(env),
    ...certificateFiles(environment, file),
  };
  const unset = { ...readAll<Options>(optionReaders({})), stateFolder: readStateFolder(env) };
  const unread = optionsError ?? file?.error;
  const options = { ...common, ...unset, ...values, ...(unread && { unread }) };
  if (!optionsError) return { ...options, deployment };
  const error = deployment instanceof SettingsError ? joined([deployment, optionsError]) : optionsError;
  return { ...options, deployment: error, optionsError };
}

/** Lines that set nothing say why a setting is missing, so they come first, and how to set one is left out. */
function withFaults(error: SettingsError, file: SettingsFile | undefined): SettingsError {
  const { unread = [], faults = [] } = file ?? {};
  if (unread.length + faults.length === 0) return error;
  const problems =
    unread.length > 0 && error instanceof MissingSettingsError
      ? [...unread, ...error.besides]
      : [...error.problems, ...unread];
  return new SettingsError(...problems, ...faults);
}

/** The one setting whose values in the environment and in the file both count: what setup saved works in every shell. */
function certificateFiles(
  environment: Environment,
  file: SettingsFile | undefined,
): Pick<Settings, "certificatesFile" | "nodeCertificatesFile"> {
  const [saved, ofNode] = [file?.values ?? {}, environment].map((env) =>
    envString(env, "NODE_EXTRA_CA_CERTS"),
  );
  if (!saved || saved === ofNode) return { certificatesFile: undefined };
  return { certificatesFile: saved, ...(ofNode && { nodeCertificatesFile: ofNode }) };
}

/** @param otherNames what else is set, to find a switch under another name */
function optionReaders(env: Environment, otherNames: readonly string[] = [], file?: SettingsFile) {
  return {
    timeout: () => envNumber(env, "TEMPO_TIMEOUT_MS"),
    budget: () => envNumber(env, "TEMPO_CALL_BUDGET_MS"),
    duplicates: () => envChoice(env, "TEMPO_DUPLICATES"),
    startTime: () => envTime(env, "TEMPO_START_TIME"),
    readOnly: () => {
      // A switch that is meant, and not read, would let everything write.
      const misspelt = [
        ...misnamed(otherNames, [NAMES.TEMPO_READ_ONLY]),
        ...(file?.misspelt.includes(NAMES.TEMPO_READ_ONLY) ? file.unread : []),
      ];
      if (misspelt.length > 0 && envString(env, "TEMPO_READ_ONLY") === "")
        throw new SettingsError(...misspelt);
      return envStrictFlag(env, "TEMPO_READ_ONLY");
    },
    toolSets: () => envList(env, "TEMPO_TOOLSETS"),
    confirmation: () => envChoice(env, "TEMPO_CONFIRM"),
    structuredContent: () => envChoice(env, "TEMPO_STRUCTURED_CONTENT") === "on",
    stateFolder: () => {
      envText(env, "TEMPO_STATE_DIR");
      return readStateFolder(env);
    },
    summaryFirst: () => envStrictFlag(env, "TEMPO_SUMMARY_FIRST"),
    draft: () => readDraftSettings(env),
    assistantFolders: () => assistantFolders(env),
    rulesFile: () => rulesFile(env, file),
  };
}

type OptionReaders = ReturnType<typeof optionReaders>;

/** The file of the user's rules; undefined if TEMPO_CONFIG_FILE is `off`. */
function rulesFile(env: Environment, file: SettingsFile | undefined): string | undefined {
  const path = file?.path || settingsFilePath(env);
  return path === undefined ? undefined : rulesFileBeside(path);
}

function commandsIn(tokens: Tokens, env: Environment): TokenCommands | undefined {
  const variables = [...tokens.values()].filter(({ command }) => command).map(({ variable }) => variable);
  return variables.length === 0 ? undefined : { variables, tokens, env };
}

function readProxy(env: Environment): ProxySettings | undefined {
  const either = (name: NameOfKind<"proxy">) => envString(env, lowerCase(name)) || envString(env, name);
  const [httpProxy, httpsProxy, noProxy] = [either("HTTP_PROXY"), either("HTTPS_PROXY"), either("NO_PROXY")];
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy } : undefined;
}
