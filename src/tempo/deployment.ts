import type { Timesheet } from "../timesheet/timesheet.ts";
import { type CloudDeployment, CloudTimesheet } from "./cloud-timesheet.ts";
import { type DataCenterDeployment, DataCenterTimesheet } from "./data-center-timesheet.ts";
import type { UpstreamOptions } from "./upstream.ts";

/** A Tempo and how to reach it. */
export type Deployment = CloudDeployment | DataCenterDeployment;

/** The timesheet on a deployment. Nothing is sent before it is asked for something. */
export function openTimesheet(deployment: Deployment, options: UpstreamOptions): Timesheet {
  return deployment.kind === "cloud"
    ? new CloudTimesheet(deployment, options)
    : new DataCenterTimesheet(deployment, options);
}
