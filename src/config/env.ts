import { SettingsError } from "../timesheet/errors.ts";
import type { Environment } from "./environment.ts";
import { butNot } from "./read-all.ts";

export type { Environment } from "./environment.ts";

import { listed } from "./lists.ts";
import { SERVER_VARIABLES, type ServerVariableName } from "./server-variables.ts";
import { kindOf, refuseSuspicious } from "./suspicious-values.ts";
import type { NameOfKind, VariableName } from "./variable-names.ts";
import { VARIABLES } from "./variables.ts";

/** Every declaration: the settings of a user, and those of the server over HTTP. */
const DECLARED = { ...VARIABLES, ...SERVER_VARIABLES };

type Declared = typeof DECLARED;

type DeclaredOfKind<Kind> = {
  [Name in keyof Declared]: Declared[Name]["kind"] extends Kind ? Name : never;
}[keyof Declared];

/** The value of a setting that is not set. */
type Unset<Name extends keyof Declared> = Declared[Name] extends { default: infer Default }
  ? Default
  : undefined;

/**
 * Trimmed; empty if not set. Claude Desktop and others pass on placeholders of unset options, which count as not set. No host starts
 * the server over HTTP, so a placeholder in its settings is a mistake.
 */
export function envString(env: Environment, name: VariableName | ServerVariableName): string {
  const text = (env[name] ?? "").trim();
  return name in SERVER_VARIABLES ? text : text.replace(/^\$\{[^}]*\}$/, "");
}

/** @throws SettingsError if it is suspicious, such as quoted or not filled in */
export function envText(env: Environment, name: VariableName | ServerVariableName): string {
  const text = envString(env, name);
  refuseSuspicious({ kind: kindOf(name), variable: name, text });
  return text;
}

/** Any text but 1 or true means false. */
export function envFlag(env: Environment, name: NameOfKind<"flag">): boolean {
  return ["1", "true"].includes(envString(env, name).toLowerCase());
}

/** @throws SettingsError unless it is 1, true, 0, false or not set */
export function envStrictFlag(env: Environment, name: NameOfKind<"flag">): boolean {
  if (envFlag(env, name)) return true;
  const text = envText(env, name);
  if (["", "0", "false"].includes(text.toLowerCase())) return false;
  throw new SettingsError(
    `${name} must be 1 or true to turn it on, or 0 or false to turn it off${butNot(text)}.`,
  );
}

/** @throws SettingsError unless it is not set or within the declared bounds */
export function envNumber<Name extends DeclaredOfKind<"number" | "milliseconds">>(
  env: Environment,
  name: Name,
): number | Unset<Name> {
  const { kind, min, max }: Declared[typeof name] = DECLARED[name];
  const text = envText(env, name);
  if (text === "") return defaultOf(name);
  if (/^\d+$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
  const unit = kind === "milliseconds" ? " of milliseconds" : "";
  throw new SettingsError(`${name} must be a number${unit} from ${min} to ${max}${butNot(text)}.`);
}

function defaultOf<Name extends keyof Declared>(name: Name): Unset<Name> {
  const declaration = DECLARED[name];
  return ("default" in declaration ? declaration.default : undefined) as Unset<Name>;
}

/** HH:mm. @throws SettingsError unless it is not set or a time of day */
export function envTime(env: Environment, name: NameOfKind<"time">): string | undefined {
  const text = envText(env, name);
  if (text === "") return undefined;
  if (/^([01]?\d|2[0-3]):[0-5]\d$/.test(text)) return text.padStart(5, "0");
  throw new SettingsError(`${name} must be a time of day from 00:00 to 23:59, such as 09:00${butNot(text)}.`);
}

/**
 * The values that are listed, in whatever case; `all` means all of them, and `default` adds nothing.
 *
 * @throws SettingsError for anything but a declared value
 */
export function envList<Name extends NameOfKind<"list">>(
  env: Environment,
  name: Name,
): ReadonlySet<(typeof VARIABLES)[Name]["values"][number]> {
  const { values }: (typeof VARIABLES)[Name] = VARIABLES[name];
  const parts = envText(env, name)
    .toLowerCase()
    .split(",")
    .map((part) => part.trim());
  const given = parts.filter((part) => part !== "" && part !== "default");
  const known: readonly string[] = [...values, "all"];
  const unknown = given.find((part) => !known.includes(part));
  if (unknown !== undefined) {
    throw new SettingsError(
      `${name} must be one or more of ${known.join(", ")}, separated by commas${butNot(unknown)}.`,
    );
  }
  return new Set(given.includes("all") ? values : values.filter((value) => given.includes(value)));
}

/** Ignores case. @throws SettingsError for anything but a declared value */
export function envChoice<Name extends DeclaredOfKind<"choice">>(
  env: Environment,
  name: Name,
): Declared[Name]["values"][number] | Unset<Name> {
  const { values }: { values: readonly Declared[Name]["values"][number][] } = DECLARED[name];
  const text = envText(env, name);
  const unset = defaultOf(name);
  if (text === "") return unset;
  const value = values.find((known) => known === text.toLowerCase());
  if (value !== undefined) return value;
  const orNot = unset === undefined ? " or not set" : "";
  throw new SettingsError(`${name} must be ${listed(values, "or")}${orNot}${butNot(text)}.`);
}
