import type { Deployment } from "../tempo/deployment.ts";
import { SettingsError } from "../timesheet/errors.ts";
import { readDeployment } from "./deployment.ts";
import { type Environment, envFlag, envString } from "./env.ts";
import { secretsIn } from "./secrets.ts";
import { readTokens } from "./tokens.ts";

/** The proxy of each protocol and the hosts to reach without one, as the environment names them; empty where it does not. */
export interface ProxySettings {
  httpProxy: string;
  httpsProxy: string;
  noProxy: string;
}

/** What the environment sets. */
export interface Settings {
  debug: boolean;
  /** The deployment to use, or why there is none to use. */
  deployment: Deployment | SettingsError;
  /** Why the options that hold for any deployment cannot be used, the embedded one included. */
  optionsError?: SettingsError;
  /** The proxy that the environment names, if it names one. */
  proxy: ProxySettings | undefined;
  /** How long one request may take, in milliseconds. */
  timeout: number;
  /** How long one call of a tool may take, in milliseconds. */
  budget: number;
  /** What to do with a worklog that has an equal one standing already. */
  duplicates: "skip" | "allow";
  /** Whether only what reads is offered. */
  readOnly: boolean;
  /** Whether replies go out as structured content beside their text, and their schemas are published. */
  structuredContent: boolean;
  /** Whether a reply's `summary` goes ahead of its lists. */
  summaryFirst: boolean;
  /** Texts that must never appear in any output. */
  secrets: string[];
}

/** Reads the settings. A fault in them is kept, not thrown: the server starts all the same, and each call tells it. */
export function readSettings(env: Environment): Settings {
  const tokens = readTokens((name) => envString(env, name));
  const common = {
    debug: envFlag(env, "TEMPO_DEBUG"),
    secrets: secretsIn(env, tokens),
    proxy: readProxy(env),
  };
  const deployment = orFault(() => readDeployment(env, tokens));
  const options = orFault(() => readOptions(env));
  if (!(options instanceof SettingsError)) return { ...common, ...options, deployment };
  const fault = deployment instanceof SettingsError ? deployment : options;
  return { ...common, ...readOptions({}), deployment: fault, optionsError: options };
}

/** What is read, or the fault in it. */
function orFault<Read>(readPart: () => Read): Read | SettingsError {
  try {
    return readPart();
  } catch (error) {
    if (error instanceof SettingsError) return error;
    throw error;
  }
}

/** What holds for any deployment, the embedded one too. */
function readOptions(env: Environment) {
  return {
    timeout: readMilliseconds(env, "TEMPO_TIMEOUT_MS", 30_000),
    budget: readMilliseconds(env, "TEMPO_CALL_BUDGET_MS", 50_000),
    duplicates: readChoice(env, "TEMPO_DUPLICATES", ["skip", "allow"]),
    readOnly: readSwitch(env, "TEMPO_READ_ONLY"),
    structuredContent: readChoice(env, "TEMPO_STRUCTURED_CONTENT", ["on", "off"]) === "on",
    summaryFirst: readSwitch(env, "TEMPO_SUMMARY_FIRST"),
  };
}

function readMilliseconds(env: Environment, name: string, otherwise: number): number {
  const text = envString(env, name);
  if (text === "") return otherwise;
  const milliseconds = Number(text);
  if (/^\d+$/.test(text) && milliseconds >= 1000 && milliseconds <= 600_000) return milliseconds;
  throw new SettingsError(`${name} must be a number of milliseconds from 1000 to 600000.`);
}

/** One of some words, in any case; the first where the variable is not set. */
function readChoice<const Word extends string>(env: Environment, name: string, words: [Word, Word]): Word {
  const text = envString(env, name).toLowerCase() || words[0];
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw new SettingsError(`${name} must be ${words.join(" or ")}.`);
}

/** A switch that must not be missed: a word that is neither on nor off is a fault, not off. */
function readSwitch(env: Environment, name: string): boolean {
  if (envFlag(env, name)) return true;
  if (["", "0", "false"].includes(envString(env, name).toLowerCase())) return false;
  throw new SettingsError(`${name} must be 1 or true to switch it on, 0 or false to leave it off.`);
}

/** The proxy's variables come in either case. */
function readProxy(env: Environment): ProxySettings | undefined {
  const either = (name: string) => envString(env, name.toLowerCase()) || envString(env, name);
  const [httpProxy, httpsProxy] = [either("HTTP_PROXY"), either("HTTPS_PROXY")];
  return httpProxy || httpsProxy ? { httpProxy, httpsProxy, noProxy: either("NO_PROXY") } : undefined;
}
