import { createCloudTimesheet } from "./cloud/timesheet.ts";
import { createDataCenterTimesheet } from "./data-center/timesheet.ts";
import type { Deployment } from "./deployment.ts";
import type { DiagnosticTimesheet } from "./diagnostic-timesheet.ts";
import type { ApiClientOptions } from "./http/client.ts";
import { createRateLimiter, type RateLimiter } from "./http/rate-limit.ts";

/** Sends nothing yet. */
export function openTimesheet(
  deployment: Deployment,
  given: Omit<ApiClientOptions, "rateLimiter"> & { rateLimiter?: RateLimiter },
): DiagnosticTimesheet {
  const options = { rateLimiter: createRateLimiter(deployment.kind, given.clock), ...given };
  return deployment.kind === "cloud"
    ? createCloudTimesheet(deployment, options)
    : createDataCenterTimesheet(deployment, options);
}
