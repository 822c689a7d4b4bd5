import type { ToolSet } from "../../../src/tools/tool.ts";
import { worklog } from "../../helpers/seeds.ts";
import type { Session, SessionOptions } from "../../helpers/session.ts";

/** A call that writes, and what Tempo holds once it has done its work, whatever was lost on the way. */
export interface WritingCall {
  tool: string;
  options: SessionOptions;
  /** The arguments, with the digest of the plan if the call has one. */
  prepare(session: Pick<Session, "call">): Promise<Record<string, unknown>>;
  /** One line each, sorted. */
  expected: readonly string[];
}

const HOUR = 3600;

const shown = (date: string, issueId: number, hours: number, comment: string) =>
  `${date} ${issueId} ${hours} h ${comment}`;

/** The content of Tempo, in the form of `expected`. */
export function heldBy({ sandbox: { state } }: Pick<Session, "sandbox">): string[] {
  return [
    ...[...state.worklogs.values()].map((it) =>
      shown(it.startDate, it.issueId, it.timeSpentSeconds / HOUR, it.description),
    ),
    ...state.submissions.map(({ startDate }) => `${startDate} submitted`),
  ].sort();
}

/** Tempo with three worklogs of January 2026, the first of which has the id 1290000. */
function options(...toolSets: ToolSet[]): SessionOptions {
  const worklogs = [5, 6, 7].map((day) =>
    worklog({ startDate: `2026-01-0${day}`, timeSpentSeconds: 2 * HOUR, description: "Old" }),
  );
  return { toolSets, seed: { worklogs } };
}

const OLD = [5, 6, 7].map((day) => shown(`2026-01-0${day}`, 10123, 2, "Old"));
const MONDAY = { issueKey: "PROJ-123", date: "2026-01-05", hours: 1, description: "New" };
const POSTED = shown("2026-01-05", 10123, 1, "New");

const confirmed =
  (tool: string, args: Record<string, unknown>) =>
  async ({ call }: Pick<Session, "call">) => {
    const { structuredContent, content } = await call(tool, args);
    if (!structuredContent) throw new Error(content[0]?.text);
    return { ...args, confirm: (structuredContent as { confirm: string }).confirm };
  };

const DAYS = { startDate: "2026-01-05", endDate: "2026-01-07", rows: [{ issueKey: "PROJ-7" }] };
const PERIOD = { startDate: "2026-01-01", reviewer: "Bo", comment: "Complete.", evenIfMissing: true };

export const CALLS: readonly WritingCall[] = [
  {
    tool: "post_worklog",
    options: options(),
    prepare: async () => ({ issueKey: "PROJ-123", startDate: "2026-01-05", hours: 1, description: "New" }),
    expected: [POSTED, ...OLD],
  },
  {
    tool: "bulk_post_worklogs",
    options: options(),
    prepare: async () => ({
      worklogs: [MONDAY, { ...MONDAY, date: "2026-01-06" }, { ...MONDAY, issueKey: "PROJ-7" }, MONDAY],
    }),
    expected: [
      POSTED,
      POSTED,
      shown("2026-01-06", 10123, 1, "New"),
      shown("2026-01-05", 10007, 1, "New"),
      ...OLD,
    ],
  },
  {
    tool: "fill_days",
    options: options("fill"),
    prepare: confirmed("fill_days", DAYS),
    expected: [5, 6, 7].map((day) => shown(`2026-01-0${day}`, 10007, 6, "")).concat(OLD),
  },
  {
    tool: "update_worklog",
    options: options("edit"),
    prepare: async () => ({ worklogId: "1290000", hours: 3, description: "Changed" }),
    expected: [shown("2026-01-05", 10123, 3, "Changed"), ...OLD.slice(1)],
  },
  {
    tool: "delete_worklog",
    options: options(),
    prepare: async () => ({ worklogId: "1290000" }),
    expected: OLD.slice(1),
  },
  {
    tool: "delete_worklogs",
    options: options("edit"),
    prepare: confirmed("delete_worklogs", { worklogIds: ["1290000", "1290001"] }),
    expected: OLD.slice(2),
  },
  {
    tool: "submit_timesheet",
    options: options("approvals"),
    prepare: confirmed("submit_timesheet", PERIOD),
    expected: [...OLD, "2026-01-01 submitted"],
  },
];
