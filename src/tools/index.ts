import { bulkPostWorklogs } from "./bulk-post-worklogs.ts";
import { deleteWorklog } from "./delete-worklog.ts";
import { getSchedule } from "./get-schedule.ts";
import { getWorklogs } from "./get-worklogs.ts";
import { postWorklog } from "./post-worklog.ts";
import type { Tool } from "./tool.ts";

/** In the order of `tools/list`. */
export const tools: readonly Tool[] = [
  getSchedule,
  getWorklogs,
  postWorklog,
  bulkPostWorklogs,
  deleteWorklog,
];
