import { draftMyWeek } from "./draft-my-week.ts";
import type { Prompt } from "./prompt.ts";
import { scheduleAwareBulkEntry } from "./schedule-aware-bulk-entry.ts";
import { worklogSummary } from "./worklog-summary.ts";

export const prompts: readonly Prompt[] = [worklogSummary, scheduleAwareBulkEntry, draftMyWeek];
