import { annotationsOf } from "../../src/server/register-tools.ts";
import { tools } from "../../src/tools/index.ts";
import { table } from "./table.ts";

/** Why a tool has its hints: what it changes and what it leaves alone, and what a repeated call does. */
const REASONS: Record<string, string> = {
  get_schedule: "It reads required hours and holidays, and changes nothing.",
  get_worklogs: "It reads the user's own worklogs, and changes nothing.",
  post_worklog:
    "It adds worklogs, and never changes or deletes one that exists; an entry that is stored already is not stored again.",
  bulk_post_worklogs:
    "It adds worklogs, and never changes or deletes one that exists; an entry that is stored already is not stored again.",
  delete_worklog:
    "It deletes one of the user's own worklogs for good; a second call finds none, and deletes nothing more.",
  find_missing_days: "It compares schedule and worklogs, and changes nothing.",
  fill_days:
    "It adds worklogs, only those of a plan that was shown, and never changes or deletes one; the same digest logs nothing twice.",
  update_worklog:
    "It replaces values of one of the user's own worklogs; a second call with the same values finds them, and sends nothing.",
  delete_worklogs:
    "It deletes the user's own worklogs for good, only those of a plan that was shown; a second call deletes nothing more.",
  get_timesheets: "It reads periods, their hours and their status, and changes nothing.",
  submit_timesheet:
    "It locks the hours of a period and sends the reviewer an e-mail, only for a plan that was shown; a submitted period is not submitted again.",
  recall_timesheet:
    "It takes a period out of the reviewer's list, and its hours can be changed again; an open period stays as it is.",
  search_issues: "It reads keys, summaries and the user's own comments, and changes nothing.",
  get_work_attributes: "It reads which fields this Tempo adds to worklogs, and changes nothing.",
  draft_timesheet: "It reads what the user did, and returns a draft; it logs and keeps nothing.",
  post_draft:
    "It adds the worklogs of a draft that was shown, and never changes or deletes one; a repeated call logs nothing twice.",
  get_totals: "It adds up the user's own worklogs, and changes nothing.",
  get_team_totals: "It adds up the worklogs of a team's members, and changes nothing.",
  get_team_timesheets: "It reads the hours and the status of a team's members, and changes nothing.",
};

/**
 * The table of every tool's title and hints, with the reason.
 *
 * @throws if a tool has none
 */
export function toolHintTable(): string {
  const mark = (isSet: boolean) => (isSet ? "yes" : "no");
  return table(
    ["tool", "title", "read-only", "destructive", "idempotent", "open world", "because"],
    tools.map((tool) => {
      const reason = REASONS[tool.name];
      if (!reason) throw new Error(`scripts/generate/tool-hints.ts has no reason for ${tool.name}`);
      const hints = annotationsOf(tool, "skip");
      return [
        `\`${tool.name}\``,
        hints.title,
        mark(hints.readOnlyHint),
        mark(hints.destructiveHint),
        mark(hints.idempotentHint),
        mark(hints.openWorldHint),
        reason,
      ];
    }),
  );
}
