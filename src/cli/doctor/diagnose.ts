import type { Connection } from "../../runtime/connection.ts";
import type { CloudDeployment, DataCenterDeployment } from "../../tempo/deployment.ts";
import { openTimesheet } from "../../tempo/open-timesheet.ts";
import { ForbiddenError, UnauthorizedError } from "../../timesheet/errors.ts";
import type { CallScope } from "../../timesheet/port.ts";
import { ask } from "./ask.ts";
import { schedule, scheduleOf, workAttributes, worklogs } from "./permissions.ts";
import { knownToken, refusedToken } from "./region.ts";
import { type Check, type CheckName, firstFailed, skipped, unknown } from "./report.ts";
import { connection, jiraToken } from "./services.ts";

/** How long all checks may take together. */
export const LONGEST_MS = 30_000;

/** The share of it after which nobody waits for a first answer any more, so that the rest has its time. */
const REACHING_SHARE = 2 / 3;

/** What the checks need to know beside the deployment. */
export interface DiagnosisOptions {
  /** Addresses that a token of Tempo Cloud may belong to. */
  regions: string[];
  /** Whether requests go through a proxy. */
  isProxied: boolean;
  /** The date whose worklogs and schedule are read. */
  today: string;
}

/** The bounds of the questions: of the first ones, and of those that build on them. */
interface Scopes {
  reaching: CallScope;
  reading: CallScope;
}

/** Checks a deployment, by reads alone, within `LONGEST_MS`. */
export function diagnose(
  { deployment, options }: Connection,
  circumstances: DiagnosisOptions,
): Promise<Check[]> {
  const start = options.clock.now();
  const { signal } = new AbortController();
  const scopes = {
    reaching: { signal, deadline: start + LONGEST_MS * REACHING_SHARE },
    reading: { signal, deadline: start + LONGEST_MS },
  };
  return deployment.kind === "cloud"
    ? diagnoseCloud(deployment, options, circumstances, scopes)
    : diagnoseDataCenter(deployment, options, circumstances, scopes);
}

/** Jira and Tempo have addresses and tokens of their own, so either is looked at whatever becomes of the other. */
async function diagnoseCloud(
  deployment: CloudDeployment,
  options: Connection["options"],
  { regions, isProxied, today }: DiagnosisOptions,
  { reaching, reading }: Scopes,
): Promise<Check[]> {
  const { jiraUrl, tempoUrl } = deployment;
  const timesheet = openTimesheet(deployment, options);
  const [worker, catalogue] = await Promise.all([
    ask(timesheet.whoAmI(reaching)),
    ask(timesheet.workAttributes(reaching)),
  ]);
  const jira = connection({
    check: "jira_connection",
    name: "Jira",
    address: jiraUrl,
    answer: worker,
    isProxied,
  });
  const tempo = connection({
    check: "tempo_connection",
    name: "Tempo",
    address: tempoUrl,
    answer: catalogue,
    isProxied,
  });

  async function tempoToken(): Promise<Check[]> {
    const { error } = catalogue;
    if (error instanceof UnauthorizedError) return refusedToken(deployment, options, regions, error, reading);
    return error && !(error instanceof ForbiddenError)
      ? [skipped("tempo_token", tempo.check), skipped("region", tempo.check)]
      : knownToken(deployment);
  }
  const ofTempo = [tempo, ...(await tempoToken())];
  const grounds = [jira, jiraToken(jira, worker), ...ofTempo];
  const cause = firstFailed(grounds);
  const ofOwner = cause
    ? [skipped("worklogs", cause.check), skipped("schedule", cause.check)]
    : await Promise.all([
        ask(timesheet.getExistingWorklogs({ startDate: today, endDate: today }, reading)).then((answer) =>
          worklogs(answer, true),
        ),
        ask(scheduleOf(timesheet, today, reading)).then((answer) => schedule(answer, true)),
      ]);
  return [
    ...grounds,
    ...ofOwner,
    attributesAfter(firstFailed(ofTempo), catalogue, deployment.workAttributes),
    unknown(
      "expiry",
      "Neither Tempo nor Jira tells when a token expires. Look in Tempo, Settings, API integration, and among the API " +
        "tokens of your Atlassian account.",
    ),
  ];
}

/** Jira and Tempo share address and token here, so Jira's answer is the ground of the rest. */
async function diagnoseDataCenter(
  deployment: DataCenterDeployment,
  options: Connection["options"],
  { isProxied, today }: DiagnosisOptions,
  { reaching, reading }: Scopes,
): Promise<Check[]> {
  const address = deployment.baseUrl;
  const timesheet = openTimesheet(deployment, options);
  const worker = await ask(timesheet.whoAmI(reaching));
  const jira = connection({ check: "jira_connection", name: "Jira", address, answer: worker, isProxied });
  const grounds = [jira, jiraToken(jira, worker)];
  const expiry = unknown(
    "expiry",
    "Jira does not tell of the token it is shown when it expires. Look in Jira, Profile, Personal Access Tokens.",
  );
  const cause = firstFailed(grounds);
  if (cause) {
    const rest: CheckName[] = ["tempo_connection", "worklogs", "schedule", "work_attributes"];
    return [...grounds, ...rest.map((check) => skipped(check, cause.check)), expiry];
  }
  const [standing, days, catalogue] = await Promise.all([
    ask(timesheet.getExistingWorklogs({ startDate: today, endDate: today }, reading)),
    ask(scheduleOf(timesheet, today, reading)),
    ask(timesheet.workAttributes(reading)),
  ]);
  const tempo = connection({
    check: "tempo_connection",
    name: "Tempo",
    address,
    answer: standing,
    isProxied,
  });
  return [
    ...grounds,
    tempo,
    ...(tempo.status === "failed"
      ? [skipped("worklogs", tempo.check), skipped("schedule", tempo.check)]
      : [worklogs(standing, false), schedule(days, false)]),
    attributesAfter(firstFailed([tempo]), catalogue, deployment.workAttributes),
    expiry,
  ];
}

function attributesAfter(
  cause: Check | undefined,
  catalogue: Parameters<typeof workAttributes>[0],
  configured: Parameters<typeof workAttributes>[1],
): Check {
  return cause ? skipped("work_attributes", cause.check) : workAttributes(catalogue, configured);
}
