import type { operations } from "../../generated/operations.ts";

export interface Service {
  api: keyof typeof operations;
  name: string;
  baseUrl: string;
  isRateLimited: boolean;
  help: ServiceHelp;
}

/** The advice in errors: whole sentences, and the names of settings. */
export interface ServiceHelp {
  renewToken: string;
  checkPermission: string;
  urlSetting: string;
  /** Ends a sentence that asks whether the service runs, if it needs a licence of its own there. */
  withLicence?: string;
  certificatesSetting: string;
  proxySettings: string;
  noProxySetting: string;
}

/** Whether a request could have changed something: if so, a lost response leaves the outcome unknown. */
export type Effect = "read" | "write";

export function originOf({ baseUrl }: Service): string {
  return new URL(baseUrl).origin;
}
