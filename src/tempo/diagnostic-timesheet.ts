import type { CallScope, Timesheet } from "../timesheet/port.ts";
import type { WorkAttribute } from "./work-attributes.ts";

/** The owner of the Jira token, whose time is logged. */
export interface Worker {
  /** Account id on Cloud, user key on Data Center. */
  id: string;
  name?: string;
}

export interface DiagnosticTimesheet extends Timesheet {
  /** Requests Jira only. */
  whoAmI(scope: CallScope): Promise<Worker>;

  /** Requests Tempo only. */
  workAttributes(scope: CallScope): Promise<WorkAttribute[]>;
}
