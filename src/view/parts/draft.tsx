import { useEffect, useRef, useState } from "preact/hooks";
import { canPostDraft, type Env } from "../env.ts";
import { type OneAtATime, useIssues } from "../hooks.ts";
import {
  assigned,
  type Choices,
  canRemember,
  draftedDays,
  leftOut,
  nameOf,
  undecided,
} from "../model/draft.ts";
import type { DraftFace } from "../model/face.ts";
import { useDraft } from "../use-draft.ts";
import { draftOutcome, REMEMBER, worklogCount } from "../words.ts";
import { ActionButton, Actions, Button, Hidden, ISSUES } from "./controls.tsx";
import { DraftDay } from "./draft-day.tsx";
import { PostedReceipt } from "./receipt.tsx";

interface Props {
  env: Env;
  /** Runs one write at a time, here and in the receipt. */
  work: OneAtATime;
  face: DraftFace;
}

/** A drafted timesheet: what would be logged and why, what has no issue yet, and one button that logs what is shown. */
export function Draft({ env, work, face }: Props) {
  const drafting = useDraft(env, work, face);
  const { draft, choices, isReading, message, problem, posted } = drafting;
  const { format } = env;
  const heading = useRef<HTMLHeadingElement>(null);
  const [remembers, setRemembers] = useState(false);
  const names = useRef(new Map<string, string>());
  const days = draft ? draftedDays(draft) : [];
  const issues = useIssues(
    env,
    days.flatMap(({ entries }) => entries),
  );
  for (const { date, entries, unmapped } of days) {
    const name = (ref: string, what: string) => names.current.set(ref, `${format.shortDay(date)}, ${what}`);
    for (const row of unmapped) name(row.ref, nameOf(row));
    for (const { evidence } of entries) for (const { ref, phrase } of evidence) name(ref, phrase);
  }

  // The control that had the focus may be gone with its row.
  const focused = useRef<string | undefined>(undefined);
  useEffect(() => {
    const date = focused.current;
    if (date === undefined || document.activeElement !== document.body) return;
    (document.getElementById(`day-${date}`) ?? heading.current)?.focus();
  }, [draft]);

  const edit = env.tools && {
    isBusy: work.isBusy,
    assign: (date: string, refs: readonly string[], issueKey: string) => {
      focused.current = date;
      drafting.choose((now) => assigned(now, refs, issueKey));
    },
    leaveOut: (date: string, refs: readonly string[]) => {
      focused.current = date;
      drafting.choose((now) => leftOut(now, refs));
    },
  };
  const range = {
    startDate: draft?.startDate ?? choices.startDate,
    endDate: draft?.endDate ?? choices.endDate ?? choices.startDate,
  };
  const isWaiting = isReading || work.isBusy;
  const canLog = draft?.confirm !== undefined && canPostDraft(env);
  const offersToRemember = canLog && canRemember(choices);
  return (
    <section class="draft">
      <h1 ref={heading} tabIndex={-1}>
        {draft ? draftOutcome(draft, format) : "Draft"}
      </h1>
      <p>{format.range(range)}</p>
      {draft?.sources.map(
        ({ source, problem: why }) =>
          why && (
            <p key={source} class="warning">
              <span aria-hidden="true">! </span>
              {source}: {why}
            </p>
          ),
      )}
      <p class={posted ? "hidden" : ""} role="status">
        {isReading ? "Making the draft…" : message}
      </p>
      <p class="warning" role="alert">
        {problem}
      </p>
      {posted && (
        <PostedReceipt env={env} work={work} posted={posted} isWhole={false} changed={drafting.refresh} />
      )}
      {draft && draft.summary.unmappedHours > 0 && (
        <p class="warning">
          <span aria-hidden="true">? </span>
          {format.number(draft.summary.unmappedHours)} h have no issue yet, and are not logged.
        </p>
      )}
      {days.map((day) => (
        <DraftDay key={day.date} env={env} day={day} edit={edit} />
      ))}
      <datalist id={ISSUES}>
        {issues.map(({ issueKey, issueSummary }) => (
          <option key={issueKey} value={issueKey}>
            {issueSummary}
          </option>
        ))}
      </datalist>
      <DraftChoices
        choices={choices}
        nameOf={(ref) => names.current.get(ref) ?? ref}
        isBusy={work.isBusy}
        undo={
          edit &&
          ((ref) => {
            focused.current = "";
            drafting.choose((now) => undecided(now, [ref]));
          })
        }
      />
      {offersToRemember && (
        <label class="check">
          <input
            type="checkbox"
            checked={remembers}
            disabled={work.isBusy}
            onChange={({ currentTarget }) => setRemembers(currentTarget.checked)}
          />
          <span>{REMEMBER}</span>
        </label>
      )}
      {draft && <p class="quiet">{lookedAt(draft)}</p>}
      {env.tools ? (
        <Actions>
          {draft && canLog && (
            <ActionButton
              kind="primary"
              isBusy={isWaiting}
              act={() => drafting.log(offersToRemember && remembers)}
            >
              {work.isBusy ? "Logging" : "Log"} {worklogCount(draft.summary.worklogs)},{" "}
              {format.number(draft.summary.totalHours)} h{work.isBusy && "…"}
            </ActionButton>
          )}
          <Button aria-disabled={isWaiting} onClick={() => isWaiting || drafting.refresh()}>
            Draft again
          </Button>
        </Actions>
      ) : (
        <p class="quiet">This host does not let the view change or log the draft. Ask the assistant to.</p>
      )}
    </section>
  );
}

/** Describes where evidence was looked for, and how much of it does not count. */
function lookedAt({ sources, leftOut: notCounted = [] }: NonNullable<DraftFace["draft"]>): string {
  const found = sources.flatMap(({ source, found: what }) => (what ? [`${source}: ${what}`] : []));
  const reasons = notCounted.map(({ reason, count: number }) => `${number} ${reason}`);
  return [
    ...(found.length > 0 ? [`Evidence: ${found.join("; ")}.`] : []),
    ...(reasons.length > 0 ? [`Not counted: ${reasons.join(", ")}.`] : []),
  ].join(" ");
}

interface DraftChoicesProps {
  choices: Choices;
  nameOf(ref: string): string;
  isBusy: boolean;
  /** Undefined if the view can change nothing. */
  undo: ((ref: string) => void) | undefined;
}

/** The choices of the user for evidence, each with its undo. */
function DraftChoices({ choices: { assign = [], leaveOut = [] }, nameOf, isBusy, undo }: DraftChoicesProps) {
  const rows = [
    ...assign.map(({ ref, issueKey }) => ({ ref, text: `${nameOf(ref)}: ${issueKey}` })),
    ...leaveOut.map((ref) => ({ ref, text: `${nameOf(ref)}: left out` })),
  ];
  if (rows.length === 0) return null;
  return (
    <section>
      <h2>Your choices</h2>
      <ul class="plain-list">
        {rows.map(({ ref, text }) => (
          <li key={ref} class="actions">
            <span class="text">{text}</span>
            {undo && (
              <Button aria-disabled={isBusy} onClick={() => undo(ref)}>
                Undo<Hidden> {text}</Hidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
