import { annotationsOf } from "../../src/server/register-tools.ts";
import { groupBy } from "../../src/timesheet/group-by.ts";
import { tools } from "../../src/tools/index.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { table } from "./table.ts";

const READS = "It reads, and changes nothing.";
const ADDS =
  "It adds worklogs, and never changes or deletes one; an entry that is stored already is not stored again.";
const ADDS_AS_SHOWN =
  "It adds worklogs, only those of a plan or draft that was shown, and never changes or deletes one; a repeated call logs nothing twice.";

/** Why a tool has its hints: what it changes and what it leaves alone, and what a repeated call does. */
const REASONS: Record<string, string> = {
  get_schedule: READS,
  get_worklogs: READS,
  post_worklog: ADDS,
  bulk_post_worklogs: ADDS,
  delete_worklog: "It deletes one of the user's own worklogs for good; a second call finds none.",
  find_missing_days: READS,
  fill_days: ADDS_AS_SHOWN,
  update_worklog: "It replaces values of one of the user's own worklogs; a second call sends nothing.",
  delete_worklogs:
    "It deletes the user's own worklogs for good, only those of a plan that was shown; a second call deletes nothing more.",
  get_timesheets: READS,
  submit_timesheet:
    "It locks the hours of a period and sends the reviewer an e-mail, only for a plan that was shown; a submitted period is not submitted again.",
  recall_timesheet:
    "It takes a period out of the reviewer's list, and its hours can be changed again; an open period stays as it is.",
  search_issues: READS,
  get_work_attributes: READS,
  draft_timesheet: READS,
  post_draft: ADDS_AS_SHOWN,
  get_totals: READS,
  get_team_totals: READS,
  get_team_timesheets: READS,
};

/** The table of every tool's hints, with the reason; tools with the same reason share a row. */
export function toolHintTable(): string {
  const mark = (isSet: boolean) => (isSet ? "yes" : "no");
  const rows = [...groupBy(tools, hintsOf)].map(([hints, alike]) => [
    alike.map(({ name }) => `\`${name}\``).join(", "),
    ...hints.split(" | "),
  ]);
  return table(["tools", "read-only", "destructive", "idempotent", "because"], rows);

  function hintsOf(tool: Tool): string {
    const reason = REASONS[tool.name];
    if (!reason) throw new Error(`scripts/generate/tool-hints.ts has no reason for ${tool.name}`);
    const { readOnlyHint, destructiveHint, idempotentHint } = annotationsOf(tool, "skip");
    return [...[readOnlyHint, destructiveHint, idempotentHint].map(mark), reason].join(" | ");
  }
}
