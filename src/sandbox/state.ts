/** A user of the embedded Tempo. */
export interface SandboxUser {
  /** What Cloud knows the user by. */
  accountId: string;
  /** What Data Center knows the user by. */
  key: string;
  /** The name to log in to Data Center with. */
  name: string;
  displayName: string;
}

/** An issue of the embedded Jira. */
export interface SandboxIssue {
  id: number;
  key: string;
  summary: string;
  /** Keys from before the issue was moved; Jira still finds it by them. */
  formerKeys?: string[];
  /** True where the owner of the token may not see it. */
  hidden?: boolean;
}

/** A public holiday; of part of the day where it is shorter than the working day. */
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
  /** What may be sent, with what a person sees, where it is a list. */
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

/** What an embedded Tempo starts from. */
export interface SandboxSeed {
  /** The sandbox's own today, which stamps what is stored. */
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

/** How the embedded Tempo behaves where Tempo's documents leave it open, or where an instance has rules of its own. */
export interface SandboxBehaviour {
  /** Violations that an instance's own rules find in a worklog to store: closed periods, required attributes, … */
  reject(worklog: Omit<SandboxWorklog, "id">): string[];
  /** The largest page it serves. */
  maxPageSize: number;
}

/** The tokens it accepts. */
export interface SandboxCredentials {
  /** Data Center's only token. */
  personalAccessToken: string;
  tempoToken: string;
  jiraEmail: string;
  jiraToken: string;
}

/** Everything an embedded Tempo knows, in memory. */
export interface SandboxState {
  seed: SandboxSeed;
  behaviour: SandboxBehaviour;
  credentials: SandboxCredentials;
  worklogs: Map<number, SandboxWorklog>;
  nextWorklogId: number;
}

/** Where ids start: the length of a real one. */
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

/** Keeps a worklog under a new id. */
export function store(state: SandboxState, worklog: Omit<SandboxWorklog, "id">): SandboxWorklog {
  const stored = { id: state.nextWorklogId, ...worklog };
  state.nextWorklogId += 1;
  state.worklogs.set(stored.id, stored);
  return stored;
}
