import type { BulkWorklogEntry } from "../../generated/inputs.ts";
import { type DateRange, datesOfMonth } from "../../timesheet/dates.ts";
import type { Env } from "../env.ts";
import { useOneAtATime } from "../hooks.ts";
import type { Face, MonthFace } from "../model/face.ts";
import { hoursInSeconds } from "../model/plan.ts";
import { worklogCount } from "../words.ts";
import { Button } from "./controls.tsx";
import { Draft } from "./draft.tsx";
import { Month } from "./month.tsx";
import { Receipt, WholePostedDraft } from "./receipt.tsx";
import { Rows } from "./rows.tsx";
import { Totals } from "./totals.tsx";

interface Props {
  env: Env;
  face: Face;
  showMonth(face: MonthFace): void;
}

export function App({ env, face, showMonth }: Props) {
  const work = useOneAtATime();
  function open(range: DateRange): void {
    if (!work.isBusy) showMonth({ kind: "month", sheet: { range }, isOpen: true, takesFocus: true });
  }
  switch (face.kind) {
    case "waiting":
      return <Waiting env={env} posting={face.posting} />;
    case "nothing":
      return <Nothing env={env} title={face.title} text={face.text} range={face.range} open={open} />;
    case "month":
      return <Month env={env} work={work} face={face} />;
    case "draft":
      return <Draft env={env} work={work} face={face} />;
    case "postedDraft": {
      const { reply, range } = face;
      const openMonths = range && (() => open(wholeMonths(range)));
      return <WholePostedDraft env={env} work={work} reply={reply} range={range} open={openMonths} />;
    }
    case "totals":
      return <Totals env={env} face={face} />;
    case "receipt": {
      const { range } = face.receipt;
      return (
        <Receipt
          env={env}
          work={work}
          receipt={face.receipt}
          isWhole
          open={range && (() => open(wholeMonths(range)))}
        />
      );
    }
  }
}

function wholeMonths({ startDate, endDate }: DateRange): DateRange {
  return {
    startDate: datesOfMonth(startDate.slice(0, 7)).startDate,
    endDate: datesOfMonth(endDate.slice(0, 7)).endDate,
  };
}

interface NothingProps {
  env: Env;
  title: string;
  text: string;
  range: DateRange | undefined;
  open(range: DateRange): void;
}

/** There is nothing to draw: why, and what can be done. */
function Nothing({ env: { tools, today, format }, title, text, range, open }: NothingProps) {
  const offered = range ?? datesOfMonth(today.slice(0, 7));
  return (
    <section>
      <h1>{title}</h1>
      <p class="text" role="status">
        {text}
      </p>
      {tools && <Button onClick={() => open(offered)}>Show {format.range(offered)}</Button>}
    </section>
  );
}

/** Until the result comes: what the assistant asked for, so that it can be seen while it is logged. */
function Waiting({ env, posting }: { env: Env; posting: readonly BulkWorklogEntry[] }) {
  const { format } = env;
  if (posting.length === 0) {
    return (
      <section>
        <h1 class="hidden">Timesheet</h1>
        <p class="quiet" role="status">
          Waiting for the timesheet…
        </p>
      </section>
    );
  }
  return (
    <section>
      <h1>
        {worklogCount(posting.length)}, {format.unit(hoursInSeconds(posting))}
      </h1>
      <p role="status">The assistant asked to log them. Waiting for the result…</p>
      <Rows
        env={env}
        caption="Worklogs that the assistant asked to log"
        hasIssue={() => false}
        rows={posting.map(({ description, ...row }) => ({ ...row, comment: description }))}
      />
    </section>
  );
}
