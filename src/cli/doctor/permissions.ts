import type { DiagnosticTimesheet } from "../../tempo/diagnostic-timesheet.ts";
import {
  chooseAttributes,
  unsetRequirements,
  type WorkAttribute,
  type WorkAttributeValues,
} from "../../tempo/work-attributes.ts";
import { ForbiddenError, SettingsError, type TimesheetError } from "../../timesheet/errors.ts";
import { toHours } from "../../timesheet/hours.ts";
import type { CallScope, ExistingWorklog, ScheduledDay } from "../../timesheet/port.ts";
import { completeSchedule } from "../../timesheet/schedule.ts";
import type { Answer } from "./ask.ts";
import { type Check, type CheckName, failed, ok, unknown } from "./report.ts";

/** Scopes of a token of Tempo Cloud. Data Center's tokens have none. */
const SCOPES: Partial<Record<CheckName, string>> = {
  worklogs: "Worklogs (manage)",
  schedule: "Schemes (view)",
};

/** The schedule of one day. */
export async function scheduleOf(
  timesheet: DiagnosticTimesheet,
  date: string,
  scope: CallScope,
): Promise<ScheduledDay[]> {
  const range = { startDate: date, endDate: date };
  return completeSchedule(range, await timesheet.getSchedule(range, scope));
}

/** Whether worklogs can be read. Storing one is not tried. */
export function worklogs({ value, error }: Answer<ExistingWorklog[]>, hasScopes: boolean): Check {
  if (error) return denied("worklogs", error, hasScopes);
  const found = `Your worklogs can be read: ${value.length} today.`;
  const untried = hasScopes ? ` To store one, the token needs the scope ${SCOPES.worklogs} too.` : "";
  return ok("worklogs", `${found} Nothing was stored to try it.${untried}`);
}

/** Whether the schedule can be read. */
export function schedule({ value, error }: Answer<ScheduledDay[]>, hasScopes: boolean): Check {
  if (error) return denied("schedule", error, hasScopes);
  const seconds = value.reduce((sum, { requiredSeconds }) => sum + requiredSeconds, 0);
  return ok("schedule", `Your schedule can be read: ${toHours(seconds)} h are required today.`);
}

/** Whether the work attributes that are set exist, and those that are required are set. */
export function workAttributes(
  { value: catalogue, error }: Answer<WorkAttribute[]>,
  configured: WorkAttributeValues,
): Check {
  const isSet = Object.keys(configured).length > 0;
  if (error) {
    return isSet
      ? failed("work_attributes", error)
      : unknown("work_attributes", "They cannot be read, so whether this Tempo requires some is not known.");
  }
  try {
    chooseAttributes(catalogue, configured, "TEMPO_WORK_ATTRIBUTES");
  } catch (fault) {
    if (fault instanceof SettingsError) return failed("work_attributes", fault);
    throw fault;
  }
  const unset = unsetRequirements(catalogue, configured);
  if (unset) {
    return unknown(
      "work_attributes",
      `This Tempo requires ${unset.names}, and may refuse worklogs without it. ` +
        `If it does, set TEMPO_WORK_ATTRIBUTES, for example to ${unset.example}.`,
    );
  }
  return ok(
    "work_attributes",
    isSet ? "TEMPO_WORK_ATTRIBUTES fits this Tempo." : "This Tempo requires none.",
  );
}

/** Tempo Cloud does not say which scope it misses; what was asked for tells. */
function denied(check: CheckName, error: TimesheetError, hasScopes: boolean): Check {
  if (!hasScopes || !(error instanceof ForbiddenError)) return failed(check, error);
  return failed(
    check,
    error,
    `Tempo denies this to the token of TEMPO_API_TOKEN (HTTP ${error.httpStatus}): it lacks the scope ${SCOPES[check]}. ` +
      "A token's scopes cannot be changed: make a new one in Tempo, Settings, API integration, " +
      `with ${Object.values(SCOPES).join(" and ")}, and set TEMPO_API_TOKEN to it.`,
  );
}
