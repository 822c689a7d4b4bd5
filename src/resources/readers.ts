/** The resources' readers in one module, since each that is loaded by itself would cut what the start loads into more files. */
export * as recentIssues from "./recent-issues.ts";
export * as responsesSchema from "./responses-schema.ts";
export * as scheduleSummary from "./schedule-summary.ts";
export * as worklogsSummary from "./worklogs-summary.ts";
