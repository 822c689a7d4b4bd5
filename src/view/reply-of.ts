import type {
  BulkPostWorklogsResponse,
  DeleteWorklogResponse,
  DeleteWorklogsResponse,
  GetScheduleResponse,
  GetWorklogsResponse,
  PostWorklogResponse,
} from "../generated/responses.ts";
import { asObject } from "./bridge.ts";

/** The replies that the view knows, by what it does with them. */
export interface Replies {
  schedule: GetScheduleResponse;
  worklogs: GetWorklogsResponse;
  batch: BulkPostWorklogsResponse;
  posted: PostWorklogResponse;
  deleted: DeleteWorklogResponse;
  deletedMany: DeleteWorklogsResponse;
}

export type Reply = { [Kind in keyof Replies]: { kind: Kind; reply: Replies[Kind] } }[keyof Replies];

/** What tells each reply from all others, and that it is whole enough to draw. */
const SHAPES: Record<keyof Replies, (reply: Record<string, unknown>) => boolean> = {
  schedule: (reply) => Array.isArray(reply.days) && has(reply.summary, "totalRequiredHours", "number"),
  worklogs: (reply) => Array.isArray(reply.byIssue) && has(reply.summary, "totalEntries", "number"),
  batch: (reply) => Array.isArray(reply.results) && has(reply.summary, "succeeded", "number"),
  posted: (reply) => reply.success === true && has(reply.worklog, "id", "string"),
  deleted: (reply) => reply.success === true && has(reply, "deletedWorklogId", "string"),
  deletedMany: (reply) => Array.isArray(reply.worklogs) && has(reply, "deleted", "boolean"),
};

const KINDS = ["schedule", "worklogs", "batch", "posted", "deleted", "deletedMany"] as const;

/**
 * The reply in a tool's result, or undefined if it has none that is known. Some hosts leave out `structuredContent`; the text is
 * the same object.
 */
export function replyOf(result: unknown): Reply | undefined {
  const { structuredContent } = asObject(result);
  for (const candidate of [structuredContent, ...textsOf(result).map(parsed)]) {
    const reply: unknown = candidate;
    const kind = KINDS.find((each) => SHAPES[each](asObject(reply)));
    if (kind) return { kind, reply } as Reply;
  }
  return undefined;
}

/** The text blocks of a tool's result. */
export function textsOf(result: unknown): string[] {
  const { content } = asObject(result);
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) => {
    const { type, text } = asObject(block);
    return type === "text" && typeof text === "string" ? [text] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function has(value: unknown, key: string, type: string): boolean {
  return typeof asObject(value)[key] === type;
}
