import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { parseEnv } from "node:util";
import { assignments } from "../../config/edit-settings.ts";
import { type Environment, envString } from "../../config/env.ts";
import { isSettingName, listVariables, type VariableName } from "../../config/variable-names.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { Values } from "./draft.ts";

/**
 * The settings that a script hands over: those of a deployment that are in the environment, and everything on stdin.
 *
 * @param tokens the value of `--tokens`
 * @throws InvalidInputError if it is not `-`, or stdin holds something else than settings
 */
export async function givenSettings(
  env: Environment,
  tokens: string | undefined,
  stdin: Readable,
): Promise<Environment> {
  const fromEnvironment = listVariables()
    .filter(({ deployment, name }) => deployment !== "both" && envString(env, name as VariableName) !== "")
    .map(({ name, kind }) => {
      const value = envString(env, name as VariableName);
      return [name, kind === "file" ? resolve(value) : value] as const;
    });
  return { ...Object.fromEntries(fromEnvironment), ...(await settingsOn(stdin, tokens)) };
}

async function settingsOn(stdin: Readable, tokens: string | undefined): Promise<Environment> {
  if (tokens === undefined) return {};
  if (tokens !== "-") {
    throw new InvalidInputError(
      "--tokens takes - only, and reads the settings from stdin: a token on the command line would stay in the shell's history.",
    );
  }
  const settings = readLines(await text(stdin));
  if (Object.keys(settings).length > 0) return settings;
  throw new InvalidInputError("Stdin contains no settings. Write one NAME=value a line, such as TEMPO_PAT=…");
}

/** parseEnv gets the settings alone: it takes what it cannot read for the start of the next name. @throws InvalidInputError */
function readLines(given: string): Environment {
  const found: string[] = [];
  const others = given.replace(assignments(String.raw`([^\s=#]+)`), (all: string, name: string) => {
    if (!isSettingName(name)) return all;
    found.push(`${name}${all.slice(all.indexOf("=")).replace(/^=[ \t]+/, "=")}`);
    return all.replaceAll(/[^\n]/g, "");
  });
  const lines = others.split("\n").map((line) => line.trim());
  const index = lines.findIndex((line) => line !== "" && !line.startsWith("#"));
  if (index < 0) return { ...parseEnv(`${found.join("")}\n`) };
  const [, name] = /^(?:export\s+)?([^=]*?)\s*=/.exec(lines[index] ?? "") ?? [];
  throw new InvalidInputError(
    `Line ${index + 1} on stdin is not a setting${name === undefined ? "" : ` (name of ${name.length} characters)`}. ` +
      "Write one NAME=value a line.",
  );
}

/** The deployment that settings are for; undefined if they are for none or for both. */
export function deploymentOf(given: Environment): Deployment["kind"] | undefined {
  const kinds = listVariables()
    .filter(({ deployment, name }) => deployment !== "both" && given[name])
    .map(({ deployment }) => deployment);
  const [kind] = kinds;
  if (kind === undefined || kind === "both" || kinds.some((other) => other !== kind)) return undefined;
  return kind;
}

/** Removes what the new settings replace: those of the other deployment, and a token's other spelling. */
export function replacing(kind: Deployment["kind"], values: Values): Values {
  const removed = listVariables().filter(
    ({ name, deployment }) =>
      !(name in values) &&
      deployment !== "both" &&
      (deployment !== kind || `${name}_FILE` in values || name.replace(/_FILE$/, "") in values),
  );
  return { ...Object.fromEntries(removed.map(({ name }) => [name, undefined])), ...values };
}
