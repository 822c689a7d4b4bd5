import type { Journal } from "../../../src/timesheet/journal/journal.ts";
import { type Content, newWorklog, storedWorklog } from "./worklogs.ts";

/** Records something that an earlier call has sent, or what became of it. */
export type Step = (journal: Journal) => void;

interface Sent {
  /** The highest id that was known before; 0 unless given. */
  afterId?: string;
  seen?: string[];
  /** The earlier entries that are sent again. */
  again?: number[];
}

export const sent =
  (content: Content, { afterId = "0", seen, again = [] }: Sent = {}): Step =>
  (journal) =>
    void journal.sending([newWorklog(content)], {
      batch: 1,
      afterId,
      ...(seen && { seen }),
      again: () => again,
    });

export const stored =
  (entry: number, id: string, content: Content = {}): Step =>
  (journal) =>
    journal.stored([{ entry, stored: storedWorklog(id, content) }]);

export const failed =
  (entry: number): Step =>
  (journal) =>
    journal.unknown([entry]);

export const notStored =
  (entry: number): Step =>
  (journal) =>
    journal.notStored([entry]);

export const deleted =
  (id: string): Step =>
  (journal) =>
    journal.deleted([id]);
