import { useState } from "preact/hooks";
import type { Worklog } from "../generated/responses.ts";
import { readUntil } from "./clock.ts";
import type { Env } from "./env.ts";
import type { OneAtATime } from "./hooks.ts";
import { planUndo, type Receipt, type UndoPlan } from "./model/receipt.ts";
import { messageOf } from "./use-sheet.ts";
import { READ_FIRST, sentence, worklogCount } from "./words.ts";

/** The undo of a receipt, and how far it is. */
export interface Undoing {
  isBusy: boolean;
  /** The outcome of the last step; empty at first. */
  message: string;
  /** The plan that waits for confirmation. */
  plan: UndoPlan | undefined;
  /** The ids of the receipt's worklogs that no longer exist. */
  gone: ReadonlySet<string>;
  /** Reads what Tempo holds, and plans. */
  prepare(): void;
  /** Deletes what the plan shows, if Tempo still holds just that. */
  confirm(): void;
  cancel(): void;
}

/** Undoes a receipt: deletes what its call stored and what is unchanged since, and nothing else. */
export function useUndo(
  { tools, offered, tellAssistant }: Env,
  { isBusy, run }: OneAtATime,
  { rows, range }: Receipt,
  changed: (() => void) | undefined,
): Undoing {
  const [plan, setPlan] = useState<UndoPlan>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState("");

  async function planNow(): Promise<UndoPlan | undefined> {
    const current = range && (await tools?.readWorklogs(range));
    const next = current && planUndo(rows, current.worklogs);
    if (next) setGone(new Set(next.gone));
    return next;
  }

  /** Says what is left if there is nothing to delete. */
  function show(next: UndoPlan | undefined, before = ""): void {
    const isEmpty = !next || next.deletable.length === 0;
    setPlan(isEmpty ? undefined : next);
    setMessage(`${before}${isEmpty ? leftOf(next) : ""}`.trim());
  }

  async function deleteShown(shown: UndoPlan): Promise<void> {
    // `delete_worklogs` does not list billable hours, and each of its calls confirms only its own part of the plan.
    const now = await planNow();
    if (!now || JSON.stringify(now.deletable) !== JSON.stringify(shown.deletable)) {
      show(now, "Nothing was deleted now: Tempo has changed meanwhile. ");
      return;
    }
    const problem = await deleteAll(shown.deletable).then(
      () => "",
      (error: unknown) => sentence(messageOf(error)),
    );
    const isListed = (plan?: UndoPlan) => problem !== "" || plan?.deletable.length === 0;
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
    if (offered.has("delete_worklogs")) {
      await tools?.deleteMany(shown);
      return;
    }
    // One after the other: a host that refuses the first is not asked again. Each is read again, since the host may have asked
    // the user about the one before for a while.
    for (const worklog of shown) {
      const { date, id } = worklog;
      const current = await tools?.readWorklogs({ startDate: date, endDate: date });
      const now = current?.worklogs.find((each) => each.id === id);
      if (JSON.stringify(now) === JSON.stringify(worklog)) await tools?.deleteOne(id);
    }
  }

  const guarded = (work: () => Promise<void>) =>
    run(() =>
      work().catch((error: unknown) => {
        setMessage(`Nothing was deleted, since the timesheet could not be read first: ${messageOf(error)}`);
      }),
    );

  return {
    isBusy,
    message,
    plan,
    gone,
    prepare: () => guarded(async () => show(await planNow())),
    confirm: () => plan && guarded(() => deleteShown(plan)),
    cancel() {
      if (isBusy) return;
      setPlan(undefined);
      setMessage("");
    },
  };
}

function leftOf(plan: UndoPlan | undefined): string {
  const { gone = [], changed = [] } = plan ?? {};
  return [
    ...(gone.length > 0
      ? [`${worklogCount(gone.length)} of this call ${gone.length === 1 ? "is" : "are"} no longer in Tempo.`]
      : []),
    ...(changed.length > 0
      ? [
          `${worklogCount(changed.length)} changed since, so nothing was deleted for ${changed.length === 1 ? "it" : "them"}.`,
        ]
      : []),
  ].join(" ");
}
