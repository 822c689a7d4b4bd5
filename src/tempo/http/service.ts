import type { operations } from "../../generated/operations.ts";

/** A service of a deployment: what the client and its errors need to know of it. */
export interface Service {
  /** The name of its OpenAPI slice in `contracts/`. */
  api: keyof typeof operations;
  /** The name that people use. */
  name: string;
  baseUrl: string;
  /** Whether its requests count against the deployment's rate limit. */
  isRateLimited: boolean;
  help: ServiceHelp;
}

/** What an error tells people to do. The names of settings are defined where settings are read. */
export interface ServiceHelp {
  /** A sentence: which token to renew, and where. */
  renewToken: string;
  /** A sentence: what to check if the token's owner lacks a permission. */
  checkPermission: string;
  /** The setting of the base URL. */
  urlSetting: string;
  /** The setting of a file with further certificate authorities. */
  certificatesSetting: string;
  /** The settings of the proxy, and of the hosts to reach without it. */
  proxySettings: string;
  noProxySetting: string;
}

/** Whether a request could have changed something: if so, a lost response leaves the outcome unknown. */
export type Effect = "read" | "write";

/** Where a service was tried: without the path and without credentials, the port only if it is not the default. */
export function originOf({ baseUrl }: Service): string {
  return new URL(baseUrl).origin;
}
