import { useState } from "preact/hooks";
import type { FillDaysResponse } from "../generated/responses.ts";
import type { DateRange } from "../timesheet/dates.ts";
import { readUntil } from "./clock.ts";
import type { Env } from "./env.ts";
import type { OneAtATime } from "./hooks.ts";
import { newOnDatesOf, type Sheet } from "./model/days.ts";
import { type Plan, plannedBy } from "./model/plan.ts";
import { type CarriedOut, type PlannedWorklog, type Receipt, receiptOfFill } from "./model/receipt.ts";
import type { ServerTools } from "./server-tools.ts";
import { messageOf } from "./use-sheet.ts";
import { appearedOf, forAssistant, outcomeOf, READ_FIRST, sentence } from "./words.ts";

/** Tells the assistant of a call without a result. */
export const UNKNOWN_TO_ASSISTANT = `The user tried to log time in the timesheet view, and what was logged is not known. ${READ_FIRST}`;

const CHANGED =
  "Nothing was logged: Tempo has changed since these rows were made. Check them and press again.";

/** Nothing was logged, since Tempo lacks something else by now than was shown. */
export class ChangedError extends Error {
  constructor() {
    super(CHANGED);
  }
}

interface Logging {
  /** The outcome of the last attempt; empty at first. */
  message: string;
  receipt: Receipt | undefined;
  log(sheet: Sheet, plans: readonly Plan[]): void;
  /** Forgets the last message. The receipt stays until something else is logged, and with it its undo. */
  clear(): void;
}

/** Logs plans that the user has seen. Reads afterwards, so that what is shown is what Tempo holds. */
export function useLogging(
  env: Env,
  { run }: OneAtATime,
  read: (range: DateRange) => Promise<Sheet>,
  done: () => void,
): Logging {
  const { tools, format, tellAssistant } = env;
  const [message, setMessage] = useState("");
  const [receipt, setReceipt] = useState<Receipt>();

  async function logAndRead(tools: ServerTools, sheet: Sheet, plans: readonly Plan[]) {
    setReceipt(undefined);
    try {
      const logged = await logPlans(tools, plans);
      setReceipt(logged);
      setMessage(outcomeOf(logged.rows, format));
      tellAssistant(forAssistant(logged.rows, format));
      done();
      const stored = logged.rows.filter((row) => row.outcome === "logged");
      // Until they are listed, their hours would be missing, and undo would not find them.
      const isListed = (now: Sheet) => newOnDatesOf(stored, sheet, now) >= stored.length;
      await readUntil(isListed, () => read(sheet.range)).catch(() => {});
    } catch (error) {
      if (error instanceof ChangedError) {
        setMessage(error.message);
        await read(sheet.range).catch(() => {});
      } else setMessage(await whatIsStored(sheet, plans, sentence(messageOf(error))));
    }
  }

  async function whatIsStored(before: Sheet, plans: readonly Plan[], why: string): Promise<string> {
    const rows = plans.flatMap(worklogsOf);
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
    log: (sheet, plans) => {
      if (tools) run(() => logAndRead(tools, sheet, plans));
    },
    clear: () => setMessage(""),
  };
}

/** Confirms each plan by its digest. `fill_days` plans anew, and logs the plan if it is still the same. */
export async function logPlans(tools: Pick<ServerTools, "fill">, plans: readonly Plan[]): Promise<Receipt> {
  const parts: CarriedOut[] = [];
  let problem = "";
  for (const plan of plans) {
    const planned = worklogsOf(plan);
    try {
      parts.push({ planned, reply: problem || (await carryOut(tools, plan)) });
    } catch (error) {
      // Once something is logged, its receipt is shown in any case. A host that refuses a call is not asked again.
      if (parts.length === 0) throw error;
      problem = messageOf(error);
      parts.push({ planned, reply: problem });
    }
  }
  return receiptOfFill(parts);
}

async function carryOut(
  { fill }: Pick<ServerTools, "fill">,
  { args, reply }: Plan,
): Promise<FillDaysResponse> {
  // The user has already confirmed a posted plan, in a form of the host; one without a digest has nothing to log.
  if (reply.posted || reply.confirm === undefined) return reply;
  const last = await fill({ ...args, confirm: reply.confirm });
  if (last.posted || last.failures) return last;
  throw new ChangedError();
}

function worklogsOf({ reply }: Plan): PlannedWorklog[] {
  return plannedBy(reply).flatMap(({ date, rows }) => rows.map((row) => ({ ...row, date })));
}
