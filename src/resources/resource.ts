import type { CallContext } from "../timesheet/call-context.ts";

/** Opens the timesheet for one call; throws a `SettingsError` if none is configured, so only what needs one opens it. */
export type OpenCall = () => Promise<CallContext>;

interface Listed {
  /** The name that programs use; the file has it too. */
  name: string;
  title: string;
  /** What it contains, and what to use it for. */
  description: string;
}

/** A resource with one URI. */
export interface Resource extends Listed {
  uri: string;
  read(openCall: OpenCall): Promise<string>;
}

/** A resource of every month: its URI contains `{month}`. */
export interface MonthlyResource extends Listed {
  uriTemplate: string;
  read(month: string, openCall: OpenCall): Promise<string>;
}

/** The MIME type of every resource. */
export const MIME_TYPE = "application/json";
