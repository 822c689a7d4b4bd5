import type { Connection } from "../../runtime/connection.ts";
import type { CloudDeployment, Deployment } from "../../tempo/deployment.ts";
import type { ListedWorklog, Worker } from "../../tempo/diagnostic-timesheet.ts";
import { openTimesheet } from "../../tempo/open-timesheet.ts";
import type { WorkAttribute } from "../../tempo/work-attributes.ts";
import { addDays } from "../../timesheet/dates.ts";
import { TimesheetError } from "../../timesheet/errors.ts";
import type { Approval, ScheduledDay, Team } from "../../timesheet/port.ts";
import { completeSchedule } from "../../timesheet/schedule.ts";

export const MAX_DURATION_MS = 30_000;

/** The number of days, today the last of them, whose worklogs are read. */
export const READ_DAYS = 30;

const ANY_ISSUE = "TEMPOFILLER-1";

/** Leaves time for the requests after them. */
const FIRST_REQUESTS_SHARE = 2 / 3;

export interface DiagnosisOptions {
  regions: string[];
  isProxied: boolean;
  /** Whether the tool set approvals is on; not unless given. */
  checksApprovals?: boolean;
  /** Whether the tool set team is on; not unless given. */
  checksTeams?: boolean;
  today: string;
}

export type Result<Value> = { value: Value; error?: never } | { value?: never; error: TimesheetError };

/** Each request is sent once, by the first check that calls its function. */
export interface Context<Kind extends Deployment = Deployment> {
  deployment: Kind;
  isProxied: boolean;
  today: string;
  worker(): Promise<Result<Worker>>;
  /** The worklogs of the last days, and of tomorrow, which may have begun where Jira is. */
  worklogs(): Promise<Result<ListedWorklog[]>>;
  /** Looks on the same days, without the first and the last, whose hours may be a day off for Jira. */
  loggedIssue(): Promise<Result<string | undefined>>;
  isInstalled(): Promise<Result<boolean | undefined>>;
  schedule(): Promise<Result<ScheduledDay[]>>;
  workAttributes(): Promise<Result<WorkAttribute[]>>;
  /** The approvals of today's period. */
  approvals(): Promise<Result<Approval[]>>;
  /** The teams that the user may see. */
  teams(): Promise<Result<Team[]>>;
}

export interface CloudContext extends Context<CloudDeployment> {
  /** Looks for an issue that need not exist. */
  issue(): Promise<Result<unknown>>;
  /** Undefined if the configured URL is not one of Tempo's regions, since the token was not issued for them. */
  otherRegions(): Promise<{ region: string; result: Result<WorkAttribute[]> }[] | undefined>;
}

export function createContext<Kind extends Deployment>(
  deployment: Kind,
  options: Connection["options"],
  { isProxied, today }: DiagnosisOptions,
  timesheet = openTimesheet(deployment, options),
): Context<Kind> {
  const { first, later } = scopes(options);
  const range = { startDate: today, endDate: today };
  const recent = { startDate: addDays(today, 1 - READ_DAYS), endDate: addDays(today, 1) };
  const inJira = { startDate: addDays(recent.startDate, 1), endDate: today };
  const schedule = async () => completeSchedule(range, await timesheet.getSchedule(range, later));
  // Tempo on Data Center is asked only after Jira has responded, so it gets the later deadline.
  const attributes = deployment.kind === "cloud" ? first : later;
  return {
    deployment,
    isProxied,
    today,
    worker: once(() => attempt(timesheet.whoAmI(first))),
    worklogs: once(() => attempt(timesheet.listWorklogs(recent, later))),
    loggedIssue: once(() => attempt(timesheet.findLoggedIssue(inJira, later))),
    isInstalled: once(() => attempt(timesheet.isInstalled(later))),
    schedule: once(() => attempt(schedule())),
    workAttributes: once(() => attempt(timesheet.workAttributes(attributes))),
    approvals: once(() => attempt(timesheet.approvals.read(range, (periods) => periods, later))),
    teams: once(() => attempt(timesheet.teams.list(later))),
  };
}

export function createCloudContext(
  deployment: CloudDeployment,
  options: Connection["options"],
  diagnosis: DiagnosisOptions,
): CloudContext {
  const { later } = scopes(options);
  const { regions } = diagnosis;
  const others = regions.filter((region) => region !== deployment.tempoUrl);
  const read = (region: string) =>
    attempt(openTimesheet({ ...deployment, tempoUrl: region }, options).workAttributes(later));
  const timesheet = openTimesheet(deployment, options);
  return {
    ...createContext(deployment, options, diagnosis, timesheet),
    issue: once(() => attempt(timesheet.findIssues([ANY_ISSUE], later))),
    otherRegions: once(async () =>
      regions.includes(deployment.tempoUrl)
        ? Promise.all(others.map(async (region) => ({ region, result: await read(region) })))
        : undefined,
    ),
  };
}

function scopes({ clock }: Connection["options"]) {
  const start = clock.now();
  const { signal } = new AbortController();
  return {
    first: { signal, deadline: start + MAX_DURATION_MS * FIRST_REQUESTS_SHARE },
    later: { signal, deadline: start + MAX_DURATION_MS },
  };
}

async function attempt<Value>(request: Promise<Value>): Promise<Result<Value>> {
  try {
    return { value: await request };
  } catch (error) {
    if (error instanceof TimesheetError) return { error };
    throw error;
  }
}

function once<Value>(create: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return () => {
    value ??= create();
    return value;
  };
}
