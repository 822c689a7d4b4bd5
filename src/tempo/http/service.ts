import type { operations } from "../../generated/operations.ts";

/** A service of a deployment, with the words that its errors need. */
export interface Service {
  /** The name that its slice of the contract carries. */
  api: keyof typeof operations;
  /** As a person calls it. */
  name: string;
  /** What to do about a refused token: which setting to renew, and from where. */
  renewToken: string;
  /** The setting that holds its address. */
  addressSetting: string;
  /** What its owner's token or account must be allowed to do. */
  permission: string;
  /** Whether its gateway sets a rate to keep to. */
  isRateLimited: boolean;
}

/** Whether a request could have changed something: what makes a lost answer harmless or a doubt. */
export type Effect = "read" | "write";
