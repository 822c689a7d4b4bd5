import { useState } from "preact/hooks";
import type { Env } from "../env.ts";
import { canLog } from "../env.ts";
import { coverageOf } from "../model/coverage.ts";
import { daysOf, type Sheet } from "../model/days.ts";
import type { MonthFace } from "../model/face.ts";
import { marksOf } from "../model/issues.ts";
import { monthsAround, WEEK } from "../model/periods.ts";
import { useOpener } from "../use-focus.ts";
import { useLogging } from "../use-logging.ts";
import type { OneAtATime } from "../use-one-at-a-time.ts";
import { useSheet } from "../use-sheet.ts";
import { Button } from "./button.tsx";
import { Days } from "./days.tsx";
import { IssueBars } from "./issue-bars.tsx";
import { IssueGrid } from "./issue-grid.tsx";
import { MonthHeader } from "./month-header.tsx";
import { PlanForm, type PlanStart } from "./plan-form.tsx";
import { Receipt } from "./receipt.tsx";

interface Props {
  env: Env;
  /** Runs one write at a time, here and in the receipt. */
  work: OneAtATime;
  face: MonthFace;
}

/** A range of days: its gaps, its hours by day and by issue, and what fills the gaps. */
export function Month({ env, work, face }: Props) {
  const { sheet, readAt, isReading, problem, read } = useSheet(env, startOf(face, env));
  const [isOpen, setOpen] = useState(face.isOpen);
  const [plan, setPlan] = useState<PlanStart>();
  const opener = useOpener();
  const logging = useLogging(env, work, read, () => setPlan(undefined));

  const { range } = sheet;
  const { format } = env;
  const days = daysOf(sheet, env.today);
  const coverage = coverageOf(days);
  const isKnown = coverage.isKnown;
  const issues = sheet.worklogs?.byIssue ?? [];
  const markOf = marksOf(issues);

  function openPlan(start: PlanStart): void {
    if (work.isBusy) return;
    opener.remember();
    logging.clear();
    setPlan(start);
  }

  function cancelPlan(): void {
    if (work.isBusy) return;
    setPlan(undefined);
    logging.clear();
    opener.restore();
  }

  /** Another range, or the same again. */
  function goTo(next: typeof range): void {
    if (work.isBusy) return;
    setPlan(undefined);
    logging.clear();
    read(next).catch(() => {});
  }

  return (
    <section class="month">
      <MonthHeader
        env={env}
        sheet={sheet}
        coverage={coverage}
        issueFilter={face.issueFilter}
        days={face.isOpen ? undefined : { areShown: isOpen, toggle: () => setOpen(!isOpen) }}
        takesFocus={face.takesFocus ?? false}
        isBusy={work.isBusy}
        isReading={isReading}
        isFillNext={plan === undefined}
        goTo={isOpen && env.tools ? goTo : undefined}
        fill={canLog(env) && isKnown ? () => openPlan(fillAll(days)) : undefined}
      />
      <p class={logging.receipt && !problem ? "hidden" : "text"} role="status">
        {(logging.receipt && problem) || logging.message || problem || (isReading && "Reading from Tempo…")}
      </p>
      {plan && (
        <PlanForm
          key={plan.title}
          env={env}
          start={plan}
          sheet={sheet}
          days={days}
          issues={issues}
          isBusy={work.isBusy}
          log={(plans) => logging.log(sheet, plans)}
          cancel={cancelPlan}
        />
      )}
      {logging.receipt && (
        <Receipt
          key={logging.receipt.rows.map(({ id }) => id).join()}
          env={env}
          work={work}
          receipt={logging.receipt}
          isWhole={false}
          changed={() => void read(range).catch(() => {})}
        />
      )}
      {isOpen && (
        <>
          <Days
            key={range.startDate + range.endDate}
            env={env}
            range={range}
            days={days}
            plan={openPlan}
            goTo={env.tools && goTo}
            markOf={markOf}
          />
          {issues.length > 0 && days.length > 1 && days.length <= WEEK ? (
            <IssueGrid env={env} days={days} issues={issues} markOf={markOf} />
          ) : (
            sheet.worklogs &&
            issues.length > 0 && <IssueBars env={env} worklogs={sheet.worklogs} markOf={markOf} />
          )}
        </>
      )}
      {isOpen && env.tools && (
        <p class="actions">
          {monthsAround(range).map((month) => (
            <Button key={month.startDate} aria-disabled={isReading} onClick={() => goTo(month)}>
              {format.month(month.startDate)}
            </Button>
          ))}
          <Button aria-disabled={isReading} onClick={() => goTo(range)}>
            Refresh
          </Button>
          <span class="quiet" role="status">
            <span class="hidden">{format.range(range)}. </span>
            {readAt
              ? `Read from Tempo at ${readAt}`
              : (sheet.schedule || sheet.worklogs) && "From the last reply"}
          </span>
        </p>
      )}
    </section>
  );
}

/** Gaps are known from the worklogs of all issues alone. */
function startOf({ sheet, issueFilter }: MonthFace, { tools }: Env): Sheet {
  return tools && issueFilter !== undefined ? { range: sheet.range } : sheet;
}

function fillAll(days: ReturnType<typeof daysOf>): PlanStart {
  const targets = days.filter(({ missingSeconds }) => missingSeconds > 0).map(({ date }) => date);
  return { title: "Fill the missing days", targets };
}
