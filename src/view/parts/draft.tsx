import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { DraftEntry } from "../../generated/responses.ts";
import { joined } from "../format.ts";
import { onEnter, onEscape, useEnv, useOpened, useTries } from "../hooks.ts";
import { isIssueKey } from "../model/days.ts";
import {
  alike,
  assigned,
  type Choices,
  canRemember,
  type DraftedDay,
  draftedDays,
  leftOut,
  nameOf,
  undecided,
} from "../model/draft.ts";
import type { DraftFace } from "../model/face.ts";
import { useDraft } from "../use-draft.ts";
import { balanceOfDraft, draftOutcome, NO_ISSUE, REMEMBER, worklogCount } from "../words.ts";
import {
  ActionButton,
  Actions,
  Alert,
  Button,
  Check,
  Field,
  Hidden,
  ISSUES,
  IssueList,
  IssueName,
  Sign,
  Toggle,
} from "./controls.tsx";
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
  const commonBasis = commonBasisOf(days);
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
    ? (change, refuse) => {
        focused.current = document.activeElement?.closest("section:has(> h2)")?.querySelector("h2")?.id ?? "";
        drafting.choose(change, refuse);
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
        ({ source, problem: why }) => why && <Warning key={source}>{`${source}: ${why}`}</Warning>,
      )}
      <p class={posted ? "hidden" : ""} role="status">
        {isReading ? "Making the draft…" : message}
      </p>
      <Alert>{problem}</Alert>
      {posted && <PostedReceipt posted={posted} isWhole={false} changed={drafting.refresh} />}
      {draft && draft.summary.unmappedHours > 0 && (
        <p class="warning">
          <Sign>?</Sign>
          Not logged: {format.number(draft.summary.unmappedHours)} h without an issue.
        </p>
      )}
      {commonBasis && <p class="quiet">Each issue: {commonBasis}.</p>}
      {days.filter(hasRows).map((day) => (
        <DraftDay key={day.date} day={day} hasBases={!commonBasis} choose={choose} />
      ))}
      <OtherDays days={days.filter((day) => !hasRows(day))} />
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
              {isBusy ? "Logging" : "Log"} {worklogCount(draft.summary.totalEntries)},{" "}
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

/** The way in which all issues are known, which is said once; undefined if there are several. */
function commonBasisOf(days: readonly DraftedDay[]): string | undefined {
  const bases = days.flatMap(({ entries }) => entries.map(({ basis }) => basis));
  const [first, ...others] = new Set(bases);
  return first && others.length === 0 && bases.length > 1 ? BASES[first] : undefined;
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

/** Changes the choices by which the draft is made; undefined if the view can change nothing. */
type Choose = ReturnType<typeof useDraft>["choose"];

function hasRows({ entries, unmapped }: DraftedDay): boolean {
  return entries.length + unmapped.length > 0;
}

/** Days of a draft on which there is nothing to choose: those of which the same is said together. */
function OtherDays({ days }: { days: readonly DraftedDay[] }) {
  const { format } = useEnv();
  if (days.length === 0) return null;
  return (
    <section>
      <h2>Days without a draft</h2>
      <ul class="plain-list">
        {alike(days).map(({ dates, reason, ...all }) => (
          <li key={dates[0]}>
            <p class="text">
              {dates.map(format.shortDay).join("; ")}:{" "}
              <span class="quiet">{balanceOfDraft(all, format)}</span>
            </p>
            {reason && <Warning>{reason}</Warning>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Warning({ children }: { children: string }) {
  return (
    <p class="warning text">
      <Sign>!</Sign>
      {children}
    </p>
  );
}

interface DraftDayProps {
  day: DraftedDay;
  /** Whether it says how each issue is known. */
  hasBases: boolean;
  choose: Choose | undefined;
}

/** A day of a draft: its entries with their reasons, and evidence without an issue. */
function DraftDay({ day, hasBases, choose }: DraftDayProps) {
  const { format } = useEnv();
  const { date, entries, unmapped } = day;
  return (
    <section>
      <h2 id={`day-${date}`} tabIndex={-1}>
        {format.shortDay(date)}
      </h2>
      <p class="quiet">{balanceOfDraft(day, format)}</p>
      <ul class="plain-list">
        {entries.map((entry) => (
          <DraftedEntry key={entry.issueKey} date={date} entry={entry} hasBasis={hasBases} choose={choose} />
        ))}
        {unmapped.map((row) => (
          <UnmappedRow key={row.ref} row={row} choose={choose} />
        ))}
      </ul>
    </section>
  );
}

interface DraftedEntryProps {
  date: string;
  entry: DraftedDay["entries"][number];
  hasBasis: boolean;
  choose: Choose | undefined;
}

/** The ways in which issues are known that no evidence names. */
const BASES: Record<NonNullable<DraftEntry["basis"]>, string> = {
  assigned: "your choice",
  rule: "by your rule",
  learnt: "as logged before",
  inferred: "the only issue there",
};

/** A worklog that is drafted, with its reasons. */
function DraftedEntry({ date, entry, hasBasis, choose }: DraftedEntryProps) {
  const { format, isBusy } = useEnv();
  const { opened: isOpen = false, open, close } = useOpened<boolean>();
  const { issueKey, issueSummary, hours, evidenceHours, comment, basis, evidence } = entry;
  const refs = evidence.map(({ ref }) => ref);
  const name = `${issueKey}, ${format.shortDay(date)}`;
  return (
    <li>
      <p class="line">
        <span>
          <IssueName issueKey={issueKey} summary={issueSummary} />
        </span>
        <span class="hours">{format.number(hours)} h</span>
      </p>
      {comment && <p class="comment">{comment}</p>}
      <div class="reasons">
        <ul class="chips" aria-label="Reasons">
          {hasBasis && basis && <li>{BASES[basis]}</li>}
          {evidence.map(({ ref, phrase }) => (
            <li key={ref}>{phrase}</li>
          ))}
          {evidenceHours !== undefined && <li>{format.number(evidenceHours)} h of evidence</li>}
        </ul>
        {choose && (
          <Actions>
            <Toggle isOpen={isOpen} set={open}>
              Change<Hidden> {name}</Hidden>
            </Toggle>
            <Button isOff={isBusy} onClick={() => choose((now) => leftOut(now, refs))}>
              Leave out<Hidden> {name}</Hidden>
            </Button>
          </Actions>
        )}
      </div>
      {choose && isOpen && (
        <section class="panel" aria-label={`Change ${name}`} onKeyDown={onEscape(close)}>
          <IssueField
            name={name}
            assign={(key, refuse) => choose((now) => assigned(now, refs, key), refuse)}
          />
          {refs.length > 1 && (
            <Actions>
              {evidence.map(({ ref, phrase }) => (
                <Button key={ref} isOff={isBusy} onClick={() => choose((now) => leftOut(now, [ref]))}>
                  Leave out {phrase}
                </Button>
              ))}
            </Actions>
          )}
        </section>
      )}
    </li>
  );
}

interface UnmappedRowProps {
  row: DraftedDay["unmapped"][number];
  choose: Choose | undefined;
}

/** Evidence without an issue: candidates to choose from, and a field for any other key. */
function UnmappedRow({ row, choose }: UnmappedRowProps) {
  const { format, isBusy } = useEnv();
  const { ref, start, end, hours, candidates } = row;
  const name = nameOf(row);
  return (
    <li class="unmapped">
      <p class="line">
        <span class="text">
          <Sign>?</Sign>
          <span class="key">{name}</span>{" "}
          <span class="quiet">{end === undefined ? start : `${start}–${end}`}</span>
        </span>
        <span class="hours">{format.number(hours)} h</span>
      </p>
      {candidates.map(({ issueKey, issueSummary, reason }) => (
        <p key={issueKey} class="actions">
          {choose ? (
            <Button isOff={isBusy} onClick={() => choose((now) => assigned(now, [ref], issueKey))}>
              <span class="key">{issueKey}</span> {issueSummary}
              <Hidden> for {name}</Hidden>
            </Button>
          ) : (
            <span>
              <span class="key">{issueKey}</span> {issueSummary}
            </span>
          )}
          <span class="quiet">{reason}</span>
        </p>
      ))}
      {choose && (
        <IssueField name={name} assign={(key, refuse) => choose((now) => assigned(now, [ref], key), refuse)}>
          <Button isOff={isBusy} onClick={() => choose((now) => leftOut(now, [ref]))}>
            Leave out<Hidden> {name}</Hidden>
          </Button>
        </IssueField>
      )}
    </li>
  );
}

interface IssueFieldProps {
  /** The evidence or worklog that the issue is for, for screen readers. */
  name: string;
  assign(issueKey: string, refuse: (why: string) => void): void;
  /** Further buttons. */
  children?: ComponentChildren;
}

/** A field for the key of an issue, and the button that takes it. */
function IssueField({ name, assign, children }: IssueFieldProps) {
  const { isBusy } = useEnv();
  const [issueKey, setIssueKey] = useState("");
  const [refused, setRefused] = useState({ key: "", why: "" });
  const { fail } = useTries();
  const key = issueKey.trim();
  function take(): void {
    const refuse = (why: string) => {
      setRefused({ key, why });
      fail();
    };
    if (isBusy) return;
    if (isIssueKey(key)) assign(key, refuse);
    else refuse(NO_ISSUE);
  }
  return (
    <div class="actions">
      <Field
        label={
          <>
            Issue<Hidden> for {name}</Hidden>
          </>
        }
        list={ISSUES}
        size={12}
        value={issueKey}
        change={setIssueKey}
        problem={refused.key === key ? refused.why : ""}
        onKeyDown={onEnter(take)}
      />
      <Button isOff={isBusy} onClick={take}>
        Assign<Hidden> {name}</Hidden>
      </Button>
      {children}
    </div>
  );
}
