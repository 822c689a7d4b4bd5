import type { CallToolResult } from "@modelcontextprotocol/client";
import type { FrameLocator } from "playwright-core";
import { type OpenView, openView, type ViewOptions } from "./open-view.ts";
import { loggedBut } from "./writing.ts";

export const BEFORE = loggedBut(6, 12);

/** One row exists already, two are new, and one fails. */
const ENTRIES = [
  { issueKey: "PROJ-123", hours: 8, date: "2026-01-05" },
  { issueKey: "PROJ-7", hours: 3, date: "2026-01-06", description: "S3VERAL words" },
  { issueKey: "PROJ-4", hours: 5, date: "2026-01-06" },
  { issueKey: "NOPE-1", hours: 8, date: "2026-01-12" },
];

/** The receipt of what the assistant logged, in a host that does not declare MCP Apps unless told. */
export async function openReceipt(options: ViewOptions = {}) {
  const open = await openView({
    declaresApps: false,
    tool: "bulk_post_worklogs",
    arguments: { worklogs: ENTRIES },
    seed: { worklogs: BEFORE },
    ...options,
  });
  await open.view.getByText("2 worklogs logged, 8 h; 1 already existed; 1 failed").first().waitFor();
  return { ...open, button: deleteButton(open.view) };
}

export type OpenReceipt = Awaited<ReturnType<typeof openReceipt>>;

export async function askForUndo({ view }: Pick<OpenReceipt, "view">): Promise<void> {
  await view.getByRole("button", { name: "Undo…" }).click();
}

/** Opens the receipt as `openReceipt` does, and asks for its undo. */
export async function openQuestion(options: ViewOptions = {}) {
  const open = await openReceipt(options);
  await askForUndo(open);
  await open.button.waitFor();
  return open;
}

export function worklogOf({ sandbox }: Pick<OpenView, "sandbox">, issueId: number) {
  const found = [...sandbox.state.worklogs.values()].find((it) => it.issueId === issueId);
  if (!found) throw new Error(`Nothing is logged on ${issueId}`);
  return found;
}

/** The button that confirms undo. */
export function deleteButton(view: FrameLocator) {
  return view.getByRole("button", { name: /^Delet(e|ing) \d/ });
}

/** The result that the receipt shows, as a stored conversation has it. */
export function replayOf(open: OpenReceipt): CallToolResult {
  const results = ENTRIES.slice(1, 3).map(({ description, ...row }, index) => ({
    ...row,
    success: true,
    worklogId: String(worklogOf(open, index === 0 ? 10007 : 10004).id),
    ...(description && { comment: description }),
  }));
  const summary = { total: 2, succeeded: 2, failed: 0, totalHours: 8 };
  return { content: [{ type: "text", text: JSON.stringify({ results, summary }) }] };
}
