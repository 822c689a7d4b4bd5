import type { CallContext } from "../timesheet/call-context.ts";

/** Throws a `SettingsError` if no timesheet is configured, so only what needs one opens it. */
export type OpenCall = () => Promise<CallContext>;

interface Listed {
  name: string;
  title: string;
  description: string;
}

export interface Resource extends Listed {
  uri: string;
  /** Returns a reply, or a text of our own that is sent as it is. */
  read(openCall: OpenCall): Promise<object | string>;
}

/** Its URI contains `{month}`. */
export interface MonthlyResource extends Listed {
  uriTemplate: string;
  read(month: string, openCall: OpenCall): Promise<object>;
}

export const MIME_TYPE = "application/json";
