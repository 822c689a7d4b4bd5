import type { CallScope, Timesheet } from "../timesheet/port.ts";

/** What reading a resource is handed. */
export interface ResourceCall {
  /** Opens the timesheet; throws a `SettingsError` where none is configured, so only what needs one asks. */
  openTimesheet(): Promise<Timesheet>;
  scope: CallScope;
  /** Today's calendar date. */
  today: string;
}

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
  load(): Promise<{ read(call: ResourceCall): Promise<string> }>;
}

/** A resource of every month: its address holds `{month}`. */
export interface MonthlyResource extends Listed {
  uriTemplate: string;
  load(): Promise<{ read(month: string, call: ResourceCall): Promise<string> }>;
}

/** The form of all of them. */
export const MIME_TYPE = "application/json";
