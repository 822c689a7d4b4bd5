import type { ServiceHelp } from "./http/service.ts";
import type { WorkAttributeValues } from "./work-attributes.ts";

/** A Tempo and how to reach it. */
export type Deployment = CloudDeployment | DataCenterDeployment;

/** Where Tempo Cloud and its Jira are, and the credentials for them. */
export interface CloudDeployment {
  kind: "cloud";
  /** Origin of the Tempo REST API; paths start with `/4`. */
  tempoUrl: string;
  tempoToken: string;
  /** Base URL of the Jira site. */
  jiraUrl: string;
  jiraEmail: string;
  jiraToken: string;
  workAttributes: WorkAttributeValues;
  help: DeploymentHelp;
}

/** Where a Jira Data Center with Tempo is, and the credentials for it. */
export interface DataCenterDeployment {
  kind: "datacenter";
  /** Base URL of the Jira, with its context path if it has one. */
  baseUrl: string;
  /** A personal access token of Jira. */
  token: string;
  workAttributes: WorkAttributeValues;
  help: DeploymentHelp;
}

/** What errors tell people to do about a deployment. */
export interface DeploymentHelp {
  tempo: ServiceHelp;
  jira: ServiceHelp;
  /** The setting of the work attributes. */
  workAttributesSetting: string;
}
