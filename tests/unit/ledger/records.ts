import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import {
  type JournalRecord,
  journalInMemory,
  type KnownWorklog,
  type NewIntent,
  type Wanted,
} from "../../../src/timesheet/ledger/records.ts";
import { type Content, existingWorklog } from "../posting/worklogs.ts";

/** The content of worklogs, unless another one is given. */
export const A = { comment: "a" };
/** Worklogs were created at this time, unless another one is given. */
export const THEN = 50_000;

export const wantedOf = ({ issue = "1", ...content }: Content = A): Wanted => {
  const { issueId, date, seconds, billableSeconds, comment } = existingWorklog("", { issue, ...content });
  return { issueId, issueKey: `PROJ-${issueId}`, date, seconds, billableSeconds, comment };
};

export const knownAs = (id: string, content: Omit<Content, "attributes"> = A): KnownWorklog => {
  const { attributes: _, ...known } = existingWorklog(id, { createdAt: THEN, ...content });
  return known;
};

export const create = (content?: Content): NewIntent => ({ op: "create", wanted: wantedOf(content) });
export const move = (from: string): NewIntent => ({
  op: "create",
  wanted: wantedOf({ ...A, issue: "2" }),
  replaces: knownAs(from),
});
export const change = (id: string, from: Content, to: Content): NewIntent => ({
  op: "change",
  before: knownAs(id, from),
  wanted: wantedOf(to),
});
export const remove = (id: string): NewIntent => ({ op: "delete", before: knownAs(id) });

/** A record without its time. */
export type Part<Type extends JournalRecord["type"]> = Omit<Extract<JournalRecord, { type: Type }>, "at">;

/** Records, each a second after the one before; the first at 1000. */
export const records = (...parts: Part<JournalRecord["type"]>[]): JournalRecord[] =>
  parts.map((part, index) => ({ ...part, at: 1000 * (index + 1) }) as JournalRecord);

export const sent = (number: number, intent: NewIntent = create(), more: Partial<Part<"intent">> = {}) =>
  ({ type: "intent", batch: number, intents: [{ number, ...intent }], ...more }) as Part<"intent">;
export const lost = (number: number, silent?: true) =>
  ({ type: "lost", numbers: [number], ...(silent && { silent }) }) as Part<"lost">;
export const done = (number: number, row?: KnownWorklog, unproven?: true) =>
  ({
    type: "done",
    fates: [{ number, ...(row && { row }), ...(unproven && { unproven }) }],
  }) as Part<"done">;
export const again = (number: number) => ({ type: "again", numbers: [number] }) as Part<"again">;
export const voided = (number: number) => ({ type: "void", numbers: [number] }) as Part<"void">;
export const unsure = (number: number, ...may: string[]) =>
  ({ type: "unsure", fates: [{ number, may }] }) as Part<"unsure">;
export const gone = (...ids: string[]) => ({ type: "gone", ids }) as Part<"gone">;

/** A ledger of these records. @param now by the wall clock */
export const ledgerOf = (kept: JournalRecord[], now = 60_000) =>
  new Ledger(journalInMemory([...kept]), { wallClock: () => now });
