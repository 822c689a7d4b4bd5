import { listed } from "../../config/lists.ts";
import { chooseAttributes, isOfIssue, unsetRequirements } from "../../tempo/work-attributes.ts";
import { ForbiddenError, SettingsError, type TimesheetError } from "../../timesheet/errors.ts";
import { toHours } from "../../timesheet/hours.ts";
import type { Context } from "./context.ts";
import { refusal } from "./presence.ts";
import { type Finding, failed, ok, unknown } from "./report.ts";

/** The scope that each read needs on Cloud; tokens of Data Center have none. */
const SCOPES = {
  worklogs: "the scope Worklogs (manage)",
  schedule: "the scope Schemes (view)",
  approvals: "the scope Periods (view) or Approvals (manage)",
  teams: "the scope Teams (view)",
};

export async function worklogs(context: Context): Promise<Finding> {
  const { value, error } = await context.worklogs();
  if (error) return denied(context, error, SCOPES.worklogs);
  const scope = context.deployment.kind === "cloud" ? "; it needs the token scope Worklogs (manage)" : "";
  const count = value.filter(({ date }) => date === context.today).length;
  return ok(`Worklogs can be read (${count} today). Writing was not tried${scope}.`);
}

export async function schedule(context: Context): Promise<Finding> {
  const { value, error } = await context.schedule();
  if (error) return denied(context, error, SCOPES.schedule);
  const seconds = value.reduce((sum, { requiredSeconds }) => sum + requiredSeconds, 0);
  return ok(`The schedule can be read (${toHours(seconds)} h required today).`);
}

export async function approvals(context: Context): Promise<Finding> {
  const { value, error } = await context.approvals();
  if (error) return denied(context, error, SCOPES.approvals);
  const [current] = value;
  const status = current ? ` (${current.startDate} to ${current.endDate} is ${current.status})` : "";
  const scope = context.deployment.kind === "cloud" ? "; it needs the token scope Approvals (manage)" : "";
  return ok(`Approvals can be read${status}. Submitting was not tried${scope}.`);
}

export async function teams(context: Context): Promise<Finding> {
  const { value, error } = await context.teams();
  if (error) return denied(context, error, SCOPES.teams);
  const scope = context.deployment.kind === "cloud" ? "; it needs the token scope Approvals (view)" : "";
  if (value.length === 0) return ok("Teams can be read, but Tempo shows you none.");
  return ok(`Teams can be read (${value.length}). The hours of their members were not read${scope}.`);
}

export async function workAttributes({ deployment, ...context }: Context): Promise<Finding> {
  const configured = deployment.workAttributes;
  const isConfigured = Object.keys(configured).length > 0;
  const { value: available, error } = await context.workAttributes();
  if (error) {
    return isConfigured
      ? failed(error)
      : unknown("The work attributes cannot be read, so it is unknown whether this Tempo requires any.");
  }
  let needsAccounts = false;
  try {
    needsAccounts = chooseAttributes(available, configured, { name: "TEMPO_WORK_ATTRIBUTES" }).some(
      isOfIssue,
    );
  } catch (fault) {
    if (fault instanceof SettingsError) return failed(fault);
    throw fault;
  }
  const unset = unsetRequirements(available, configured);
  if (unset) {
    return unknown(
      `This Tempo requires ${unset.names}, and may reject worklogs without it. ` +
        `If it does, set TEMPO_WORK_ATTRIBUTES, for example to ${unset.example}.`,
    );
  }
  if (!isConfigured) return ok("This Tempo requires no work attributes.");
  const scope =
    needsAccounts && deployment.kind === "cloud" ? "; @issue needs the token scope Accounts (view)" : "";
  return ok(`TEMPO_WORK_ATTRIBUTES is valid for this Tempo${scope}.`);
}

/** Tempo Cloud does not say which scope is missing, which the read that failed does. */
async function denied(context: Context, error: TimesheetError, scope: string): Promise<Finding> {
  const { deployment } = context;
  if (deployment.kind === "datacenter")
    return failed(error, (await refusal(context, error)) ?? error.message);
  if (!(error instanceof ForbiddenError)) return failed(error);
  return failed(
    error,
    `TEMPO_API_TOKEN lacks ${scope} (HTTP ${error.httpStatus}). A token's scopes cannot be changed: create a ` +
      `new one in Tempo, Settings, API integration, with ${listed(deployment.help.tempo.scopes)}, and set ` +
      "TEMPO_API_TOKEN to it.",
  );
}
