import { useEffect, useRef, useState } from "preact/hooks";
import { joined } from "../format.ts";
import { useEnv } from "../hooks.ts";
import { type Choices, canRemember, draftedDays, nameOf, undecided } from "../model/draft.ts";
import type { DraftFace } from "../model/face.ts";
import { useDraft } from "../use-draft.ts";
import { draftOutcome, REMEMBER, worklogCount } from "../words.ts";
import { ActionButton, Actions, Button, Check, Hidden, IssueList, Sign } from "./controls.tsx";
import { type Choose, DraftDay } from "./draft-day.tsx";
import { PostedReceipt } from "./receipt.tsx";

/** A drafted timesheet: what would be logged and why, what has no issue yet, and one button that logs what is shown. */
export function Draft({ face }: { face: DraftFace }) {
  const { format, canRead, can, isBusy } = useEnv();
  const drafting = useDraft(face);
  const { draft, choices, isReading, message, problem, posted } = drafting;
  const heading = useRef<HTMLHeadingElement>(null);
  const [remembers, setRemembers] = useState(false);
  const names = useRef(new Map<string, string>());
  const days = draft ? draftedDays(draft) : [];
  for (const { date, entries, unmapped } of days) {
    const name = (ref: string, what: string) => names.current.set(ref, `${format.shortDay(date)}, ${what}`);
    for (const row of unmapped) name(row.ref, nameOf(row));
    for (const { evidence } of entries) for (const { ref, phrase } of evidence) name(ref, phrase);
  }

  // The control that had the focus may be gone with its row.
  const focused = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (focused.current === undefined || document.activeElement !== document.body) return;
    (document.getElementById(focused.current) ?? heading.current)?.focus();
  }, [draft]);

  const choose: Choose | undefined = canRead
    ? (change) => {
        focused.current = document.activeElement?.closest("section:has(> h2)")?.querySelector("h2")?.id ?? "";
        drafting.choose(change);
      }
    : undefined;
  const range = {
    startDate: draft?.startDate ?? choices.startDate,
    endDate: draft?.endDate ?? choices.endDate ?? choices.startDate,
  };
  const isWaiting = isReading || isBusy;
  const canLog = draft?.confirm !== undefined && can("post_draft");
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
              <Sign>!</Sign>
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
      {posted && <PostedReceipt posted={posted} isWhole={false} changed={drafting.refresh} />}
      {draft && draft.summary.unmappedHours > 0 && (
        <p class="warning">
          <Sign>?</Sign>
          {format.number(draft.summary.unmappedHours)} h have no issue yet, and are not logged.
        </p>
      )}
      {days.map((day) => (
        <DraftDay key={day.date} day={day} choose={choose} />
      ))}
      <IssueList issues={days.flatMap(({ entries }) => entries)} />
      <DraftChoices choices={choices} nameOf={(ref) => names.current.get(ref) ?? ref} choose={choose} />
      {offersToRemember && <Check label={REMEMBER} isChecked={remembers} change={setRemembers} />}
      {draft && <p class="quiet">{lookedAt(draft)}</p>}
      {canRead ? (
        <Actions>
          {draft && canLog && (
            <ActionButton
              kind="primary"
              isOff={isWaiting}
              act={() => drafting.log(offersToRemember && remembers)}
            >
              {isBusy ? "Logging" : "Log"} {worklogCount(draft.summary.worklogs)},{" "}
              {format.number(draft.summary.totalHours)} h{isBusy && "…"}
            </ActionButton>
          )}
          <Button isOff={isWaiting} onClick={() => drafting.refresh()}>
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
  return joined(" ", [
    found.length > 0 && `Evidence: ${found.join("; ")}.`,
    reasons.length > 0 && `Not counted: ${reasons.join(", ")}.`,
  ]);
}

interface DraftChoicesProps {
  choices: Choices;
  nameOf(ref: string): string;
  choose: Choose | undefined;
}

/** The choices of the user for evidence, each with its undo. */
function DraftChoices({ choices: { assign = [], leaveOut = [] }, nameOf, choose }: DraftChoicesProps) {
  const { isBusy } = useEnv();
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
            {choose && (
              <Button isOff={isBusy} onClick={() => choose((now) => undecided(now, [ref]))}>
                Undo<Hidden> {text}</Hidden>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
