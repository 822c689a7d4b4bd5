import { recentIssues } from "./recent-issues.ts";
import type { MonthlyResource, Resource } from "./resource.ts";
import { responsesSchema } from "./responses-schema.ts";
import { scheduleSummary } from "./schedule-summary.ts";
import { worklogsSummary } from "./worklogs-summary.ts";

/** In the order of `resources/list`. */
export const resources: readonly Resource[] = [recentIssues, responsesSchema];

/** In the order of `resources/templates/list`. */
export const monthlyResources: readonly MonthlyResource[] = [scheduleSummary, worklogsSummary];
