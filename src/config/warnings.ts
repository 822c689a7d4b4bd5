import { accessSync, constants } from "node:fs";
import type { Deployment } from "../tempo/deployment.ts";
import { shellWord } from "../text/shell-word.ts";
import { type Environment, envString } from "./env.ts";
import { listed } from "./lists.ts";
import { meantBy, unreadNames } from "./other-names.ts";
import type { SettingsFile } from "./settings-file.ts";
import { whyUnreadable } from "./text-file.ts";
import type { Tokens } from "./tokens.ts";
import { withoutEndSlashes } from "./url.ts";
import { listVariables } from "./variable-names.ts";

/** A setting that works and puts a token at risk, or one that has no effect. */
export interface Warning {
  /** The doctor's check of such settings. */
  check: "certificates" | "token_file" | "settings_file" | "environment";
  /** Whether no user can mean it. */
  isFailure?: true;
  message: string;
}

/** The settings that say to which site hours go. */
const SITES = ["TEMPO_BASE_URL", "JIRA_BASE_URL"] as const;

/** A file of certificates that this environment names, and Node could not read at its start. */
export function certificateWarnings(environment: Environment): Warning[] {
  const path = envString(environment, "NODE_EXTRA_CA_CERTS");
  if (path === "") return [];
  try {
    accessSync(path, constants.R_OK);
    return [];
  } catch (error) {
    const message =
      `NODE_EXTRA_CA_CERTS points to ${path}, which cannot be read (${whyUnreadable(error)}), so Node.js goes on without it. ` +
      "Set it to a PEM file.";
    return [{ check: "certificates", message }];
  }
}

/** The settings of a named profile that this environment replaces: hours would go to another site than the one that was named. */
export function profileWarnings(environment: Environment, file: SettingsFile | undefined): Warning[] {
  const profile = envString(environment, "TEMPO_PROFILE");
  if (profile === "") return [];
  return SITES.filter((name) => {
    const [used = "", saved = ""] = [environment, file?.values ?? {}].map((env) =>
      withoutEndSlashes(envString(env, name)).toLowerCase(),
    );
    return used !== "" && saved !== "" && used !== saved;
  }).map((name) => ({
    check: "environment",
    message: `${name} of the environment wins over that of the profile ${profile}, which is of another site. Unset it to use the profile's.`,
  }));
}

/** @param configured the deployment that is; without one, errors name what is set under another name */
export function readWarnings(
  env: Environment,
  tokens: Tokens,
  file: SettingsFile | undefined,
  configured: Deployment["kind"] | undefined,
): Warning[] {
  const shared = [...tokens.values()].filter(({ isShared }) => isShared).map(({ variable }) => variable);
  return [
    ...(env.NODE_TLS_REJECT_UNAUTHORIZED === "0" ? [TLS_OFF] : []),
    ...shared.map((variable) => ({
      check: "token_file" as const,
      message: `Other users of this machine can read the file that ${variable} points to. Restrict it: chmod 600.`,
    })),
    ...(file?.isShared ? [sharedSettings(file.path)] : []),
    ...(configured === undefined ? [] : withoutEffect(env, file, configured)),
  ];
}

function withoutEffect(
  env: Environment,
  file: SettingsFile | undefined,
  configured: Deployment["kind"],
): Warning[] {
  const unknown = file?.unknown ?? [];
  const settings = listVariables()
    .filter(({ deployment }) => deployment === configured || deployment === "both")
    .map(({ name }) => name);
  return [
    ...unknown.map((name) => unknownSetting(name, file?.path ?? "")),
    ...[...(file?.unread ?? []), ...(file?.faults ?? [])].map((message) => ({
      check: "settings_file" as const,
      message,
    })),
    ...unreadNames(env, settings).map((message) => ({ check: "environment" as const, message })),
  ];
}

function sharedSettings(path: string): Warning {
  return {
    check: "settings_file",
    message: `Other users of this machine can read the settings file. Restrict it: chmod 600 ${shellWord(path)}`,
  };
}

function unknownSetting(name: string, path: string): Warning {
  const meant = meantBy(name);
  const question = meant.length === 0 ? "" : ` Did you mean ${listed(meant, "or")}?`;
  return {
    check: "settings_file",
    message: `The settings file ${path} sets ${name}, which TempoFiller does not read.${question}`,
  };
}

const TLS_OFF: Warning = {
  check: "certificates",
  isFailure: true,
  message:
    "NODE_TLS_REJECT_UNAUTHORIZED=0 turns the check of certificates off, so your token can be sent to anybody. Remove it; for a " +
    "certificate of your own, set NODE_EXTRA_CA_CERTS.",
};
