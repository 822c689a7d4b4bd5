import type { DraftTimesheetInput, FillDaysInput, PostDraftInput } from "../generated/inputs.ts";
import type { Worklog } from "../generated/responses.ts";
import type { DateRange } from "../timesheet/dates.ts";
import { MAX_DELETIONS } from "../timesheet/limits.ts";
import { asList, type Bridge } from "./bridge.ts";
import { within } from "./clock.ts";
import { isSame, type Sheet } from "./model/days.ts";
import { type Replies, replyOf, textsOf } from "./reply-of.ts";

/** Longer than hosts usually wait, and than a call takes unless its time limit was raised. */
const TOOL_TIMEOUT_MS = 90_000;

export type ServerTools = ReturnType<typeof serverTools>;

/** The server's tools, called through the host. Every function rejects with an error whose message is for the user. */
export function serverTools(bridge: Bridge) {
  async function call<Kind extends keyof Replies>(
    kind: Kind,
    name: string,
    args: object,
  ): Promise<Replies[Kind]> {
    const response = bridge.request<unknown>("tools/call", { name, arguments: args });
    const result = await within(TOOL_TIMEOUT_MS, response);
    const reply = replyOf(result);
    if (reply?.kind === kind) return reply.reply as Replies[Kind];
    throw new Error(textsOf(result)[0] ?? "The host returned no reply of the tool.");
  }

  /** @param shown at most `MAX_DELETIONS` worklogs */
  async function deletePart(shown: readonly Worklog[]): Promise<void> {
    const worklogIds = shown.map(({ id }) => id);
    let reply = await call("deletedMany", "delete_worklogs", { worklogIds });
    const { deleted, confirm, worklogs } = reply;
    // Otherwise it is done already, confirmed in a form of the host, or there is nothing to delete.
    if (!deleted && confirm !== undefined) {
      if (isSame(worklogs.map(contentOf), shown.map(contentOf)))
        reply = await call("deletedMany", "delete_worklogs", { worklogIds, confirm });
      if (!reply.deleted && reply.confirm !== undefined) {
        throw new Error("The worklogs have changed meanwhile.");
      }
    }
    for (const { error } of reply.worklogs) if (error) throw new Error(error);
  }

  const readWorklogs = (range: DateRange) => call("worklogs", "get_worklogs", range);

  return {
    readWorklogs,
    /** Reads what is not known yet. */
    async readSheet(range: DateRange, known: Partial<Sheet> = {}): Promise<Sheet> {
      const [schedule, worklogs] = await Promise.all([
        known.schedule ?? call("schedule", "get_schedule", range),
        known.worklogs ?? readWorklogs(range),
      ]);
      return { range, schedule, worklogs };
    },
    /** Plans, and logs the plan if the arguments confirm it. */
    fill: (args: FillDaysInput) => call("filled", "fill_days", args),
    draft: (choices: DraftTimesheetInput) => call("draft", "draft_timesheet", choices),
    /** Logs the draft of these choices if it is still the one that `confirm` names. */
    postDraft: (choices: DraftTimesheetInput, asked: Pick<PostDraftInput, "confirm" | "remember">) =>
      call("postedDraft", "post_draft", { ...choices, ...asked }),
    async deleteOne(worklogId: string): Promise<void> {
      await call("deleted", "delete_worklog", { worklogId });
    },
    /** Confirms the tool's plans if they are what was shown. Rejects with Tempo's words if it keeps one. */
    async deleteMany(shown: readonly Worklog[]): Promise<void> {
      for (let from = 0; from < shown.length; from += MAX_DELETIONS) {
        await deletePart(shown.slice(from, from + MAX_DELETIONS));
      }
    },
    /** Issues that the user recently logged time on; none if they cannot be read. */
    async recentIssues(): Promise<{ issueKey: string; issueSummary: string }[]> {
      try {
        const { contents } = await bridge.request<{ contents: { text: string }[] }>("resources/read", {
          uri: "tempo://issues/recent",
        });
        const { byIssue } = JSON.parse(contents[0]?.text ?? "");
        return asList(byIssue);
      } catch {
        return [];
      }
    },
  };
}

/** The fields that a worklog shares with its line in a plan of deletions. */
function contentOf({ id, issueKey, date, hours, comment }: Partial<Worklog>): unknown[] {
  return [id, issueKey, date, hours, comment];
}
