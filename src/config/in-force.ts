import type { Environment } from "./env.ts";
import { type Origin, originOf, type SettingsFile, withSettingsFile } from "./settings-file.ts";
import { listVariables, lowerCase, type NamedVariable, namesOfKind } from "./variable-names.ts";

export interface SettingInForce {
  name: string;
  from: Origin;
  /** Left out if it is secret, or looks like a secret in the wrong place. */
  value?: string;
}

/** Everything that is set, in the order of the documents. */
export function settingsInForce(env: Environment, file: SettingsFile | undefined): SettingInForce[] {
  const values = withSettingsFile(env, file);
  return listVariables()
    .flatMap((variable) => spellings(variable).map((name) => ({ ...variable, name })))
    .flatMap((variable) => {
      const from = originOf(variable.name, env, file);
      if (from === undefined) return [];
      const value = shown(variable, (values[variable.name] ?? "").trim());
      return [{ name: variable.name, from, ...(value !== undefined && { value }) }];
    });
}

function spellings({ name }: NamedVariable): string[] {
  const proxy = namesOfKind("proxy").find((known) => known === name);
  return proxy ? [lowerCase(proxy), proxy] : [name];
}

/** A token may have been set in place of another value, so only what has the form of its kind is shown. */
function shown(variable: NamedVariable, text: string): string | undefined {
  if ("secret" in variable && variable.secret) return undefined;
  switch (variable.kind) {
    case "url":
      return /^(https?:\/\/)?[\w.-]+[\w-](:\d+)?(\/[\w./-]*)?$/.test(text) && text.length <= 100
        ? text
        : undefined;
    case "command":
      return undefined;
    case "text":
    case "emails":
      return text.includes("@") ? text : undefined;
    case "json":
      return text.startsWith("{") ? text : undefined;
    case "file":
    case "folder":
    case "paths":
    case "proxy":
      return text;
    default:
      return text.length <= 20 ? text : undefined;
  }
}
