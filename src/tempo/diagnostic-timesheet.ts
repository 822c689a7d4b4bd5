import type { CallScope, Timesheet } from "../timesheet/port.ts";
import type { WorkAttribute } from "./work-attributes.ts";

/** The owner of the token that decides for whom hours are booked. */
export interface Worker {
  /** The account id in the Cloud, the user key on Data Center. */
  id: string;
  /** Left out where Jira does not say. */
  name?: string;
}

/** A timesheet that also tells what its settings lead to, for whoever looks for a fault in them. */
export interface DiagnosticTimesheet extends Timesheet {
  /** Asks Jira alone. */
  whoAmI(scope: CallScope): Promise<Worker>;

  /** The work attributes of the instance. Asks Tempo alone. */
  workAttributes(scope: CallScope): Promise<WorkAttribute[]>;
}
