import { readCells } from "../timesheet/totals/read-cells.ts";
import { summariseWorklogs } from "../timesheet/worklogs.ts";
import { readMonth } from "./month.ts";
import type { MonthlyResource } from "./resource.ts";

/** `{month, summary}`, the summary as in get_worklogs' reply for the month. No issue is looked up for it. */
export const worklogsSummary: MonthlyResource = {
  name: "worklogs-summary",
  uriTemplate: "tempo://worklogs/{month}/summary",
  title: "Worklogs summary of a month",
  description:
    "Hours, entries and issues logged in a month (YYYY-MM), without the worklogs: get_worklogs' summary alone.",
  async read(month, openCall) {
    const range = readMonth(month);
    const context = await openCall();
    const issues = await readCells({ range, distinguish: { issues: true } }, context);
    return { month, summary: summariseWorklogs(issues) };
  },
};
