import { datesOfMonth } from "../../timesheet/calendar-month.ts";
import type { DateRange } from "../../timesheet/dates.ts";
import type { Env } from "../env.ts";
import type { Face, MonthFace } from "../model/face.ts";
import { useOneAtATime } from "../use-one-at-a-time.ts";
import { Draft } from "./draft.tsx";
import { Month } from "./month.tsx";
import { Nothing } from "./nothing.tsx";
import { WholePostedDraft } from "./posted-draft.tsx";
import { Receipt } from "./receipt.tsx";
import { Totals } from "./totals.tsx";
import { Waiting } from "./waiting.tsx";

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
