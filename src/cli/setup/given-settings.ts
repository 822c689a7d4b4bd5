import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { EVIDENCE_NAMES } from "../../config/draft-settings.ts";
import { type Environment, envString } from "../../config/env.ts";
import { readSettingsLines } from "../../config/settings-lines.ts";
import {
  choosesSettingsFile,
  isSettingName,
  listVariables,
  NAMES,
  type VariableName,
} from "../../config/variable-names.ts";
import type { Deployment } from "../../tempo/deployment.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { Values } from "./draft.ts";

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
  return { ...Object.fromEntries(fromEnvironment), ...(await settingsOn(stdin, tokens)) };
}

async function settingsOn(stdin: Readable, tokens: string | undefined): Promise<Environment> {
  if (tokens === undefined) return {};
  const settings = readLines(await text(stdin));
  if (Object.keys(settings).length > 0) return settings;
  throw new InvalidInputError("Stdin contains no settings. Write one NAME=value a line, such as TEMPO_PAT=…");
}

/** @throws InvalidInputError for the first line that is no setting, which is not shown: it may be a token */
function readLines(given: string): Environment {
  const { values, linesOf, others } = readSettingsLines(given);
  const unknown = [...linesOf].filter(([name]) => !isSettingName(name));
  const wrong = [
    ...unknown.map(([name, [line = 0]]) => ({ line, name })),
    ...others.map(({ line, text }) => ({ line, name: nameBefore(text.indexOf("="), text) })),
  ];
  const [first] = wrong.sort((a, b) => a.line - b.line);
  const choice = [...linesOf.keys()].find(choosesSettingsFile);
  if (!first && choice !== undefined) {
    throw new InvalidInputError(
      `${choice} says which settings file is read, so it cannot be in one. Leave it out; --name chooses a profile.`,
    );
  }
  if (!first) return values;
  const name = first.name === undefined ? "" : ` (name of ${first.name.length} characters)`;
  throw new InvalidInputError(
    `Line ${first.line} on stdin is not a setting${name}. Write one NAME=value a line.`,
  );
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
export function deploymentOf(given: Environment): Deployment["kind"] | undefined {
  const kinds = listVariables()
    .filter(({ deployment, name }) => deployment !== "both" && given[name])
    .map(({ deployment }) => deployment);
  const [kind] = kinds;
  if (kind === undefined || kind === "both" || kinds.some((other) => other !== kind)) return undefined;
  return kind;
}

/** Removes what the new settings replace: those of the other deployment, and a token's other spellings. */
export function replacing(kind: Deployment["kind"], values: Values): Values {
  const tokenOf = (name: string) => name.replace(/_(FILE|COMMAND)$/, "");
  const tokens = Object.keys(values).map(tokenOf);
  const removed = listVariables().filter(
    ({ name, deployment }) =>
      !(name in values) && deployment !== "both" && (deployment !== kind || tokens.includes(tokenOf(name))),
  );
  return { ...Object.fromEntries(removed.map(({ name }) => [name, undefined])), ...values };
}
