import { listed } from "../../config/lists.ts";
import { isLoopback } from "../../config/url.ts";
import type { Connection } from "../../runtime/connection.ts";
import { createStderrLog } from "../../runtime/log.ts";
import { chooseAttributes, isOfIssue } from "../../tempo/chosen-attributes.ts";
import { type CloudDeployment, type DataCenterDeployment, NEEDED_SCOPES } from "../../tempo/deployment.ts";
import type { Worker } from "../../tempo/diagnostic-timesheet.ts";
import { unsetRequirements } from "../../tempo/work-attributes.ts";
import {
  BlockedError,
  ForbiddenError,
  ProxyError,
  SettingsError,
  type TimesheetError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../timesheet/errors.ts";
import { toHours } from "../../timesheet/hours.ts";
import { sayWaitingUpTo } from "../say-waiting.ts";
import {
  type CloudContext,
  type Context,
  createCloudContext,
  createContext,
  type DiagnosisOptions,
  MAX_DURATION_MS,
  READ_DAYS,
  type Result,
} from "./context.ts";
import {
  type Check,
  type CheckDefinition,
  type CheckName,
  type Finding,
  failed,
  ok,
  type Report,
  runChecks,
  unknown,
} from "./report.ts";

/** Jira and Tempo have a URL and a token each, so a failure of one leaves the connection to the other to be checked. */
export const CLOUD_CHECKS: CheckDefinition<CloudContext>[] = [
  { check: "jira_connection", needs: [], run: jiraConnection },
  { check: "jira_token", needs: ["jira_connection"], run: cloudJiraToken },
  { check: "tempo_connection", needs: [], run: cloudTempoConnection },
  { check: "tempo_token", needs: ["tempo_connection"], run: tempoToken },
  { check: "region", needs: ["tempo_token"], run: region },
  { check: "worklogs", needs: ["jira_token", "region"], run: worklogs },
  { check: "worker", needs: ["worklogs"], run: worker },
  { check: "schedule", needs: ["jira_token", "region"], run: schedule },
  { check: "approvals", needs: ["jira_token", "region"], run: approvals },
  { check: "teams", needs: ["region"], run: teams },
  { check: "work_attributes", needs: ["region"], run: workAttributes },
  { check: "expiry", needs: [], run: expiry },
];

/** Tempo shares Jira's URL and token, so nothing is asked of it before Jira has accepted the token. */
export const DATA_CENTER_CHECKS: CheckDefinition<Context<DataCenterDeployment>>[] = [
  { check: "jira_connection", needs: [], run: jiraConnection },
  { check: "jira_token", needs: ["jira_connection"], run: jiraToken },
  { check: "tempo_connection", needs: ["jira_token"], run: dataCenterTempoConnection },
  { check: "worklogs", needs: ["tempo_connection"], run: worklogs },
  { check: "worker", needs: ["worklogs"], run: worker },
  { check: "schedule", needs: ["tempo_connection"], run: schedule },
  { check: "approvals", needs: ["tempo_connection"], run: approvals },
  { check: "teams", needs: ["tempo_connection"], run: teams },
  { check: "work_attributes", needs: ["tempo_connection"], run: workAttributes },
  { check: "expiry", needs: [], run: expiry },
];

/** Reads only, within `MAX_DURATION_MS`, and says on a terminal that it waits. */
export function diagnose(
  { deployment, options }: Connection,
  diagnosis: DiagnosisOptions,
  report?: Report,
): Promise<Check[]> {
  const isAsked = ({ check }: { check: CheckName }) =>
    (check !== "approvals" || diagnosis.checksApprovals === true) &&
    (check !== "teams" || diagnosis.checksTeams === true);
  const log = createStderrLog((line) => line);
  return sayWaitingUpTo(MAX_DURATION_MS, { log }, () =>
    deployment.kind === "cloud"
      ? runChecks(CLOUD_CHECKS.filter(isAsked), createCloudContext(deployment, options, diagnosis), report)
      : runChecks(DATA_CENTER_CHECKS.filter(isAsked), createContext(deployment, options, diagnosis), report),
  );
}

async function expiry({ deployment }: Context): Promise<Finding> {
  const place =
    deployment.kind === "cloud"
      ? "in Tempo, Settings, API integration, and among the API tokens of your Atlassian account"
      : "in Jira, Profile, Personal Access Tokens";
  return unknown(`Tempo and Jira do not report when tokens expire. Look ${place}.`);
}

async function jiraConnection({ deployment, isProxied, worker }: Context): Promise<Finding> {
  const url = deployment.kind === "cloud" ? deployment.jiraUrl : deployment.baseUrl;
  return connection("Jira", url, await worker(), isProxied);
}

async function jiraToken({ worker }: Context): Promise<Finding> {
  const { value, error } = await worker();
  return error ? failed(error) : ok(describeWorker(value));
}

/** A missing read:jira-work shows only when an issue is looked up. */
async function cloudJiraToken({ deployment, worker, issue }: CloudContext): Promise<Finding> {
  const { value, error } = await worker();
  if (error) return failed(error);
  const { tokenKind } = value;
  const owner = describeWorker(value);
  if (tokenKind === undefined) return ok(owner);
  if (tokenKind === "unscoped") {
    return { ...ok(`${owner} JIRA_API_TOKEN is a token without scopes.`), tokenKind };
  }
  const { error: unreadable } = await issue();
  if (unreadable) return { ...failed(unreadable), tokenKind };
  return {
    ...ok(
      `${owner} JIRA_API_TOKEN is a token with scopes, used through ${deployment.atlassianUrl} (ATLASSIAN_API_URL). It has ` +
        `those that are needed, ${NEEDED_SCOPES}.`,
    ),
    tokenKind,
  };
}

function describeWorker({ id, name }: Worker): string {
  return `Hours are logged for ${name === undefined ? id : `${name} (${id})`}.`;
}

async function cloudTempoConnection({
  deployment,
  isProxied,
  worker,
  workAttributes,
}: Context<CloudDeployment>): Promise<Finding> {
  const [result, jira] = await Promise.all([workAttributes(), worker()]);
  return connection("Tempo", deployment.tempoUrl, result, isProxied, hasNoResponse(jira.error));
}

/** The three reads of Tempo go out at once, so that a slow one does not use up the time of the others. */
async function dataCenterTempoConnection(context: Context<DataCenterDeployment>): Promise<Finding> {
  const { deployment, isProxied } = context;
  const [result] = await Promise.all([context.worklogs(), context.schedule(), context.workAttributes()]);
  const isThere = await isInstalled(context, result);
  if (isThere === true) return ok(`Tempo responds at ${deployment.baseUrl}.`);
  if (isThere === false && result.error) return failed(result.error, notInstalled(deployment.baseUrl));
  return connection("Tempo", deployment.baseUrl, result, isProxied);
}

/** Jira has accepted the token at this URL. */
function notInstalled(url: string): string {
  return (
    `Jira responds at ${url}, but Tempo is not installed there, or it is disabled: Jira knows no path of Tempo's API (HTTP 404). Ask ` +
    "your Jira administrator."
  );
}

function connection(
  name: string,
  url: string,
  { error }: Result<unknown>,
  isProxied: boolean,
  isJiraDownToo = false,
): Finding {
  if (!error || error instanceof UnauthorizedError || isAccepted(error)) {
    return ok(`${name} responds at ${url}.`);
  }
  if (!hasNoResponse(error) || isLoopback(new URL(url))) return failed(error);
  return failed(error, `${error.message} ${hint(isProxied, isJiraDownToo)}`);
}

function hint(isProxied: boolean, isJiraDownToo: boolean): string {
  if (isProxied) {
    return "Requests go through the proxy in HTTPS_PROXY or HTTP_PROXY: check its URL and password, or add the host to NO_PROXY.";
  }
  return isJiraDownToo
    ? "Jira could not be reached either: this machine has no network, or needs a proxy in HTTPS_PROXY."
    : "On a company network you may need a VPN, or a proxy in HTTPS_PROXY.";
}

function hasNoResponse(error: TimesheetError | undefined): boolean {
  return (
    error instanceof UnavailableError && error.httpStatus === undefined && !(error instanceof ProxyError)
  );
}

async function tempoToken(context: CloudContext): Promise<Finding> {
  const { error } = await context.workAttributes();
  if (!(error instanceof UnauthorizedError)) return ok("Tempo accepts TEMPO_API_TOKEN.");
  const others = await context.otherRegions();
  if (!others) return failed(error);
  const home = await homeRegion(context);
  if (home) return ok(`Tempo accepts TEMPO_API_TOKEN in the region ${host(home)}.`);
  const unchecked = others.filter(({ result }) => result.error?.code !== error.code);
  const regions =
    unchecked.length === 0
      ? `and at ${hosts(others)}`
      : `and no region that responds accepts it (no usable response from ${hosts(unchecked)})`;
  return failed(
    error,
    `TEMPO_API_TOKEN was rejected at ${host(context.deployment.tempoUrl)} (HTTP ${error.httpStatus}) ${regions}: it is ` +
      "incomplete, expired or revoked. Create a new one in Tempo, Settings, API integration, with the scopes " +
      `${listed(context.deployment.help.tempo.scopes)}, and set TEMPO_API_TOKEN to it.`,
  );
}

async function region(context: CloudContext): Promise<Finding> {
  const { tempoUrl } = context.deployment;
  const { error } = await context.workAttributes();
  const home = error instanceof UnauthorizedError ? await homeRegion(context) : undefined;
  if (!error || !home) return ok(`TEMPO_API_TOKEN belongs to ${host(tempoUrl)}.`);
  return failed(
    error,
    `TEMPO_API_TOKEN was rejected at ${host(tempoUrl)} but accepted at ${host(home)}: set TEMPO_API_URL to ${home}.`,
  );
}

/** A token that lacks a scope in a region is accepted there too. */
export async function homeRegion({ otherRegions }: CloudContext): Promise<string | undefined> {
  const others = await otherRegions();
  return others?.find(({ result: { error } }) => !error || isAccepted(error))?.region;
}

function isAccepted(error: TimesheetError): boolean {
  return error instanceof ForbiddenError && !(error instanceof BlockedError);
}

function hosts(regions: { region: string }[]): string {
  return regions.map(({ region }) => host(region)).join(" and ");
}

function host(url: string): string {
  return new URL(url).host;
}

/** The scope that each read needs on Cloud; tokens of Data Center have none. */
const SCOPES = {
  worklogs: "the scope Worklogs (manage)",
  schedule: "the scope Schemes (view)",
  approvals: "the scope Periods (view) or Approvals (manage)",
  teams: "the scope Teams (view)",
};

async function worklogs(context: Context): Promise<Finding> {
  const { value, error } = await context.worklogs();
  if (error) return denied(context, error, SCOPES.worklogs);
  const scope = context.deployment.kind === "cloud" ? "; it needs the token scope Worklogs (manage)" : "";
  const count = value.filter(({ date }) => date === context.today).length;
  return ok(`Worklogs can be read (${count} today). Writing was not tried${scope}.`);
}

async function schedule(context: Context): Promise<Finding> {
  const { value, error } = await context.schedule();
  if (error) return denied(context, error, SCOPES.schedule);
  const seconds = value.reduce((sum, { requiredSeconds }) => sum + requiredSeconds, 0);
  return ok(`The schedule can be read (${toHours(seconds)} h required today).`);
}

async function approvals(context: Context): Promise<Finding> {
  const { value, error } = await context.approvals();
  if (error) return denied(context, error, SCOPES.approvals);
  const [current] = value;
  const status = current ? ` (${current.startDate} to ${current.endDate} is ${current.status})` : "";
  const scope = context.deployment.kind === "cloud" ? "; it needs the token scope Approvals (manage)" : "";
  return ok(`Approvals can be read${status}. Submitting was not tried${scope}.`);
}

async function teams(context: Context): Promise<Finding> {
  const { value, error } = await context.teams();
  if (error) return denied(context, error, SCOPES.teams);
  const scope = context.deployment.kind === "cloud" ? "; it needs the token scope Approvals (view)" : "";
  if (value.length === 0) return ok("Teams can be read, but Tempo shows you none.");
  return ok(`Teams can be read (${value.length}). The hours of their members were not read${scope}.`);
}

async function workAttributes({ deployment, ...context }: Context): Promise<Finding> {
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
  if (!(error instanceof ForbiddenError) || error.hasReason) return failed(error);
  return failed(
    error,
    `TEMPO_API_TOKEN lacks ${scope} (HTTP ${error.httpStatus}). A token's scopes cannot be changed: create a ` +
      `new one in Tempo, Settings, API integration, with ${listed(deployment.help.tempo.scopes)}, and set ` +
      "TEMPO_API_TOKEN to it.",
  );
}

/**
 * Compares the authors of worklogs with the owner of the token. Data Center has an empty list for a user whom it does not know, so
 * that an empty one is compared with what Jira knows.
 */
export async function worker(context: Context): Promise<Finding> {
  const [{ value: owner }, { value: listed = [] }] = await Promise.all([
    context.worker(),
    context.worklogs(),
  ]);
  const name = context.deployment.kind === "cloud" ? "account id" : "user key";
  const id = owner?.id ?? "";
  const authors = [...new Set(listed.map(({ author }) => author))].filter((author) => author !== "");
  if (authors.some((author) => isSame(author, id))) {
    return ok(`Your worklogs of the last ${READ_DAYS} days have the ${name} that Jira has for you, ${id}.`);
  }
  const [other, ...more] = authors;
  // A list of several users is one that does not heed whose worklogs are asked for.
  if (other !== undefined && more.length === 0) {
    return failed(known(`Asked for the worklogs of ${id}, Tempo lists those of ${other}`, name));
  }
  const { value: issueKey } = await context.loggedIssue();
  if (issueKey !== undefined) {
    const logged = `In the last ${READ_DAYS} days you logged hours on ${issueKey}, as Jira knows, and Tempo lists none of ${id}`;
    return failed(known(logged, name));
  }
  return unknown(
    `Tempo lists no worklog of yours in the last ${READ_DAYS} days whose ${name} could be compared with that in Jira, ${id}. Once ` +
      "you have logged hours, run this again.",
  );
}

function isSame(author: string, id: string): boolean {
  return author.toLowerCase() === id.toLowerCase();
}

function known(found: string, name: string): UnexpectedResponseError {
  return new UnexpectedResponseError(
    `${found}: it knows you by another ${name} than Jira. What you log here would not show, and repeats would be stored twice. Log ` +
      "nothing with TempoFiller, and report this with Tempo's version.",
  );
}

/** The statuses that Tempo on Data Center may have for a missing permission and for an expired licence, and Jira without Tempo. */
const REFUSALS = [403, 404];

/** Whether Tempo is installed that refuses a request; undefined if that does not show. */
async function isInstalled(context: Context, { error }: Result<unknown>): Promise<boolean | undefined> {
  if (!REFUSALS.includes(error?.httpStatus ?? 0) || error instanceof BlockedError) return undefined;
  return (await context.isInstalled()).value;
}

/** The reasons for which an installed Tempo may refuse a request; undefined for another error. */
async function refusal(context: Context, error: TimesheetError): Promise<string | undefined> {
  if (!(await isInstalled(context, { error }))) return undefined;
  if (error instanceof ForbiddenError) return `${error.message} Tempo is installed there.`;
  const { checkPermission } = context.deployment.help.tempo;
  return `Tempo is installed there, and refuses this (HTTP ${error.httpStatus}). ${checkPermission}`;
}
