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

export interface DiagnosticTimesheet extends Timesheet {
  /** Requests Jira only. */
  whoAmI(scope: CallScope): Promise<Worker>;
}
