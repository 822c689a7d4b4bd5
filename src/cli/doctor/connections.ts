import { isLoopback } from "../../config/url.ts";
import { type CloudDeployment, type DataCenterDeployment, NEEDED_SCOPES } from "../../tempo/deployment.ts";
import type { Worker } from "../../tempo/diagnostic-timesheet.ts";
import {
  ForbiddenError,
  ProxyError,
  type TimesheetError,
  UnauthorizedError,
  UnavailableError,
} from "../../timesheet/errors.ts";
import type { CloudContext, Context, Result } from "./context.ts";
import { isInstalled } from "./presence.ts";
import { type Finding, failed, ok } from "./report.ts";

export async function jiraConnection({ deployment, isProxied, worker }: Context): Promise<Finding> {
  const url = deployment.kind === "cloud" ? deployment.jiraUrl : deployment.baseUrl;
  return connection("Jira", url, await worker(), isProxied);
}

export async function jiraToken({ worker }: Context): Promise<Finding> {
  const { value, error } = await worker();
  return error ? failed(error) : ok(describeWorker(value));
}

/** A missing read:jira-work shows only when an issue is looked up. */
export async function cloudJiraToken({ deployment, worker, issue }: CloudContext): Promise<Finding> {
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

export async function cloudTempoConnection({
  deployment,
  isProxied,
  worker,
  workAttributes,
}: Context<CloudDeployment>): Promise<Finding> {
  const [result, jira] = await Promise.all([workAttributes(), worker()]);
  return connection("Tempo", deployment.tempoUrl, result, isProxied, hasNoResponse(jira.error));
}

/** The three reads of Tempo go out at once, so that a slow one does not use up the time of the others. */
export async function dataCenterTempoConnection(context: Context<DataCenterDeployment>): Promise<Finding> {
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
  if (!error || error instanceof UnauthorizedError || error instanceof ForbiddenError) {
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
