import { recentIssues } from "./recent-issues.ts";
import type { MonthlyResource, Resource } from "./resource.ts";
import { responsesSchema } from "./responses-schema.ts";
import { scheduleSummary } from "./schedule-summary.ts";
import { worklogsSummary } from "./worklogs-summary.ts";

/** The order is that of `resources/list`. */
export const resources: readonly Resource[] = [recentIssues, responsesSchema];

/** The order is that of `resources/templates/list`. */
export const monthlyResources: readonly MonthlyResource[] = [scheduleSummary, worklogsSummary];
