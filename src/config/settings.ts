import type { Deployment } from "../tempo/deployment.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { readDeployment } from "./deployment.ts";
import { type Environment, envChoice, envFlag, envMilliseconds, envStrictFlag, envString } from "./env.ts";
import { secretsIn } from "./secrets.ts";
import { readTokens } from "./tokens.ts";
import { lowerCase, type NameOfKind } from "./variable-names.ts";

/** The proxy of each protocol and the hosts to reach without one; empty if not set. */
export interface ProxySettings {
  httpProxy: string;
  httpsProxy: string;
  noProxy: string;
}

/** The settings for any deployment, by the variables that `readOptions` names. Times are in milliseconds. */
export type Options = ReturnType<typeof readOptions>;

/** What the environment sets. */
export interface Settings extends Options {
  debug: boolean;
  /** The deployment to use, or why there is none. */
  deployment: Deployment | SettingsError;
  /** Why the options cannot be used, which matters to the embedded Tempo too. */
  optionsError?: SettingsError;
  proxy: ProxySettings | undefined;
  /** Texts that must never appear in any output. */
  secrets: string[];
}

/** Reads the settings. An error in them is kept, not thrown: the server starts all the same, and each call reports it. */
export function readSettings(env: Environment): Settings {
  const tokens = readTokens(env);
  const common = {
    debug: envFlag(env, "TEMPO_DEBUG"),
    secrets: secretsIn(env, tokens),
    proxy: readProxy(env),
  };
  const deployment = tryRead(() => readDeployment(env, tokens));
  const options = tryRead(() => readOptions(env));
  if (!(options instanceof SettingsError)) return { ...common, ...options, deployment };
  const error = deployment instanceof SettingsError ? deployment : options;
  return { ...common, ...readOptions({}), deployment: error, optionsError: options };
}

function tryRead<Result>(read: () => Result): Result | SettingsError {
  try {
    return read();
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

function readOptions(env: Environment) {
  return {
    timeout: envMilliseconds(env, "TEMPO_TIMEOUT_MS"),
    budget: envMilliseconds(env, "TEMPO_CALL_BUDGET_MS"),
    duplicates: envChoice(env, "TEMPO_DUPLICATES"),
    readOnly: envStrictFlag(env, "TEMPO_READ_ONLY"),
    structuredContent: envChoice(env, "TEMPO_STRUCTURED_CONTENT") === "on",
    summaryFirst: envStrictFlag(env, "TEMPO_SUMMARY_FIRST"),
  };
}

function readProxy(env: Environment): ProxySettings | undefined {
  const either = (name: NameOfKind<"proxy">) => envString(env, lowerCase(name)) || envString(env, name);
  const [httpProxy, httpsProxy, noProxy] = [either("HTTP_PROXY"), either("HTTPS_PROXY"), either("NO_PROXY")];
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy } : undefined;
}
