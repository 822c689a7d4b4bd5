import { useState } from "preact/hooks";
import type { DateRange } from "../timesheet/dates.ts";
import { readUntil } from "./clock.ts";
import { useEnv } from "./hooks.ts";
import { appearedOn, areListed, isSame, type Sheet } from "./model/days.ts";
import { type Plan, plannedBy, type Stretch } from "./model/plan.ts";
import {
  type CarriedOut,
  type PlannedWorklog,
  type Receipt,
  receiptOfFill,
  rowsThat,
} from "./model/receipt.ts";
import type { ServerTools } from "./server-tools.ts";
import {
  appearedOf,
  forAssistant,
  messageOf,
  NONE_APPEARED,
  notKnown,
  outcomeOf,
  READ_FIRST,
  sentence,
} from "./words.ts";

/** Tells the assistant of a call without a result. */
export const UNKNOWN_TO_ASSISTANT = `The user tried to log time in the timesheet view, and what was logged is not known. ${READ_FIRST}`;

const SINCE_CHANGED = "Tempo has changed since these rows were made.";
const CHANGED_ROW = "Not logged: Tempo has changed since this row was made.";
const NOT_SENT = "Not sent, since an earlier call failed.";

/** The message if Tempo lacks something else by now than was shown. */
export const CHANGED = `Nothing was logged: ${SINCE_CHANGED} Check them and press again.`;

/** Logs plans that the user has seen. Reads afterwards, so that what is shown is what Tempo holds. */
export function useLogging(read: (range: DateRange) => Promise<Sheet>) {
  const { tools, format, tellAssistant, run } = useEnv();
  const [message, setMessage] = useState("");
  const [receipt, setReceipt] = useState<Receipt>();

  async function logAndRead(sheet: Sheet, plans: readonly Plan[], done: () => void): Promise<void> {
    setReceipt(undefined);
    try {
      const logged = await logPlans(tools, sheet, plans);
      const { rows } = logged;
      const stored = rowsThat(rows, "logged");
      const unknown = rowsThat(rows, "unknown");
      const said = outcomeOf(rows, format);
      setReceipt(logged);
      setMessage(said);
      // The host keeps only the last text.
      tellAssistant((unknown.length > 0 ? `${UNKNOWN_TO_ASSISTANT}\n` : "") + forAssistant(rows, format));
      done();
      // Until they are listed, their hours would be missing, and undo would not find them.
      const now = readUntil(
        (now) => areListed(stored, now),
        () => read(sheet.range),
      );
      const appeared = await whatIsStored(sheet, unknown, now);
      if (unknown.length > 0) setMessage(`${said}. ${appeared}`);
    } catch (error) {
      const appeared = await whatIsStored(sheet, plans.flatMap(worklogsOf), read(sheet.range));
      const why = messageOf(error);
      const isChanged = why === CHANGED;
      setMessage(isChanged ? why : `${sentence(why)} ${appeared}`);
      if (!isChanged && !appeared.startsWith(NONE_APPEARED)) tellAssistant(UNKNOWN_TO_ASSISTANT);
    }
  }

  return {
    /** The outcome of the last attempt; empty at first. */
    message,
    receipt,
    /** @param done is called once something is logged */
    log: (sheet: Sheet, plans: readonly Plan[], done: () => void) =>
      run(() => logAndRead(sheet, plans, done)),
    /** Forgets the last message. The receipt stays until something else is logged, and with it its undo. */
    clear: () => setMessage(""),
  };
}

/** Tells what Tempo has of rows whose call was not answered. */
function whatIsStored(before: Sheet, rows: Parameters<typeof appearedOn>[0], reading: Promise<Sheet>) {
  return reading.then(
    (now) => appearedOf(appearedOn(rows, before, now), rows.length),
    () => notKnown("whether they are logged, since the timesheet cannot be read"),
  );
}

export interface MadePlans {
  plans: readonly Plan[];
  /** The stretches without a plan, each with the reason. */
  refused: readonly (Stretch & { problem: string })[];
}

/**
 * Plans the stretches one after another, since the server takes its calls in turn. One that is refused leaves the others.
 *
 * @param known plans that are as good as new
 * @param isWanted whether the plans are still wanted
 */
export async function planAll(
  { fill }: Pick<ServerTools, "fill">,
  stretches: readonly Stretch[],
  known: readonly Plan[],
  isWanted: () => boolean,
): Promise<MadePlans> {
  const plans: Plan[] = [];
  const refused: (Stretch & { problem: string })[] = [];
  for (const stretch of stretches) {
    if (!isWanted()) break;
    const same = known.find(({ args }) => isSame(args, stretch.args));
    try {
      plans.push({ ...stretch, reply: same?.reply ?? (await fill(stretch.args)) });
    } catch (error) {
      refused.push({ ...stretch, problem: messageOf(error) });
    }
  }
  return { plans, refused };
}

/**
 * Confirms each plan by its digest. `fill_days` plans anew, and logs the plan if it is still the same. Rejects if nothing is known to be logged,
 * but for plans of which the tool says why.
 *
 * @param sheet what was read before
 */
export async function logPlans(
  tools: Pick<ServerTools, "fill" | "readWorklogs">,
  sheet: Sheet,
  plans: readonly Plan[],
): Promise<Receipt> {
  let problem: unknown;
  let isRefused = false;

  async function carryOut({ args, reply }: Plan, planned: readonly PlannedWorklog[]) {
    // The user has already confirmed a posted plan, in a form of the host; one without a digest has nothing to log.
    if (reply.logged || reply.confirm === undefined) return { reply };
    // A host that refuses a call is not asked again.
    if (isRefused) return { reply: NOT_SENT };
    try {
      const last = await tools.fill({ ...args, confirm: reply.confirm });
      if (last.logged || last.failures) return { reply: last };
    } catch (error) {
      problem = error;
      isRefused = true;
      return { reply: messageOf(error), outcome: "unknown" as const };
    }
    // If the host has sent the call twice, it is the first one's answer that is lost.
    const isAbsent = await tools.readWorklogs(sheet.range).then(
      (worklogs) => appearedOn(planned, sheet, { worklogs }).alike === 0,
      () => false,
    );
    if (isAbsent) return { reply: CHANGED_ROW };
    problem ??= new Error(SINCE_CHANGED);
    return { reply: SINCE_CHANGED, outcome: "unknown" as const };
  }

  const parts: CarriedOut[] = [];
  for (const plan of plans) {
    const planned = worklogsOf(plan);
    parts.push({ planned, ...(await carryOut(plan, planned)) });
  }
  const receipt = receiptOfFill(parts);
  const { rows } = receipt;
  if (problem && rowsThat(rows, "logged").length === 0) throw problem;
  if (rows.length > 0 && rows.every(({ error }) => error === CHANGED_ROW)) throw new Error(CHANGED);
  return receipt;
}

function worklogsOf({ reply }: Plan): PlannedWorklog[] {
  return plannedBy(reply).flatMap(({ date, rows }) => rows.map((row) => ({ ...row, date })));
}
