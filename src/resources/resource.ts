import type { CallContext } from "../timesheet/call-context.ts";

/** Opens the timesheet for one call; throws a `SettingsError` if none is configured, so only what needs one opens it. */
export type OpenCall = () => Promise<CallContext>;

interface Listed {
  /** The name that programs know it by, and its file's. */
  name: string;
  title: string;
  /** What it holds, and what to use it for. */
  description: string;
}

/** A resource as it is listed. What answers it is loaded when it is first read. */
export interface Resource extends Listed {
  uri: string;
  load(): Promise<{ read(openCall: OpenCall): Promise<string> }>;
}

/** A resource of every month: its address holds `{month}`. */
export interface MonthlyResource extends Listed {
  uriTemplate: string;
  load(): Promise<{ read(month: string, openCall: OpenCall): Promise<string> }>;
}

/** The form of all of them. */
export const MIME_TYPE = "application/json";
