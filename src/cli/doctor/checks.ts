import type { DataCenterDeployment } from "../../tempo/deployment.ts";
import { region, tempoToken } from "./cloud-token.ts";
import {
  cloudJiraToken,
  cloudTempoConnection,
  dataCenterTempoConnection,
  jiraConnection,
  jiraToken,
} from "./connections.ts";
import type { CloudContext, Context } from "./context.ts";
import { approvals, schedule, teams, workAttributes, worklogs } from "./permissions.ts";
import { type Finding, unknown } from "./report.ts";
import type { CheckDefinition } from "./run-checks.ts";
import { worker } from "./worker.ts";

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

async function expiry({ deployment }: Context): Promise<Finding> {
  const place =
    deployment.kind === "cloud"
      ? "in Tempo, Settings, API integration, and among the API tokens of your Atlassian account"
      : "in Jira, Profile, Personal Access Tokens";
  return unknown(`Tempo and Jira do not report when tokens expire. Look ${place}.`);
}
