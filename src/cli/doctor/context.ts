import type { Connection } from "../../runtime/connection.ts";
import type { CloudDeployment, Deployment } from "../../tempo/deployment.ts";
import { openTimesheet } from "../../tempo/open-timesheet.ts";
import { addDays } from "../../timesheet/dates.ts";
import { TimesheetError } from "../../timesheet/errors.ts";
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
export type Context<Kind extends Deployment = Deployment> = ReturnType<typeof createContext<Kind>>;

export type CloudContext = ReturnType<typeof createCloudContext>;

export function createContext<Kind extends Deployment>(
  deployment: Kind,
  options: Connection["options"],
  { isProxied, today }: DiagnosisOptions,
  timesheet = openTimesheet(deployment, options),
) {
  const { first, later } = scopes(options);
  const range = { startDate: today, endDate: today };
  const recent = { startDate: addDays(today, 1 - READ_DAYS), endDate: addDays(today, 1) };
  const inJira = { startDate: addDays(recent.startDate, 1), endDate: today };
  // Tempo on Data Center is asked only after Jira has responded, so it gets the later deadline.
  const attributes = deployment.kind === "cloud" ? first : later;
  return {
    deployment,
    isProxied,
    today,
    worker: once(() => timesheet.whoAmI(first)),
    /** The worklogs of the last days, and of tomorrow, which may have begun where Jira is. */
    worklogs: once(() => timesheet.listWorklogs(recent, later)),
    /** Looks on the same days, without the first and the last, whose hours may be a day off for Jira. */
    loggedIssue: once(() => timesheet.findLoggedIssue(inJira, later)),
    isInstalled: once(() => timesheet.isInstalled(later)),
    schedule: once(async () => completeSchedule(range, await timesheet.getSchedule(range, later))),
    workAttributes: once(() => timesheet.workAttributes(attributes)),
    /** The approvals of today's period. */
    approvals: once(() => timesheet.approvals.read(range, (periods) => periods, later)),
    teams: once(() => timesheet.teams.list(later)),
  };
}

export function createCloudContext(
  deployment: CloudDeployment,
  options: Connection["options"],
  diagnosis: DiagnosisOptions,
) {
  const { later } = scopes(options);
  const { regions } = diagnosis;
  const timesheet = openTimesheet(deployment, options);
  const others = regions
    .filter((region) => region !== deployment.tempoUrl)
    .map((region) => ({
      region,
      read: once(() => openTimesheet({ ...deployment, tempoUrl: region }, options).workAttributes(later)),
    }));
  return {
    ...createContext(deployment, options, diagnosis, timesheet),
    /** Looks for an issue that need not exist. */
    issue: once(() => timesheet.findIssues([ANY_ISSUE], later)),
    /** Undefined if the configured URL is not one of Tempo's regions, since the token was not issued for them. */
    otherRegions: async () =>
      regions.includes(deployment.tempoUrl)
        ? Promise.all(others.map(async ({ region, read }) => ({ region, result: await read() })))
        : undefined,
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

/** Sends a request when it is first asked for, and keeps its result. */
function once<Value>(request: () => Promise<Value>): () => Promise<Result<Value>> {
  let result: Promise<Result<Value>> | undefined;
  return () => {
    result ??= request().then(
      (value) => ({ value }),
      (error) => {
        if (error instanceof TimesheetError) return { error };
        throw error;
      },
    );
    return result;
  };
}
