import type { Prompt } from "./prompt.ts";
import { scheduleAwareBulkEntry } from "./schedule-aware-bulk-entry.ts";
import { worklogSummary } from "./worklog-summary.ts";

/** The prompts in the order in which they are listed. */
export const prompts: readonly Prompt[] = [worklogSummary, scheduleAwareBulkEntry];
