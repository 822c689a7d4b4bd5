import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { PostDraftResponse } from "../../generated/responses.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import { canDelete, type Env } from "../env.ts";
import { type OneAtATime, onEscape, useFocus } from "../hooks.ts";
import { hoursInSeconds } from "../model/plan.ts";
import { type Receipt as ReceiptData, type ReceiptRow, standingRows } from "../model/receipt.ts";
import { type PostedDraft, readPosted } from "../use-draft.ts";
import { type Undoing, useUndo } from "../use-undo.ts";
import { keptOf, outcomeOf, postedOutcome, resultOf, worklogCount } from "../words.ts";
import { ActionButton, Actions, Button } from "./controls.tsx";
import { Rows } from "./rows.tsx";

interface Props {
  env: Env;
  work: OneAtATime;
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

/** Lists the worklogs that were logged, existed already, or failed, and undoes those that were logged. */
export function Receipt({ env, work, receipt, isWhole, open, changed }: Props) {
  const [isLong, setLong] = useState(false);
  const heading = useFocus<HTMLHeadingElement>(!isWhole);
  const undoing = useUndo(env, work, receipt, changed);
  const { rows, overbooked } = receipt;
  const { format } = env;
  const { plan, gone } = undoing;
  const left = standingRows(rows, gone);
  // Rows that need attention are never folded away.
  const important = rows.filter((row) => row.outcome !== "logged" || row.possibleDuplicateId !== undefined);
  const canFold = rows.length > SHOWN && important.length < rows.length && !plan;
  const shown = canFold && !isLong ? important : rows;
  const Title = isWhole ? "h1" : "h2";
  const showMonth = open && env.tools && (
    <Button aria-disabled={work.isBusy} onClick={open}>
      Show the month
    </Button>
  );
  return (
    <section class={isWhole ? "" : "panel"}>
      <Title ref={heading} tabIndex={-1}>
        {outcomeOf(rows, format, gone)}
      </Title>
      {gone.size === 0 &&
        overbooked.map(({ date, requiredHours, bookedHours }) => (
          <p key={date} class="warning">
            <span aria-hidden="true">+ </span>
            {format.day(date)} now has {format.number(bookedHours)} h logged, {format.number(requiredHours)} h
            required.
          </p>
        ))}
      {shown.length > 0 && (
        <Rows
          env={env}
          caption="What became of each worklog"
          rows={shown}
          resultOf={(row) => resultOf(row, undoing)}
          isStruck={({ id = "" }) => gone.has(id)}
          hasIssue={({ outcome }) => outcome !== "failed"}
          noteOf={noteOf}
        />
      )}
      {canFold && (
        <Button aria-expanded={isLong} onClick={() => setLong(!isLong)}>
          {isLong ? "Show fewer" : `Show all ${worklogCount(rows.length)}`}
        </Button>
      )}
      {left.length > 0 && !canDelete(env) && <HowToUndo ids={left.flatMap(({ id }) => id ?? [])} />}
      <Undo
        env={env}
        undoing={undoing}
        isLeft={left.length > 0 && canDelete(env)}
        takeFocus={() => heading.current?.focus()}
      >
        {showMonth}
      </Undo>
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
  return <p class="quiet">To undo this, tell the assistant: “Delete the worklogs {which}.”</p>;
}

interface UndoProps {
  env: Env;
  undoing: Undoing;
  /** Whether anything is left to undo. */
  isLeft: boolean;
  /** Takes the focus once nothing is left, and the button is gone. */
  takeFocus(): void;
  /** Buttons beside it. */
  children?: ComponentChildren;
}

/** Undo, in a step of its own: it names what it will delete before it does. */
function Undo({ env, undoing, isLeft, takeFocus, children }: UndoProps) {
  const { isBusy, message, plan, gone } = undoing;
  const opener = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  // The focus was in the question, which is gone.
  useEffect(() => {
    if (wasAsked.current && !plan) (opener.current ?? { focus: takeFocus }).focus();
    wasAsked.current = plan !== undefined;
  }, [plan]);
  return (
    <>
      {plan ? (
        <Question env={env} undoing={undoing} plan={plan}>
          {children}
        </Question>
      ) : (
        <Actions>
          {isLeft && (
            <Button ref={opener} aria-disabled={isBusy} onClick={() => isBusy || undoing.prepare()}>
              {isBusy ? "Reading what Tempo holds…" : "Undo…"}
            </Button>
          )}
          {children}
        </Actions>
      )}
      <p
        key="status"
        class={!isLeft && message === `${worklogCount(gone.size)} deleted.` ? "hidden" : "text"}
        role="status"
      >
        {message}
      </p>
    </>
  );
}

interface QuestionProps {
  env: Env;
  undoing: Undoing;
  plan: NonNullable<Undoing["plan"]>;
  children: ComponentChildren;
}

function Question({ env, undoing: { isBusy, confirm, cancel }, plan, children }: QuestionProps) {
  const heading = useFocus<HTMLHeadingElement>();
  const { deletable, changed } = plan;
  const number = deletable.length;
  return (
    <section aria-labelledby="undo-title" onKeyDown={onEscape(cancel)}>
      <h2 id="undo-title" ref={heading} tabIndex={-1}>
        Delete {worklogCount(number)} from Tempo?
      </h2>
      {changed.length > 0 && <p>{worklogCount(changed.length)} changed since and will stay.</p>}
      <Actions>
        <ActionButton kind="danger" isBusy={isBusy} act={confirm}>
          {isBusy
            ? `Deleting ${worklogCount(number)}…`
            : `Delete ${worklogCount(number)}, ${env.format.unit(hoursInSeconds(deletable))}`}
        </ActionButton>
        <Button aria-disabled={isBusy} onClick={cancel}>
          {number === 1 ? "Keep it" : "Keep them"}
        </Button>
        {children}
      </Actions>
    </section>
  );
}

interface WholePostedDraftProps {
  env: Env;
  work: OneAtATime;
  reply: PostDraftResponse;
  range: DateRange | undefined;
  /** Shows the month around it; undefined if that is not known. */
  open: (() => void) | undefined;
}

/** A draft that the assistant has logged. Tempo is read for all but the ids. */
export function WholePostedDraft({ env, work, reply, range, open }: WholePostedDraftProps) {
  const [posted, setPosted] = useState<PostedDraft>({ reply, receipt: undefined });
  useEffect(() => {
    readPosted(env.tools, reply, range).then(setPosted);
  }, []);
  return <PostedReceipt env={env} work={work} posted={posted} isWhole open={open} />;
}

interface PostedReceiptProps {
  env: Env;
  work: OneAtATime;
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
        <PostedIds env={props.env} reply={reply} isWhole={props.isWhole} />
      )}
      {kept && <p class="text">{kept}</p>}
    </>
  );
}

function PostedIds({
  env: { format },
  reply,
  isWhole,
}: {
  env: Env;
  reply: PostDraftResponse;
  isWhole: boolean;
}) {
  const heading = useFocus<HTMLHeadingElement>(!isWhole);
  const { worklogIds, failures = [] } = reply;
  const Title = isWhole ? "h1" : "h2";
  return (
    <section class={isWhole ? "" : "panel"}>
      <Title ref={heading} tabIndex={-1}>
        {postedOutcome(reply, format)}
      </Title>
      {failures.map(({ date, issueKey, error }, index) => (
        <p key={index} class="warning text">
          {format.shortDay(date)} {issueKey}: {error}
        </p>
      ))}
      {worklogIds.length > 0 && <HowToUndo ids={worklogIds} />}
    </section>
  );
}
