/** The prompts' words in one module, since each that is loaded by itself would cut what the start loads into more files. */
export * as scheduleAwareBulkEntry from "./schedule-aware-bulk-entry.ts";
export * as worklogSummary from "./worklog-summary.ts";
