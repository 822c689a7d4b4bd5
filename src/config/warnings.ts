import type { Environment } from "./env.ts";
import { listed } from "./lists.ts";
import { meantBy } from "./other-names.ts";
import type { SettingsFile } from "./settings-file.ts";
import type { Tokens } from "./tokens.ts";

/** A setting that works and puts a token at risk, or one that has no effect. */
export interface Warning {
  risk: "tls_off" | "shared_token_file" | "shared_settings_file" | "unknown_setting";
  message: string;
}

/** @param isConfigured otherwise errors name what the file sets under another name */
export function readWarnings(
  env: Environment,
  tokens: Tokens,
  file: SettingsFile | undefined,
  isConfigured: boolean,
): Warning[] {
  const shared = [...tokens.values()].filter(({ isShared }) => isShared).map(({ variable }) => variable);
  return [
    ...(env.NODE_TLS_REJECT_UNAUTHORIZED === "0" ? [TLS_OFF] : []),
    ...shared.map((variable) => ({
      risk: "shared_token_file" as const,
      message: `Other users of this machine can read the file that ${variable} points to. Restrict it: chmod 600.`,
    })),
    ...(file?.isShared ? [sharedSettings(file.path)] : []),
    ...(file && isConfigured ? file.unknown.map((name) => unknownSetting(name, file.path)) : []),
  ];
}

function sharedSettings(path: string): Warning {
  return {
    risk: "shared_settings_file",
    message: `Other users of this machine can read the settings file ${path}. Restrict it: chmod 600.`,
  };
}

function unknownSetting(name: string, path: string): Warning {
  const meant = meantBy(name);
  const question = meant.length === 0 ? "" : ` Did you mean ${listed(meant, "or")}?`;
  return {
    risk: "unknown_setting",
    message: `The settings file ${path} sets ${name}, which TempoFiller does not read.${question}`,
  };
}

const TLS_OFF: Warning = {
  risk: "tls_off",
  message:
    "NODE_TLS_REJECT_UNAUTHORIZED=0 turns the check of certificates off, so your token can be sent to anybody. Remove it; for a " +
    "certificate of your own, set NODE_EXTRA_CA_CERTS.",
};
