import type { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { type Content, existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

/** Records something that an earlier call has sent, or what became of it. */
export type Step = (ledger: Ledger) => void;

interface Details {
  seen?: string[];
  plan?: string;
}

/** The first one has the number 1. */
export const sent =
  (content: Content, { seen = [], plan }: Details = {}): Step =>
  (ledger) => {
    const { issue, ...time } = newWorklog(content);
    const wanted = ledger.wanted({ ...time, issueId: issue.id }, issue.key, time.attributes);
    ledger.intend([{ op: "create", wanted }], { seen, plan });
  };

export const stored =
  (number: number, id: string, content: Content = {}, unproven = false): Step =>
  (ledger) => {
    const issueId = content.issue ?? "1";
    const row = ledger.known({ ...storedWorklog(id, content), issueId });
    ledger.done([{ number, row, ...(unproven && { unproven }) }]);
  };

export const failed =
  (number: number): Step =>
  (ledger) =>
    ledger.lost([{ number }], false);

export const notStored =
  (number: number): Step =>
  (ledger) =>
    ledger.void([{ number }]);

export const deleted =
  (id: string): Step =>
  (ledger) =>
    ledger.gone([id]);

/** Silence, after which it is in doubt for long. */
export const unanswered =
  (number: number): Step =>
  (ledger) =>
    ledger.lost([{ number }], true);

export const unsure =
  (number: number, ...may: string[]): Step =>
  (ledger) =>
    ledger.unsure({ number }, may);

/** A change of a worklog by a call, which has taken effect. */
export const changed =
  (id: string, from: Content, to: Content): Step =>
  (ledger) => {
    const [old, now] = [existingWorklog(id, from), existingWorklog(id, to)];
    const wanted = ledger.wanted(now, `PROJ-${now.issueId}`);
    const sent = ledger.intend([{ op: "change", before: ledger.known(old), wanted }]);
    ledger.done(sent.map(({ number }) => ({ number, row: ledger.known(now) })));
  };
