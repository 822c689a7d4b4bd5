export interface SandboxUser {
  /** On Cloud. */
  accountId: string;
  /** On Data Center. */
  key: string;
  /** Login name on Data Center. */
  name: string;
  displayName: string;
}

export interface SandboxIssue {
  id: number;
  key: string;
  summary: string;
  /** From before the issue was moved; Jira still finds it by them. */
  formerKeys?: string[];
  /** From the owner of the token. */
  hidden?: boolean;
  /** In a status of the category "done". */
  closed?: boolean;
  /** Of the owner of the token. */
  isAssigned?: boolean;
  /** Key of its Tempo account. */
  accountKey?: string;
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

export interface SandboxWorkAttribute {
  id: number;
  key: string;
  name: string;
  required: boolean;
  /** A list or a text unless given. */
  type?: "ACCOUNT";
  /** With the names that people see; left out if it is no list. */
  values?: { value: string; name: string }[];
  /** What a change that does not send it resets it to; left out if it is removed then. */
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
  /** By key. */
  attributes?: Record<string, string>;
  /** yyyy-MM-ddTHH:mm:ss in UTC; nine o'clock today unless given. */
  createdAt?: string;
}

/** How far the timesheet of a period is approved. */
export interface SandboxApproval {
  status: "open" | "in_review" | "approved";
  comment?: string;
  /** Account id. */
  reviewer?: string;
  /** Date of the last step. */
  updatedOn?: string;
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
  worklogs: Omit<SandboxWorklog, "id">[];
  workingDaySeconds: number;
  /** Months unless given. */
  approvalPeriod?: "MONTH" | "WEEK";
  /** By the first date of the period; the others are open. */
  approvals?: Record<string, SandboxApproval>;
  /** Account ids of those who may approve the owner's timesheets; the colleagues unless given. */
  reviewers?: string[];
}

/** What Tempo's documentation leaves open, or instances differ in. */
export interface SandboxBehaviour {
  /** Violations of the instance's own rules: closed periods, required attributes, … */
  reject(worklog: Omit<SandboxWorklog, "id">): string[];
  /** What is stored instead: rounded, tidied, or with a text of the instance's own. */
  change(worklog: Omit<SandboxWorklog, "id">): Omit<SandboxWorklog, "id">;
  /** What lists show of all worklogs: an instance's lists may lag. */
  listed(worklogs: SandboxWorklog[]): SandboxWorklog[];
  maxPageSize: number;
  /** On Data Center, what a change does to fields that it does not send; on Cloud they are reset. */
  omittedFields: "kept" | "reset";
  /** On Data Center, whether the reply to a change is an array of one. */
  updateReply: "object" | "array";
  /** On Data Center, what is between date and time. */
  timeSeparator: " " | "T";
  /** Key of a work attribute that reading a single worklog does not show. */
  hiddenAttribute: string | undefined;
  /** Whether the accounts of a project contain the global ones; on Cloud, only where that is asked for. */
  globalAccounts: "listed" | "left out";
  /** On Cloud, whether a link has its account's id beside its address. */
  linkedAccountIds: "shown" | "left out";
  /** On Cloud, the id of the issue field that holds the account; undefined if the site does not have it. */
  accountField: string | undefined;
  /** The base URL that Jira is set up with, whatever address it is asked at; undefined if it is that address. */
  jiraBaseUrl: string | undefined;
  /** Undefined for the deployment's usual one. */
  notFoundBody: object | undefined;
  /** On Cloud, whether periods are listed that are only partly in the range. */
  listedPeriods: "overlapping" | "contained";
  /** What happens if a timesheet is submitted that is not open. */
  secondSubmission: "accepted" | "rejected";
  /** What a change in a period gets that is not open. */
  lockedStatus: 400 | 403;
  /** Whether other people's names can be read. */
  namesAreVisible: boolean;
  /** Of the Tempo token on Cloud: what it lacks. */
  missingTempoScopes: readonly ("Approvals" | "Periods")[];
  /** Of the Jira token on Cloud, which then works at the gateway only; undefined for a token without scopes. */
  jiraTokenScopes: readonly string[] | undefined;
}

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
  /** By the first date of the period. */
  approvals: Map<string, SandboxApproval>;
  /** Every submission that was accepted. */
  submissions: { startDate: string; comment: string }[];
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
    approvals: new Map(Object.entries(seed.approvals ?? {})),
    submissions: [],
    nextWorklogId: FIRST_WORKLOG_ID,
  };
  for (const worklog of seed.worklogs) store(state, worklog);
  return state;
}

/** Stores a worklog anew, under its id. */
export function replace(
  state: SandboxState,
  { id, createdAt }: SandboxWorklog,
  worklog: Omit<SandboxWorklog, "id">,
): SandboxWorklog {
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
  return stored;
}

/** A worklog as reading it alone shows it. */
export function shownAlone({ behaviour }: SandboxState, worklog: SandboxWorklog): SandboxWorklog {
  const { [behaviour.hiddenAttribute ?? ""]: _, ...attributes } = worklog.attributes ?? {};
  return { ...worklog, attributes };
}

export function store(state: SandboxState, worklog: Omit<SandboxWorklog, "id">): SandboxWorklog {
  const stored = { id: state.nextWorklogId, ...worklog };
  state.nextWorklogId += 1;
  state.worklogs.set(stored.id, stored);
  return stored;
}
