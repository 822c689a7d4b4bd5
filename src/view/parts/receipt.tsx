import { useState } from "preact/hooks";
import type { Env } from "../env.ts";
import { canDelete } from "../env.ts";
import type { Receipt as ReceiptData, ReceiptRow } from "../model/receipt.ts";
import { standingRows } from "../model/undo.ts";
import { useFocus } from "../use-focus.ts";
import type { OneAtATime } from "../use-one-at-a-time.ts";
import { useUndo } from "../use-undo.ts";
import { outcomeOf, resultOf, worklogCount } from "../words.ts";
import { Button } from "./button.tsx";
import { Rows } from "./rows.tsx";
import { Undo } from "./undo.tsx";

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
export function HowToUndo({ ids }: { ids: readonly string[] }) {
  const which = ids.length > MANY ? "that you just logged" : ids.join(", ");
  return <p class="quiet">To undo this, tell the assistant: “Delete the worklogs {which}.”</p>;
}
