import type { Clock } from "../timesheet/clock.ts";

export interface SandboxUser {
  /** The user's id on Cloud. */
  accountId: string;
  /** The user's id on Data Center. */
  key: string;
  /** Login name on Data Center. */
  name: string;
  displayName: string;
  /** Hidden unless given. */
  email?: string;
  /** Whether the account is deactivated in Jira. */
  inactive?: boolean;
  /** The seconds that the schedule requires on a working day; those of the seed unless given, none for a user without a schedule. */
  workingDaySeconds?: number;
  /** The zone of the user's profile, which Jira takes dates of queries in; hidden, and UTC, unless given. */
  timeZone?: string;
}

/** A comment of a user on an issue, or a change of some of its fields. */
export interface SandboxActivity {
  issueId: number;
  accountId: string;
  /** yyyy-MM-ddTHH:mm:ss in UTC. */
  at: string;
  /** New values by the names of fields, such as status; left out for a comment. */
  changes?: Record<string, string>;
}

/** Hours that were logged through Jira Cloud. */
export interface SandboxJiraWorklog {
  id: number;
  issueId: number;
  accountId: string;
  /** yyyy-MM-ddTHH:mm:ss in UTC. */
  started: string;
  timeSpentSeconds: number;
  /** Left out until Tempo has learnt of them. */
  tempoWorklogId?: number;
}

export interface SandboxIssue {
  id: number;
  key: string;
  summary: string;
  /** Keys that the issue had before it was moved; Jira still finds it by them. */
  formerKeys?: string[];
  /** Whether the owner of the token cannot see it. */
  hidden?: boolean;
  /** Whether its status has the category "done". */
  closed?: boolean;
  /** Whether the owner of the token is its assignee. */
  isAssigned?: boolean;
  /** Whether the owner of the token reported it, and whether it is watched. */
  isReported?: boolean;
  isWatched?: boolean;
  /** Key of its Tempo account. */
  accountKey?: string;
  /** Who created it, and when: yyyy-MM-ddTHH:mm:ss in UTC. Jira does not say it unless given. */
  created?: { accountId: string; at: string };
}

/** A Tempo account, and the projects that may use it. */
export interface SandboxAccount {
  id: number;
  key: string;
  name: string;
  /** Open unless given. */
  status?: "OPEN" | "CLOSED" | "ARCHIVED";
  /** Whether every project may use it. */
  global?: boolean;
  /** Keys of the projects that it is linked to. */
  projects?: string[];
  /** Keys of the projects whose default it is. */
  defaultOf?: string[];
}

/** Part of the day if shorter than the working day. */
export interface SandboxHoliday {
  date: string;
  name: string;
  durationSeconds: number;
}

/** A schedule from a date on, such as that of a part-time job. */
export interface SandboxScheduleChange {
  from: string;
  workingDaySeconds: number;
  /** Days from Monday to Friday that are off. */
  daysOff?: readonly string[];
}

export interface SandboxWorkAttribute {
  id: number;
  key: string;
  name: string;
  required: boolean;
  /** A list or a text unless given. */
  type?: "ACCOUNT";
  /** The values of a list with the names that users see; left out for an attribute of another kind. */
  values?: { value: string; name: string }[];
  /** An update that does not send the attribute resets it to this value, or removes it if there is none. */
  default?: string;
}

export interface SandboxWorklog {
  id: number;
  issueId: number;
  accountId: string;
  startDate: string;
  startTime?: string;
  timeSpentSeconds: number;
  billableSeconds: number;
  description: string;
  /** Values by the key of their attribute. */
  attributes?: Record<string, string>;
  /** yyyy-MM-ddTHH:mm:ss in UTC; nine o'clock today unless given, or unless the sandbox has a clock. */
  createdAt?: string;
}

export type NewWorklog = Omit<SandboxWorklog, "id">;

/** The approval of a period's timesheet. */
export interface SandboxApproval {
  status: "open" | "in_review" | "approved";
  comment?: string;
  /** Account id. */
  reviewer?: string;
  /** Date of the last step. */
  updatedOn?: string;
}

/** A team, and what the owner of the token may see of it: all unless given. */
export interface SandboxTeam {
  id: number;
  name: string;
  hidden?: "team" | "timesheets";
  members: SandboxMembership[];
}

export interface SandboxMembership {
  accountId: string;
  /** First date; none unless given. */
  from?: string;
  /** Last date; none unless given. */
  to?: string;
  /** Keys are the first dates of periods; the others are open. Those of the owner are the seed's own. */
  approvals?: Record<string, SandboxApproval>;
  /** Whether Tempo lists no timesheet of the member. */
  withoutTimesheet?: boolean;
}

export interface SandboxSeed {
  today: string;
  /** Owner of both tokens. */
  me: SandboxUser;
  colleagues: SandboxUser[];
  issues: SandboxIssue[];
  holidays: SandboxHoliday[];
  workAttributes: SandboxWorkAttribute[];
  /** None unless given. */
  accounts?: SandboxAccount[];
  worklogs: NewWorklog[];
  /** None unless given. */
  activity?: SandboxActivity[];
  /** None unless given. */
  jiraWorklogs?: SandboxJiraWorklog[];
  workingDaySeconds: number;
  /** Other schedules of the owner of the token, ascending by the dates they begin on; none unless given. */
  scheduleChanges?: SandboxScheduleChange[];
  /** Months unless given. */
  approvalPeriod?: "MONTH" | "WEEK";
  /** Keys are the first dates of periods; the others are open. */
  approvals?: Record<string, SandboxApproval>;
  /** None unless given. */
  teams?: SandboxTeam[];
  /** Account ids of those who may approve the owner's timesheets; the colleagues unless given. */
  reviewers?: string[];
}

/** The usual behaviour where Tempo's documentation leaves it open, or instances differ. */
const USUAL_BEHAVIOUR = {
  /** Returns violations of the instance's own rules: closed periods, required attributes, … */
  reject: (_: NewWorklog): string[] => [],
  /** Returns the worklog that is stored instead: rounded, tidied, or with a text of the instance's own. */
  change: (worklog: NewWorklog) => worklog,
  /** Returns the worklogs that lists show: an instance's lists may lag. */
  listed: (worklogs: SandboxWorklog[]) => worklogs,
  /** The character between date and time on Data Center. */
  timeSeparator: " " as " " | "T",
  /** Whether Data Center has schedules of several users at once too; older Tempo has not. */
  schedules: "of several users" as "of several users" | "of one user",
  /** The status of every reply of Tempo on Data Center whose licence has expired; undefined if it is valid. */
  licenceStatus: undefined as 403 | 404 | undefined,
  /** The start times that Cloud stores if none is sent: none, eight o'clock, or when the last worklog of the date ends. */
  startTimes: "none" as "none" | "at eight" | "one after another",
  /** Whether the last page of a list on Cloud has an empty address of the next. */
  nextOfLastPage: "left out" as "left out" | "empty",
  /** The number of nodes that number worklogs by turns; the other of two has smaller ids. */
  idBanks: 1 as 1 | 2,
  /** The clock that new worklogs are created by; without one, no request takes time, whatever the switches say. */
  clock: undefined as Pick<Clock, "wallClock" | "sleep"> | undefined,
  /** The seconds until Tempo has stored worklogs that are posted. It goes on if the client has gone meanwhile. */
  secondsToStore: 0,
  /** Whether a gateway answers such a request with 504 at once. Tempo does not learn of it. */
  gatewayGivesUp: false,
  /**
   * Whether overlapping writes on an issue lose updates of the issue's time spent, though their worklogs stand: Jira reads it, and stores
   * the sum a while later without a lock.
   */
  losesUpdates: false,
  /** The scopes that the Tempo token on Cloud lacks. */
  missingTempoScopes: [] as readonly ("Approvals" | "Periods" | "Teams")[],
  /** The scopes of the Jira token on Cloud, which then works at the gateway only; undefined for a token without scopes. */
  jiraTokenScopes: undefined as readonly string[] | undefined,
};

export type SandboxBehaviour = typeof USUAL_BEHAVIOUR;

export interface SandboxCredentials {
  personalAccessToken: string;
  tempoToken: string;
  jiraEmail: string;
  jiraToken: string;
}

export interface SandboxState {
  seed: SandboxSeed;
  behaviour: SandboxBehaviour;
  credentials: SandboxCredentials;
  worklogs: Map<number, SandboxWorklog>;
  /** The seconds that Jira shows as each issue's time spent, by the issue's id: the sum of all users' worklogs unless updates are lost. */
  timeSpent: Map<number, number>;
  /** The seconds by which the request that is being carried out changes them. */
  uncounted: Map<number, number>;
  /** Keys are the first dates of periods. */
  approvals: Map<string, SandboxApproval>;
  /** Every submission that was accepted. */
  submissions: { startDate: string; comment: string }[];
  /** Every recall that was accepted. */
  recalls: { startDate: string; comment: string }[];
  nextWorklogId: number;
  /** The next id of the other node, if there are two. */
  otherNextWorklogId: number;
}

/** The first id, as long as a real one. */
const FIRST_WORKLOG_ID = 1_290_000;

export function createState(
  seed: SandboxSeed,
  credentials: SandboxCredentials,
  behaviour: Partial<SandboxBehaviour>,
): SandboxState {
  const state: SandboxState = {
    seed,
    behaviour: { ...USUAL_BEHAVIOUR, ...behaviour },
    credentials,
    worklogs: new Map(),
    timeSpent: new Map(),
    uncounted: new Map(),
    approvals: new Map(Object.entries(seed.approvals ?? {})),
    submissions: [],
    recalls: [],
    nextWorklogId: FIRST_WORKLOG_ID,
    otherNextWorklogId: FIRST_WORKLOG_ID - 100_000,
  };
  for (const worklog of seed.worklogs) add(state, worklog);
  return Object.assign(state, { timeSpent: state.uncounted, uncounted: new Map() });
}

export function usersOf({ seed }: Pick<SandboxState, "seed">): SandboxUser[] {
  return [seed.me, ...seed.colleagues];
}

/** The user whom Cloud knows by an account id. */
export function userOf(state: SandboxState, accountId: unknown): SandboxUser | undefined {
  return usersOf(state).find((user) => user.accountId === accountId);
}

/** Stores a worklog anew, under its id. */
export function replace(state: SandboxState, before: SandboxWorklog, worklog: NewWorklog): SandboxWorklog {
  const { id, createdAt } = before;
  const defaults = state.seed.workAttributes.flatMap(({ key, default: value }) =>
    value === undefined ? [] : [[key, value] as const],
  );
  const attributes = { ...Object.fromEntries(defaults), ...worklog.attributes };
  const stored = {
    id,
    ...worklog,
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(createdAt !== undefined && { createdAt }),
  };
  state.worklogs.set(id, stored);
  spend(state, before.issueId, -before.timeSpentSeconds);
  spend(state, stored.issueId, stored.timeSpentSeconds);
  return stored;
}

export function remove(state: SandboxState, { id, issueId, timeSpentSeconds }: SandboxWorklog): void {
  state.worklogs.delete(id);
  spend(state, issueId, -timeSpentSeconds);
}

function spend({ uncounted }: SandboxState, issueId: number, seconds: number): void {
  uncounted.set(issueId, (uncounted.get(issueId) ?? 0) + seconds);
}

/** The wait of Jira between reading an issue's time spent and storing it. */
const COUNTING_MS = 120;

/** Changes the time spent on issues by what a request has written: at once, unless updates may be lost. */
export async function countTimeSpent(state: SandboxState): Promise<void> {
  const { timeSpent, uncounted, behaviour } = state;
  if (uncounted.size === 0) return;
  state.uncounted = new Map();
  const sums = [...uncounted].map(([id, seconds]) => [id, (timeSpent.get(id) ?? 0) + seconds] as const);
  if (behaviour.losesUpdates) await behaviour.clock?.sleep(COUNTING_MS);
  for (const [id, sum] of sums) timeSpent.set(id, sum);
}

/** A worklog as Cloud stores it. */
export function withStartTime(
  { behaviour: { startTimes }, worklogs }: SandboxState,
  worklog: NewWorklog,
): NewWorklog {
  if (worklog.startTime !== undefined || startTimes === "none") return worklog;
  const ends = [...worklogs.values()]
    .filter(({ accountId, startDate }) => accountId === worklog.accountId && startDate === worklog.startDate)
    .map(({ startTime = EIGHT, timeSpentSeconds }) => secondOf(startTime) + timeSpentSeconds);
  const start = startTimes === "at eight" ? secondOf(EIGHT) : Math.max(secondOf(EIGHT), ...ends);
  return { ...worklog, startTime: timeOfDay(start % 86_400) };
}

const EIGHT = "08:00:00";

function secondOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(":").map(Number);
  return hours * 3600 + minutes * 60 + seconds;
}

function timeOfDay(second: number): string {
  return new Date(second * 1000).toISOString().slice(11, 19);
}

/** Stores a new worklog, created now. */
export function store(state: SandboxState, worklog: NewWorklog): SandboxWorklog {
  const { clock } = state.behaviour;
  return add(state, {
    ...(clock && { createdAt: new Date(clock.wallClock()).toISOString().slice(0, 19) }),
    ...worklog,
  });
}

function add(state: SandboxState, worklog: NewWorklog): SandboxWorklog {
  const stored = { id: state.nextWorklogId, ...worklog };
  state.nextWorklogId += 1;
  if (state.behaviour.idBanks === 2) {
    const { nextWorklogId, otherNextWorklogId } = state;
    Object.assign(state, { nextWorklogId: otherNextWorklogId, otherNextWorklogId: nextWorklogId });
  }
  state.worklogs.set(stored.id, stored);
  spend(state, stored.issueId, stored.timeSpentSeconds);
  return stored;
}
