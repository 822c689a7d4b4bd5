import { useState } from "preact/hooks";
import type { BulkWorklogEntry } from "../generated/inputs.ts";
import type { DateRange } from "../timesheet/dates.ts";
import { readUntil } from "./clock.ts";
import type { Env } from "./env.ts";
import { contentOfDates, daysOf, type Sheet } from "./model/days.ts";
import type { Receipt } from "./model/receipt.ts";
import { newOnDatesOf } from "./model/stored.ts";
import type { OneAtATime } from "./use-one-at-a-time.ts";
import { messageOf } from "./use-sheet.ts";
import { appearedOf, forAssistant, outcomeOf, READ_FIRST, sentence } from "./words.ts";

const UNKNOWN_TO_ASSISTANT = `The user tried to log time in the timesheet view, and what was logged is not known. ${READ_FIRST}`;

interface Logging {
  /** What happened last; empty at first. */
  message: string;
  receipt: Receipt | undefined;
  log(sheet: Sheet, rows: readonly BulkWorklogEntry[], billable: boolean): void;
  /** Forgets the last message. The receipt stays until something else is logged, and with it its undo. */
  clear(): void;
}

/**
 * Logs rows that the user has seen. Reads first: if Tempo holds something else on their dates than what was shown, nothing is
 * sent. Reads afterwards, so that what is shown is what Tempo holds.
 */
export function useLogging(
  { tools, today, format, tellAssistant }: Env,
  { run }: OneAtATime,
  read: (range: DateRange) => Promise<Sheet>,
  done: () => void,
): Logging {
  const [message, setMessage] = useState("");
  const [receipt, setReceipt] = useState<Receipt>();

  async function logAndRead(sheet: Sheet, rows: readonly BulkWorklogEntry[], billable: boolean) {
    if (!tools) return;
    setReceipt(undefined);
    const dates = new Set(rows.map(({ date }) => date));
    const held = (of: Sheet) => contentOfDates(daysOf(of, today), dates);
    let before: Sheet;
    try {
      before = await read(sheet.range);
    } catch (error) {
      setMessage(`Nothing was logged, since the timesheet could not be read first: ${messageOf(error)}`);
      return;
    }
    if (held(before) !== held(sheet)) {
      setMessage(
        "Nothing was logged: Tempo has changed since these rows were made. Check them and press again.",
      );
      return;
    }
    try {
      const logged = await tools.log(rows, billable);
      const outcome = outcomeOf(logged.rows, format);
      setReceipt(logged);
      setMessage(outcome);
      tellAssistant(forAssistant(logged.rows, format));
      done();
      const stored = logged.rows.filter((row) => row.outcome === "logged");
      // Until they are listed, their hours would be missing, and undo would not find them.
      const isListed = (now: Sheet) => newOnDatesOf(stored, before, now) >= stored.length;
      await readUntil(isListed, () => read(sheet.range)).catch(() => {});
    } catch (error) {
      setMessage(await whatIsStored(before, rows, sentence(messageOf(error))));
    }
  }

  async function whatIsStored(
    before: Sheet,
    rows: readonly BulkWorklogEntry[],
    why: string,
  ): Promise<string> {
    try {
      const appeared = newOnDatesOf(rows, before, await read(before.range));
      if (appeared > 0) tellAssistant(UNKNOWN_TO_ASSISTANT);
      return `${why} ${appearedOf(appeared, rows.length)}`;
    } catch {
      tellAssistant(UNKNOWN_TO_ASSISTANT);
      return `${why} It is not known whether they are logged, since the timesheet cannot be read. Look in Tempo before you try again.`;
    }
  }

  return {
    message,
    receipt,
    log: (sheet, rows, billable) => run(() => logAndRead(sheet, rows, billable)),
    clear: () => setMessage(""),
  };
}
