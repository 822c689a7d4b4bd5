import type { ServiceHelp } from "./http/service.ts";

/** The value of a work attribute in the settings that stands for the account of each worklog's issue. */
export const ACCOUNT_OF_ISSUE = "@issue";

/** The addresses of Tempo Cloud's API. A token works in one of them only. */
export const REGIONS = ["https://api.tempo.io", "https://api.eu.tempo.io", "https://api.us.tempo.io"];

/** The scopes that a Jira token with scopes needs: the first to look up issues, the second to find its owner. */
export const NEEDED_SCOPES = "read:jira-work and read:jira-user";

/** Values of work attributes by their keys. */
export type WorkAttributeValues = Record<string, string>;

export type Deployment = CloudDeployment | DataCenterDeployment;

export interface CloudDeployment {
  kind: "cloud";
  /** Origin of the Tempo REST API; paths start with `/4`. */
  tempoUrl: string;
  tempoToken: string;
  jiraUrl: string;
  jiraEmail: string;
  jiraToken: string;
  /** Origin of Atlassian's API gateway, for a Jira token with scopes. */
  atlassianUrl: string;
  workAttributes: WorkAttributeValues;
  help: CloudHelp;
}

export interface DataCenterDeployment {
  kind: "datacenter";
  /** Includes the context path if there is one. */
  baseUrl: string;
  token: string;
  workAttributes: WorkAttributeValues;
  help: DeploymentHelp;
}

export interface DeploymentHelp {
  tempo: ServiceHelp;
  /** Tempo's accounts. */
  accounts: ServiceHelp;
  jira: ServiceHelp;
  workAttributesSetting: string;
  /** The tools that take values of work attributes, and how to turn them on. */
  toolsWithAttributes: string;
}

export interface CloudHelp extends DeploymentHelp {
  /** `scopes`: those that the token needs for the settings, as Tempo's interface names them. */
  tempo: ServiceHelp & { scopes: readonly string[] };
  /** Tempo, for requests about approvals, which need further scopes. */
  approvals: ServiceHelp;
  /** Tempo, for requests about teams, which need further scopes. */
  teams: ServiceHelp;
  /** Jira at Atlassian's API gateway. */
  gateway: ServiceHelp;
}
