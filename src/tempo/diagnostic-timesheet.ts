import type { CallScope, Timesheet } from "../timesheet/port.ts";
import type { WorkAttribute } from "./work-attributes.ts";

/** The user whose time is logged: the owner of the Jira token. */
export interface Worker {
  /** The account id on Cloud, the user key on Data Center. */
  id: string;
  /** Left out if Jira does not say. */
  name?: string;
}

/** A timesheet that also shows what its settings lead to, to find faults in them. */
export interface DiagnosticTimesheet extends Timesheet {
  /** Requests Jira only. */
  whoAmI(scope: CallScope): Promise<Worker>;

  /** The work attributes of the instance. Requests Tempo only. */
  workAttributes(scope: CallScope): Promise<WorkAttribute[]>;
}
