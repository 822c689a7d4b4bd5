import { CloudTimesheet } from "./cloud/timesheet.ts";
import { DataCenterTimesheet } from "./data-center/timesheet.ts";
import type { Deployment } from "./deployment.ts";
import type { DiagnosticTimesheet } from "./diagnostic-timesheet.ts";
import type { ApiClientOptions, RateLimiter } from "./http/client.ts";
import { createRateLimiter } from "./http/rate-limit.ts";

/** Opens the timesheet of a deployment, with the deployment's own rate limit unless another is given. Sends nothing yet. */
export function openTimesheet(
  deployment: Deployment,
  {
    rateLimiter = createRateLimiter(deployment.kind),
    ...others
  }: Omit<ApiClientOptions, "rateLimiter"> & { rateLimiter?: RateLimiter },
): DiagnosticTimesheet {
  const options = { ...others, rateLimiter };
  return deployment.kind === "cloud"
    ? new CloudTimesheet(deployment, options)
    : new DataCenterTimesheet(deployment, options);
}
