import { type CloudDeployment, CloudTimesheet } from "./cloud-timesheet.ts";
import { type DataCenterDeployment, DataCenterTimesheet } from "./data-center-timesheet.ts";
import type { ExaminableTimesheet } from "./examinable-timesheet.ts";
import { paceOf } from "./pace.ts";
import type { Pace, UpstreamOptions } from "./upstream.ts";

/** A Tempo and how to reach it. */
export type Deployment = CloudDeployment | DataCenterDeployment;

/**
 * The timesheet on a deployment, at the deployment's own pace unless another is given. Nothing is sent before it is asked
 * for something.
 */
export function openTimesheet(
  deployment: Deployment,
  { pace = paceOf(deployment.kind), ...others }: Omit<UpstreamOptions, "pace"> & { pace?: Pace },
): ExaminableTimesheet {
  const options = { ...others, pace };
  return deployment.kind === "cloud"
    ? new CloudTimesheet(deployment, options)
    : new DataCenterTimesheet(deployment, options);
}
