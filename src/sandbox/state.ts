/** A user of the embedded Tempo. */
export interface SandboxUser {
  /** The user's id on Cloud. */
  accountId: string;
  /** The user's id on Data Center. */
  key: string;
  /** The login name on Data Center. */
  name: string;
  displayName: string;
}

/** An issue of the embedded Jira. */
export interface SandboxIssue {
  id: number;
  key: string;
  summary: string;
  /** Keys from before the issue was moved, by which Jira still finds it. */
  formerKeys?: string[];
  /** True if the owner of the token may not see it. */
  hidden?: boolean;
}

/** A public holiday; part of the day if it is shorter than the working day. */
export interface SandboxHoliday {
  date: string;
  name: string;
  durationSeconds: number;
}

/** A field that the instance adds to worklogs. */
export interface SandboxWorkAttribute {
  id: number;
  key: string;
  name: string;
  required: boolean;
  /** What a list allows, with the names that people see; left out if it is no list. */
  values?: { value: string; name: string }[];
}

/** A worklog as the embedded Tempo keeps it. */
export interface SandboxWorklog {
  id: number;
  issueId: number;
  accountId: string;
  startDate: string;
  startTime?: string;
  timeSpentSeconds: number;
  billableSeconds: number;
  description: string;
  /** Values of work attributes by key. */
  attributes?: Record<string, string>;
}

/** The initial data of an embedded Tempo. */
export interface SandboxSeed {
  /** The sandbox's current date, for the dates of creation. */
  today: string;
  /** The owner of both tokens. */
  me: SandboxUser;
  colleagues: SandboxUser[];
  issues: SandboxIssue[];
  holidays: SandboxHoliday[];
  workAttributes: SandboxWorkAttribute[];
  worklogs: Omit<SandboxWorklog, "id">[];
  /** Seconds that a working day, Monday to Friday, requires. */
  workingDaySeconds: number;
}

/** How the embedded Tempo behaves where Tempo's documentation leaves it open, or instances differ. */
export interface SandboxBehaviour {
  /** How a worklog to store violates the instance's own rules: closed periods, required attributes, … */
  reject(worklog: Omit<SandboxWorklog, "id">): string[];
  /** The largest page it serves. */
  maxPageSize: number;
  /** The JSON body of a 404 for a worklog; undefined for the deployment's usual one. */
  notFoundBody: object | undefined;
}

/** The tokens it accepts. */
export interface SandboxCredentials {
  /** Data Center's only token. */
  personalAccessToken: string;
  tempoToken: string;
  jiraEmail: string;
  jiraToken: string;
}

/** The data of an embedded Tempo, in memory. */
export interface SandboxState {
  seed: SandboxSeed;
  behaviour: SandboxBehaviour;
  credentials: SandboxCredentials;
  worklogs: Map<number, SandboxWorklog>;
  nextWorklogId: number;
}

/** The first id, as long as a real one. */
const FIRST_WORKLOG_ID = 1_290_000;

export function createState(
  seed: SandboxSeed,
  credentials: SandboxCredentials,
  behaviour: SandboxBehaviour,
): SandboxState {
  const state: SandboxState = {
    seed,
    behaviour,
    credentials,
    worklogs: new Map(),
    nextWorklogId: FIRST_WORKLOG_ID,
  };
  for (const worklog of seed.worklogs) store(state, worklog);
  return state;
}

/** Stores a worklog under a new id. */
export function store(state: SandboxState, worklog: Omit<SandboxWorklog, "id">): SandboxWorklog {
  const stored = { id: state.nextWorklogId, ...worklog };
  state.nextWorklogId += 1;
  state.worklogs.set(stored.id, stored);
  return stored;
}
