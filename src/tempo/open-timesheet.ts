import { CloudTimesheet } from "./cloud/timesheet.ts";
import { DataCenterTimesheet } from "./data-center/timesheet.ts";
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
    ? new CloudTimesheet(deployment, options)
    : new DataCenterTimesheet(deployment, options);
}
