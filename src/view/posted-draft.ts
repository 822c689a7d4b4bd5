import type { PostDraftResponse } from "../generated/responses.ts";
import type { DateRange } from "../timesheet/dates.ts";
import { readUntil } from "./clock.ts";
import { type Receipt, receiptOfDraft } from "./model/receipt.ts";
import type { ServerTools } from "./server-tools.ts";

/** A draft that was logged. Its reply has only ids; the receipt is undefined while Tempo has not been read. */
export interface PostedDraft {
  reply: PostDraftResponse;
  receipt: Receipt | undefined;
}

/** Reads what Tempo holds of a draft that was logged, for as long as a list may lag. */
export async function readPosted(
  tools: ServerTools | undefined,
  reply: PostDraftResponse,
  range: DateRange | undefined,
): Promise<PostedDraft> {
  if (reply.worklogIds.length === 0) return { reply, receipt: receiptOfDraft(reply, undefined) };
  if (!tools || !range) return { reply, receipt: undefined };
  const held = await readUntil(
    (read) => receiptOfDraft(reply, read) !== undefined,
    () => tools.readWorklogs(range),
  ).catch(() => undefined);
  return { reply, receipt: receiptOfDraft(reply, held) };
}
