import { useState } from "preact/hooks";
import type { Worklog } from "../generated/responses.ts";
import { readUntil } from "./clock.ts";
import { joined } from "./format.ts";
import { useEnv } from "./hooks.ts";
import { isSame } from "./model/days.ts";
import { planUndo, type Receipt, type UndoPlan } from "./model/receipt.ts";
import { messageOf, READ_FIRST, sentence, worklogCount } from "./words.ts";

/** Undoes a receipt: deletes what its call stored and what is unchanged since, and nothing else. */
export function useUndo({ rows, range }: Receipt, changed: (() => void) | undefined) {
  const { tools, can, tellAssistant, isBusy, run } = useEnv();
  const [plan, setPlan] = useState<UndoPlan>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState("");

  async function planNow(): Promise<UndoPlan> {
    // What was logged has a date.
    const next = planUndo(rows, range ? (await tools.readWorklogs(range)).worklogs : []);
    setGone(new Set(next.gone));
    return next;
  }

  /** Says what is left if there is nothing to delete. */
  function show(next: UndoPlan, before = ""): void {
    const isEmpty = next.deletable.length === 0;
    setPlan(isEmpty ? undefined : next);
    setMessage(`${before}${isEmpty ? leftOf(next) : ""}`.trim());
  }

  async function deleteShown(shown: UndoPlan): Promise<void> {
    // `delete_worklogs` does not list billable hours, and each of its calls confirms only its own part of the plan.
    const now = await planNow();
    if (!isSame(now.deletable, shown.deletable)) {
      show(now, "Nothing was deleted now: Tempo has changed meanwhile. ");
      return;
    }
    const problem = await deleteAll(shown.deletable).then(
      () => "",
      (error: unknown) => sentence(messageOf(error)),
    );
    const isListed = ({ deletable }: UndoPlan) => problem !== "" || deletable.length === 0;
    const after = await readUntil(isListed, planNow).catch(() => undefined);
    changed?.();
    if (!after) {
      setPlan(undefined);
      setMessage(`${problem} The timesheet cannot be read, so look in Tempo at what is left.`.trim());
      return;
    }
    const left = after.deletable.length;
    const number = after.gone.length - now.gone.length;
    const deleted = `${worklogCount(number)} deleted.`;
    if (number > 0) {
      tellAssistant(`The user undid logged time in the timesheet view: ${deleted} ${READ_FIRST}`);
    }
    const why = number < shown.deletable.length && problem ? `${problem} ` : "";
    show({ ...after, gone: now.gone }, `${deleted} ${left > 0 ? `${worklogCount(left)} left. ` : ""}${why}`);
  }

  async function deleteAll(shown: readonly Worklog[]): Promise<void> {
    if (can("delete_worklogs")) {
      await tools.deleteMany(shown);
      return;
    }
    // One after the other: a host that refuses the first is not asked again. Each is read again, since the host may have asked
    // the user about the one before for a while.
    for (const worklog of shown) {
      const { date, id } = worklog;
      const current = await tools.readWorklogs({ startDate: date, endDate: date });
      const now = current.worklogs.find((each) => each.id === id);
      if (isSame(now, worklog)) await tools.deleteOne(id);
    }
  }

  const guarded = (work: () => Promise<void>) =>
    run(() =>
      work().catch((error: unknown) => {
        setMessage(`Nothing was deleted, since the timesheet could not be read first: ${messageOf(error)}`);
      }),
    );

  return {
    /** The outcome of the last step; empty at first. */
    message,
    /** The plan that waits for confirmation. */
    plan,
    /** The ids of the receipt's worklogs that no longer exist. */
    gone,
    /** Reads what Tempo holds, and plans. */
    prepare: () => guarded(async () => show(await planNow())),
    /** Deletes what the plan shows, if Tempo still holds just that. */
    confirm: () => plan && guarded(() => deleteShown(plan)),
    cancel(): void {
      if (isBusy) return;
      setPlan(undefined);
      setMessage("");
    },
  };
}

function leftOf({ gone, changed }: UndoPlan): string {
  const isOne = (ids: readonly unknown[]) => ids.length === 1;
  return joined(" ", [
    gone.length > 0 &&
      `${worklogCount(gone.length)} of this call ${isOne(gone) ? "is" : "are"} no longer in Tempo.`,
    changed.length > 0 &&
      `${worklogCount(changed.length)} changed since, so nothing was deleted for ${isOne(changed) ? "it" : "them"}.`,
  ]);
}
