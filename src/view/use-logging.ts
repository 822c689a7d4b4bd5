import { useState } from "preact/hooks";
import type { DateRange } from "../timesheet/dates.ts";
import { readUntil } from "./clock.ts";
import { canFill, type Env } from "./env.ts";
import { type Chosen, fillChosen, NotSentError, postChosen } from "./log-plan.ts";
import { daysOf, type Sheet } from "./model/days.ts";
import { type PlannedDay, rowsOf } from "./model/plan.ts";
import type { Receipt } from "./model/receipt.ts";
import { newOnDatesOf } from "./model/stored.ts";
import type { ServerTools } from "./server-tools.ts";
import type { OneAtATime } from "./use-one-at-a-time.ts";
import { messageOf } from "./use-sheet.ts";
import { appearedOf, forAssistant, outcomeOf, READ_FIRST, sentence } from "./words.ts";

/** Tells the assistant of a call without a result. */
export const UNKNOWN_TO_ASSISTANT = `The user tried to log time in the timesheet view, and what was logged is not known. ${READ_FIRST}`;

interface Logging {
  /** The outcome of the last attempt; empty at first. */
  message: string;
  receipt: Receipt | undefined;
  /** The days of the plan that `fill_days` made last, if it is another one than was shown. */
  replanned: readonly PlannedDay[];
  log(sheet: Sheet, chosen: Chosen): void;
  /** Forgets the last message and plan. The receipt stays until something else is logged, and with it its undo. */
  clear(): void;
}

/**
 * Logs rows that the user has seen. If Tempo lacks something else than was shown, nothing is sent. Reads afterwards, so that what is
 * shown is what Tempo holds.
 */
export function useLogging(
  env: Env,
  { run }: OneAtATime,
  read: (range: DateRange) => Promise<Sheet>,
  done: () => void,
): Logging {
  const { tools, today, format, tellAssistant } = env;
  const [message, setMessage] = useState("");
  const [receipt, setReceipt] = useState<Receipt>();
  const [replanned, setReplanned] = useState<readonly PlannedDay[]>([]);

  async function logAndRead(tools: ServerTools, sheet: Sheet, chosen: Chosen) {
    setReceipt(undefined);
    try {
      const logged = canFill(env)
        ? await fillChosen(tools, daysOf(sheet, today), chosen)
        : await postChosen(tools, sheet, today, read, chosen);
      setReceipt(logged);
      setMessage(outcomeOf(logged.rows, format));
      setReplanned([]);
      tellAssistant(forAssistant(logged.rows, format));
      done();
      const stored = logged.rows.filter((row) => row.outcome === "logged");
      // Until they are listed, their hours would be missing, and undo would not find them.
      const isListed = (now: Sheet) => newOnDatesOf(stored, sheet, now) >= stored.length;
      await readUntil(isListed, () => read(sheet.range)).catch(() => {});
    } catch (error) {
      if (!(error instanceof NotSentError)) {
        setMessage(await whatIsStored(sheet, chosen, sentence(messageOf(error))));
        return;
      }
      setMessage(error.message);
      setReplanned(error.replanned);
      if (canFill(env)) await read(sheet.range).catch(() => {});
    }
  }

  async function whatIsStored(before: Sheet, { planned }: Chosen, why: string): Promise<string> {
    const rows = rowsOf(planned);
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
    replanned,
    log: (sheet, chosen) => {
      if (tools) run(() => logAndRead(tools, sheet, chosen));
    },
    clear() {
      setMessage("");
      setReplanned([]);
    },
  };
}
