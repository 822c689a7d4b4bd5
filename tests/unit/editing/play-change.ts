import { expect } from "vitest";
import { sendChange } from "../../../src/timesheet/editing/send-change.ts";
import type { CallScope, FullWorklog } from "../../../src/timesheet/port.ts";
import { BatchJournal } from "../../../src/timesheet/posting/batch-journal.ts";
import { runOf } from "../posting/run.ts";
import { newWorklog, storedWorklog } from "../posting/worklogs.ts";
import { fullWorklog } from "./worklogs.ts";

export const OLD = fullWorklog();
export const WANTED = fullWorklog({ seconds: 3600, billableSeconds: 3600 });

/** The time of a call. */
const CALL_MS = 47_500;

/** The result of a read: a worklog, none, that of another user, or a failure. */
type Shown = FullWorklog | "none" | "another user's" | Error;

/** The answers of a Tempo. */
export interface Tempo {
  /** Answers of the requests in turn, the last one for all further ones: a failure, or what is stored. */
  answers: readonly (Error | FullWorklog)[];
  /** The results of reads in turn, the last one for all further reads. */
  shown?: readonly Shown[];
}

/** Sends the change to a Tempo, and says what can be seen of it. */
export async function play(
  { answers, shown = ["none"] }: Tempo,
  {
    storedFor,
    issueKey,
    ...parts
  }: {
    deadline?: number;
    signal?: AbortSignal;
    /** The age of the worklog, if an earlier call has stored it. */
    storedFor?: number;
    issueKey?: string;
  } = {},
) {
  const at: string[] = [];
  const turn = <Item>(items: readonly Item[], kind: string) =>
    items[Math.min(at.filter((it) => it.startsWith(kind)).length - 1, items.length - 1)];
  const updateWorklog = async (worklog: FullWorklog, scope: CallScope): Promise<FullWorklog> => {
    await scope.beforeWrite?.();
    at.push(`send ${run.context.clock.now() - start}`);
    expect(worklog).toEqual(WANTED);
    const answer = turn(answers, "send");
    if (!answer || answer instanceof Error) throw answer;
    return answer;
  };
  const readWorklog = async () => {
    at.push(`read ${run.context.clock.now() - start}`);
    const it = turn(shown, "read");
    if (it instanceof Error) throw it;
    if (!it || it === "none") return undefined;
    return it === "another user's" ? { worklog: OLD, isOwn: false } : { worklog: it, isOwn: true };
  };
  const row = newWorklog();
  const { run, journal, advance } = runOf([row], { updateWorklog, readWorklog });
  if (storedFor !== undefined) {
    const batch = new BatchJournal(journal);
    batch.sending([row]);
    batch.stored([[row, storedWorklog(OLD.id)]]);
    advance(storedFor);
  }
  const start = run.context.clock.now();
  const context = { ...run.context, ...parts, deadline: start + (parts.deadline ?? CALL_MS) };
  const result = await sendChange({
    old: OLD,
    wanted: WANTED,
    issueKey: issueKey ?? "PROJ-1",
    send: (scope) => context.timesheet.updateWorklog(WANTED, scope),
    context,
    writer: run.writer,
  }).catch((error: Error) => error);
  const mayBeStoredUntil = journal.edits.mayBeStoredUntil("7");
  return {
    result: result instanceof Error ? `${result.name}: ${result.message}` : result,
    at,
    edited: context.changes.ids("changed", true),
    possiblyEdited: context.changes.ids("changed", false),
    known: journal.edits.of("7")?.seconds,
    ...(issueKey !== undefined && { key: journal.edits.of("7")?.issueKey }),
    /** Undefined if nothing that was sent may still be stored. */
    storableFor: mayBeStoredUntil === 0 ? undefined : mayBeStoredUntil - context.clock.wallClock(),
  };
}
