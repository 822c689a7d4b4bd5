import type { CallSettings } from "../config/settings.ts";
import { CallChanges } from "../timesheet/call-changes.ts";
import type { CallContext } from "../timesheet/call-context.ts";
import { steadyClock } from "../timesheet/clock.ts";
import type { Timesheet } from "../timesheet/port.ts";
import { DEADLINE_SHARE } from "../timesheet/timeline.ts";

export interface ServerContext
  extends Pick<CallContext, "clock" | "log" | "debug" | "redact" | "writers" | "evidence"> {
  settings: CallSettings;
  /** Throws a `SettingsError` that says what to set if no timesheet is configured. */
  openTimesheet(): Promise<Timesheet>;
  /** The HTML of the view. Throws a `TimesheetError` that says what to do if it is missing. */
  readView(): Promise<string>;
  /** The address of Jira, where users see issues; undefined if there is none, or none is set. */
  site?: string | undefined;
  /** Today in a time zone. @param zone without it, that of the user as far as it is known, or else the machine's */
  today(zone?: string): string;
  /** Set in tests and in debug mode. */
  checkReplies: boolean;
  /** Called when a call of a tool has ended, for metrics and an audit log. */
  finished?(call: FinishedCall): void;
}

export interface FinishedCall {
  tool: string;
  milliseconds: number;
  /** The thrown error; a call whose reply reports failed entries throws none. */
  error?: unknown;
  isError: boolean;
  /** Whether its reply says of any entry that it failed. */
  hasFailures: boolean;
  isCancelled: boolean;
  /** Undefined if it ended before it could change anything. */
  changes: CallChanges | undefined;
}

export interface CallOptions
  extends Pick<CallContext, "signal">,
    Partial<Pick<CallContext, "progress" | "logged" | "failed" | "onlyPlans" | "reader">> {
  /** Prefix of its lines in the log. */
  name: string;
}

export function callContext(
  { settings, clock, writers, evidence, log, debug, redact, today }: ServerContext,
  timesheet: Timesheet,
  {
    signal,
    progress = () => {},
    logged = () => {},
    failed = () => {},
    name,
    onlyPlans = false,
    reader = "assistant",
  }: CallOptions,
): CallContext {
  return {
    timesheet,
    clock: steadyClock(clock),
    signal,
    deadline: clock.now() + settings.budget * DEADLINE_SHARE,
    get today() {
      return today(timesheet.knownProfile?.()?.timeZone);
    },
    duplicates: settings.duplicates,
    onlyPlans,
    reader,
    // The check would cost each command a request.
    details: settings.toolSets.has("details") ? "checked" : reader === "shell" ? "shown" : "off",
    startTime: settings.startTime,
    checksPeriods: settings.toolSets.has("approvals"),
    writers,
    evidence,
    changes: new CallChanges(),
    progress,
    logged,
    failed,
    log: (line) => log(`${name}: ${line}`),
    debug: (line) => debug(`${name}: ${line}`),
    redact,
  };
}
