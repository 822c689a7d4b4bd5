import type { SandboxWorklog } from "../../src/sandbox/state.ts";
import { STORED_CHANGES, type StoredChange } from "../helpers/stored-changes.ts";

type Content = Omit<SandboxWorklog, "id">;

const PREFIX = "[T] ";

/** A comment as it was sent, if Tempo has put a prefix before it. */
export function withoutPrefix(comment: string): string {
  return comment.startsWith(PREFIX) ? comment.slice(PREFIX.length) : comment;
}

/** Changes that Tempo makes to a worklog; a comment keeps its token, or is dropped. */
export const TEMPO_CHANGES = {
  nothing: STORED_CHANGES.nothing,
  "puts a prefix before the comment": (worklog: Content) => ({
    ...worklog,
    description: `${PREFIX}${withoutPrefix(worklog.description)}`,
  }),
  "rounds up to 15 minutes": STORED_CHANGES["rounds up to 15 minutes"],
  "sets billable time to 0": STORED_CHANGES["sets billable time to 0"],
  "drops the comment": STORED_CHANGES["drops the comment"],
} as const satisfies Partial<Record<StoredChange | string, (worklog: Content) => Content>>;

export type TempoChange = keyof typeof TEMPO_CHANGES;
