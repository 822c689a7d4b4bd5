import { type DateRange, datesOfMonth } from "../../timesheet/dates.ts";
import { type Env, share, useEnv, useOneAtATime } from "../hooks.ts";
import type { Face, MonthFace } from "../model/face.ts";
import { hoursInSeconds } from "../model/plan.ts";
import { worklogCount } from "../words.ts";
import { Button } from "./controls.tsx";
import { Draft } from "./draft.tsx";
import { Totals } from "./hours.tsx";
import { Month } from "./month.tsx";
import { Receipt, WholePostedDraft } from "./receipt.tsx";
import { Rows } from "./rows.tsx";

interface Props {
  env: Env;
  face: Face;
  showMonth(face: MonthFace): void;
}

export function App({ env, face, showMonth }: Props) {
  const work = useOneAtATime();
  share({ ...env, ...work });
  function open(range: DateRange): void {
    if (!work.isBusy) showMonth({ kind: "month", sheet: { range }, isOpen: true, takesFocus: true });
  }
  const opener = (range: DateRange | undefined) => range && (() => open(wholeMonths(range)));
  switch (face.kind) {
    case "waiting":
      return <Waiting posting={face.posting} />;
    case "nothing":
      return <Nothing {...face} open={open} />;
    case "month":
      return <Month face={face} />;
    case "draft":
      return <Draft face={face} />;
    case "postedDraft":
      return <WholePostedDraft reply={face.reply} range={face.range} open={opener(face.range)} />;
    case "totals":
      return <Totals face={face} />;
    case "receipt":
      return <Receipt receipt={face.receipt} isWhole open={opener(face.receipt.range)} />;
  }
}

function wholeMonths({ startDate, endDate }: DateRange): DateRange {
  return {
    startDate: datesOfMonth(startDate.slice(0, 7)).startDate,
    endDate: datesOfMonth(endDate.slice(0, 7)).endDate,
  };
}

type NothingProps = FaceOf<"nothing"> & { open(range: DateRange): void };

type FaceOf<Kind extends Face["kind"]> = Omit<Extract<Face, { kind: Kind }>, "kind">;

/** There is nothing to draw: why, and what can be done. */
function Nothing({ title, text, range, open }: NothingProps) {
  const { canRead, today, format } = useEnv();
  const offered = range ?? datesOfMonth(today.slice(0, 7));
  return (
    <section>
      <h1>{title}</h1>
      <p class="text" role="status">
        {text}
      </p>
      {canRead && <Button onClick={() => open(offered)}>Show {format.range(offered)}</Button>}
    </section>
  );
}

/** Until the result comes: what the assistant asked for, so that it can be seen while it is logged. */
function Waiting({ posting }: FaceOf<"waiting">) {
  const { format } = useEnv();
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
        caption="Worklogs that the assistant asked to log"
        rows={posting.map(({ description, ...row }) => ({ ...row, comment: description, hasIssue: false }))}
      />
    </section>
  );
}
