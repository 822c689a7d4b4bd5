import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PostDraftResponse, Worklog } from "../../generated/responses.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import { readUntil } from "../clock.ts";
import { joined } from "../format.ts";
import { useEnv, useFocus } from "../hooks.ts";
import { isSame } from "../model/days.ts";
import { hoursInSeconds } from "../model/plan.ts";
import {
  planUndo,
  type Receipt as ReceiptData,
  type ReceiptRow,
  standingRows,
  type UndoPlan,
} from "../model/receipt.ts";
import { type PostedDraft, readPosted } from "../use-draft.ts";
import {
  keptOf,
  messageOf,
  outcomeOf,
  postedOutcome,
  READ_FIRST,
  resultOf,
  sentence,
  worklogCount,
} from "../words.ts";
import { ActionButton, Actions, Button, Panel, Sign, Toggle } from "./controls.tsx";
import { Rows } from "./rows.tsx";

interface Props {
  receipt: ReceiptData;
  /** True if it is all that the view shows; false for what was logged in the view. */
  isWhole: boolean;
  /** Shows the month around it; undefined if that is shown already, or not known. */
  open?: (() => void) | undefined;
  /** Something was deleted. */
  changed?(): void;
}

const SHOWN = 12;

/** More ids than fit into a sentence. */
const MANY = 20;

/**
 * Lists the worklogs that were logged, existed already, or failed. Undo is a step of its own: it names what it will delete before it
 * does.
 */
export function Receipt({ receipt, isWhole, open, changed }: Props) {
  const [isLong, setLong] = useState(false);
  const heading = useFocus<HTMLHeadingElement>(!isWhole);
  const undoing = useUndo(receipt, changed);
  const { rows, overbooked } = receipt;
  const { format, canRead, can, isBusy } = useEnv();
  const canDelete = can("delete_worklogs", "delete_worklog");
  const { plan, gone, message } = undoing;
  const left = standingRows(rows, gone);
  const canUndo = left.length > 0 && canDelete;
  // Rows that need attention are never folded away.
  const important = rows.filter((row) => row.outcome !== "logged" || row.possibleDuplicateId !== undefined);
  const canFold = rows.length > SHOWN && important.length < rows.length && !plan;
  const shown = canFold && !isLong ? important : rows;
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  // The focus was in the question, which is gone.
  useEffect(() => {
    if (wasAsked.current && !plan) (opener.current ?? heading.current)?.focus();
    wasAsked.current = plan !== undefined;
  }, [plan]);
  const showMonth = open && canRead && (
    <Button isOff={isBusy} onClick={open}>
      Show the month
    </Button>
  );
  return (
    <Titled isWhole={isWhole} title={outcomeOf(rows, format, gone)} heading={heading}>
      {gone.size === 0 &&
        overbooked.map(({ date, requiredHours, loggedHours }) => (
          <p key={date} class="warning">
            <Sign>+</Sign>
            {format.day(date)} now has {format.number(loggedHours)} h logged, {format.number(requiredHours)} h
            required.
          </p>
        ))}
      {shown.length > 0 && (
        <Rows
          caption="What became of each worklog"
          rows={shown.map((row) => ({
            ...row,
            result: resultOf(row, undoing),
            isStruck: gone.has(row.id ?? ""),
            hasIssue: row.outcome !== "failed",
            note: noteOf(row),
          }))}
        />
      )}
      {canFold && (
        <Toggle isOpen={isLong} set={setLong}>
          {isLong ? "Show fewer" : `Show all ${worklogCount(rows.length)}`}
        </Toggle>
      )}
      {left.length > 0 && !canDelete && <HowToUndo ids={left.flatMap(({ id }) => id ?? [])} />}
      {plan ? (
        <Panel
          id="undo"
          class=""
          title={`Delete ${worklogCount(plan.deletable.length)} from Tempo?`}
          close={undoing.cancel}
        >
          {plan.changed.length > 0 && <p>{worklogCount(plan.changed.length)} changed since and will stay.</p>}
          <Actions>
            <ActionButton kind="danger" isOff={isBusy} act={undoing.confirm}>
              {isBusy
                ? `Deleting ${worklogCount(plan.deletable.length)}…`
                : `Delete ${worklogCount(plan.deletable.length)}, ${format.unit(hoursInSeconds(plan.deletable))}`}
            </ActionButton>
            <Button isOff={isBusy} onClick={undoing.cancel}>
              {plan.deletable.length === 1 ? "Keep it" : "Keep them"}
            </Button>
            {showMonth}
          </Actions>
        </Panel>
      ) : (
        <Actions>
          {canUndo && (
            <Button ref={opener} isOff={isBusy} onClick={undoing.prepare}>
              {isBusy ? "Reading what Tempo holds…" : "Undo…"}
            </Button>
          )}
          {showMonth}
        </Actions>
      )}
      <p
        key="status"
        class={!canUndo && message === `${worklogCount(gone.size)} deleted.` ? "hidden" : "text"}
        role="status"
      >
        {message}
      </p>
    </Titled>
  );
}

interface TitledProps {
  isWhole: boolean;
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
  children: ComponentChildren;
}

/** A receipt is a page of its own, or a panel. */
function Titled({ isWhole, title, heading, children }: TitledProps) {
  const Title = isWhole ? "h1" : "h2";
  return (
    <section class={isWhole ? "" : "panel"}>
      <Title ref={heading} tabIndex={-1}>
        {title}
      </Title>
      {children}
    </section>
  );
}

function noteOf({ error, possibleDuplicateId }: ReceiptRow): string | undefined {
  return possibleDuplicateId === undefined
    ? error
    : `Worklog ${possibleDuplicateId} may be a second copy. Look at both in Tempo.`;
}

/** The words by which the assistant undoes what was logged. */
function HowToUndo({ ids }: { ids: readonly string[] }) {
  const which = ids.length > MANY ? "that you just logged" : ids.join(", ");
  return (
    <p class="quiet">
      To undo this, tell the assistant: “Delete the worklog{ids.length > 1 && "s"} {which}.”
    </p>
  );
}

interface WholePostedDraftProps {
  reply: PostDraftResponse;
  range: DateRange | undefined;
  /** Shows the month around it; undefined if that is not known. */
  open: (() => void) | undefined;
}

/** A draft that the assistant has logged. Tempo is read for all but the ids. */
export function WholePostedDraft({ reply, range, open }: WholePostedDraftProps) {
  const env = useEnv();
  const [posted, setPosted] = useState<PostedDraft>({ reply, receipt: undefined });
  useEffect(() => {
    readPosted(env, reply, range).then(setPosted);
  }, []);
  return <PostedReceipt posted={posted} isWhole open={open} />;
}

interface PostedReceiptProps {
  posted: PostedDraft;
  /** True if it is all that the view shows; false for what was logged in the view. */
  isWhole: boolean;
  open?: (() => void) | undefined;
  /** Something was deleted. */
  changed?(): void;
}

/** The receipt of a draft, or only its ids where Tempo cannot be read; and what was kept for next time. */
export function PostedReceipt({ posted: { reply, receipt }, ...props }: PostedReceiptProps) {
  const kept = keptOf(reply);
  return (
    <>
      {receipt ? (
        <Receipt key={reply.worklogIds.join()} receipt={receipt} {...props} />
      ) : (
        <PostedIds reply={reply} isWhole={props.isWhole} />
      )}
      {kept && <p class="text">{kept}</p>}
    </>
  );
}

function PostedIds({ reply, isWhole }: { reply: PostDraftResponse; isWhole: boolean }) {
  const { format } = useEnv();
  const heading = useFocus<HTMLHeadingElement>(!isWhole);
  const { worklogIds, failures = [] } = reply;
  return (
    <Titled isWhole={isWhole} title={postedOutcome(reply, format)} heading={heading}>
      {failures.map(({ date, issueKey, error }, index) => (
        <p key={index} class="warning text">
          <Sign>!</Sign>
          {format.shortDay(date)} {issueKey}: {error}
        </p>
      ))}
      {worklogIds.length > 0 && <HowToUndo ids={worklogIds} />}
    </Titled>
  );
}

/** Undoes a receipt: deletes what its call stored and what is unchanged since, and nothing else. */
function useUndo({ rows, range }: ReceiptData, changed: (() => void) | undefined) {
  const { tools, can, tellAssistant, isBusy, run } = useEnv();
  const [plan, setPlan] = useState<UndoPlan>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const [message, setMessage] = useState("");

  async function planNow(): Promise<UndoPlan> {
    // Every worklog that was logged has a date.
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
  return joined(" ", [
    gone.length > 0 &&
      `${worklogCount(gone.length)} of this call ${gone.length === 1 ? "is" : "are"} no longer in Tempo.`,
    changed.length > 0 &&
      `${worklogCount(changed.length)} changed since, so nothing was deleted for ${changed.length === 1 ? "it" : "them"}.`,
  ]);
}
