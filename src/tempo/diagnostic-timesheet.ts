import type { DateRange } from "../timesheet/dates.ts";
import type { CallScope, Timesheet } from "../timesheet/port.ts";

/** The owner of the Jira token, whose time is logged. */
export interface Worker {
  /** Account id on Cloud, user key on Data Center. */
  id: string;
  /** The owner's address at the site, as Jira gives it. */
  address?: string;
  name?: string;
  /** Other names that Jira itself has for the owner, as far as it shows it: e-mail address, and login name on Data Center. */
  otherNames: string[];
  /** The name that Jira has, which need not be that of a zone that exists. */
  timeZone?: string;
  email?: string;
  /** The login name, by which Data Center's searches know users; left out on Cloud. */
  login?: string;
  /** Left out on Data Center. */
  tokenKind?: TokenKind;
}

/** The kind of a Jira token on Cloud: one with scopes works only through Atlassian's API gateway. */
export type TokenKind = "scoped" | "unscoped";

/** A worklog that Tempo lists if it is asked for those of the owner. */
export interface ListedWorklog {
  id: string;
  date: string;
  /** Account id on Cloud, user key on Data Center; empty if Tempo does not say. */
  author: string;
}

export interface DiagnosticTimesheet extends Timesheet {
  /** Requests Jira only. */
  whoAmI(scope: CallScope): Promise<Worker>;

  /** Also worklogs that Tempo lists under another user, which the other reads leave out. */
  listWorklogs(range: DateRange, scope: CallScope): Promise<ListedWorklog[]>;

  /** The key of an issue on which the owner logged hours in these dates, as Jira knows; undefined on Cloud, where only Tempo knows. */
  findLoggedIssue(range: DateRange, scope: CallScope): Promise<string | undefined>;

  /** Whether Tempo is installed, whatever it refuses; undefined if that does not show, as on Cloud. */
  isInstalled(scope: CallScope): Promise<boolean | undefined>;
}
