import { ForbiddenError, type TimesheetError } from "../../timesheet/errors.ts";
import type { Context, Result } from "./context.ts";

/** The statuses that Tempo on Data Center may have for a missing permission and for an expired licence, and Jira without Tempo. */
const REFUSALS = [403, 404];

/** Whether Tempo is installed that refuses a request; undefined if that does not show. */
export async function isInstalled(
  context: Context,
  { error }: Result<unknown>,
): Promise<boolean | undefined> {
  if (!REFUSALS.includes(error?.httpStatus ?? 0)) return undefined;
  return (await context.isInstalled()).value;
}

/** The reasons for which an installed Tempo may refuse a request; undefined for another error. */
export async function refusal(context: Context, error: TimesheetError): Promise<string | undefined> {
  if (!(await isInstalled(context, { error }))) return undefined;
  if (error instanceof ForbiddenError) return `${error.message} Tempo is installed there.`;
  const { checkPermission } = context.deployment.help.tempo;
  return `Tempo is installed there, and refuses this (HTTP ${error.httpStatus}). ${checkPermission}`;
}
