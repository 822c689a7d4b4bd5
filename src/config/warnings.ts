import type { Environment } from "./env.ts";
import type { SettingsFile } from "./settings-file.ts";
import type { Tokens } from "./tokens.ts";

/** A setting that works and puts a token at risk. */
export interface Warning {
  risk: "tls_off" | "shared_token_file" | "shared_settings_file";
  message: string;
}

export function readWarnings(env: Environment, tokens: Tokens, file?: SettingsFile): Warning[] {
  const shared = [...tokens.values()].filter(({ isShared }) => isShared).map(({ variable }) => variable);
  return [
    ...(env.NODE_TLS_REJECT_UNAUTHORIZED === "0" ? [TLS_OFF] : []),
    ...shared.map((variable) => ({
      risk: "shared_token_file" as const,
      message: `Other users of this machine can read the file that ${variable} points to. Restrict it: chmod 600.`,
    })),
    ...(file?.isShared ? [sharedSettings(file.path)] : []),
  ];
}

function sharedSettings(path: string): Warning {
  return {
    risk: "shared_settings_file",
    message: `Other users of this machine can read the settings file ${path}. Restrict it: chmod 600.`,
  };
}

const TLS_OFF: Warning = {
  risk: "tls_off",
  message:
    "NODE_TLS_REJECT_UNAUTHORIZED=0 turns the check of certificates off, so your token can be sent to anybody. Remove it; for a " +
    "certificate of your own, set NODE_EXTRA_CA_CERTS.",
};
