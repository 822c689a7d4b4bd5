import { useState } from "preact/hooks";
import { onEnter, onEscape, useEnv, useOpened } from "../hooks.ts";
import {
  assigned,
  type DraftedDay,
  type DraftedEntry as Entry,
  leftOut,
  nameOf,
  type UnmappedRow as Row,
} from "../model/draft.ts";
import type { useDraft } from "../use-draft.ts";
import { balanceOfDraft } from "../words.ts";
import { Actions, Button, Hidden, ISSUES, IssueName, Sign, Toggle } from "./controls.tsx";

/** Changes the choices by which the draft is made; undefined if the view can change nothing. */
export type Choose = ReturnType<typeof useDraft>["choose"];

interface Props {
  day: DraftedDay;
  choose: Choose | undefined;
}

/** A day of a draft: its entries with their reasons, and evidence without an issue. */
export function DraftDay({ day, choose }: Props) {
  const { format } = useEnv();
  const { date, entries, unmapped, reason } = day;
  return (
    <section>
      <h2 id={`day-${date}`} tabIndex={-1}>
        {format.shortDay(date)}
      </h2>
      <p class="quiet">{balanceOfDraft(day, format)}</p>
      {reason && <p class="warning">{reason}</p>}
      {entries.length + unmapped.length > 0 && (
        <ul class="plain-list">
          {entries.map((entry) => (
            <DraftedEntry key={entry.issueKey} date={date} entry={entry} choose={choose} />
          ))}
          {unmapped.map((row) => (
            <UnmappedRow key={row.ref} row={row} choose={choose} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface DraftedEntryProps {
  date: string;
  entry: Entry;
  choose: Choose | undefined;
}

const BASES: Record<NonNullable<Entry["basis"]>, string> = {
  assigned: "your choice",
  rule: "by your rule",
  learnt: "as logged before",
  inferred: "the only issue there",
};

/** A worklog that is drafted, with its reasons. */
function DraftedEntry({ date, entry, choose }: DraftedEntryProps) {
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
          <li>{basis === undefined ? "names the issue" : BASES[basis]}</li>
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
          <Actions>
            <IssueField name={name} assign={(key) => choose((now) => assigned(now, refs, key))} />
          </Actions>
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
  row: Row;
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
      {candidates.map(({ issueKey, issueSummary, why }) => (
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
          <span class="quiet">{why}</span>
        </p>
      ))}
      {choose && (
        <Actions>
          <IssueField name={name} assign={(key) => choose((now) => assigned(now, [ref], key))} />
          <Button isOff={isBusy} onClick={() => choose((now) => leftOut(now, [ref]))}>
            Leave out<Hidden> {name}</Hidden>
          </Button>
        </Actions>
      )}
    </li>
  );
}

interface IssueFieldProps {
  /** The evidence or worklog that the issue is for, for screen readers. */
  name: string;
  assign(issueKey: string): void;
}

/** A field for the key of an issue, and the button that takes it. */
function IssueField({ name, assign }: IssueFieldProps) {
  const { isBusy } = useEnv();
  const [issueKey, setIssueKey] = useState("");
  const key = issueKey.trim();
  function take(): void {
    if (key !== "" && !isBusy) assign(key);
  }
  return (
    <>
      <label>
        Issue<Hidden> for {name}</Hidden>{" "}
        <input
          list={ISSUES}
          size={12}
          value={issueKey}
          autocomplete="off"
          onInput={({ currentTarget }) => setIssueKey(currentTarget.value)}
          onKeyDown={onEnter(take)}
        />
      </label>
      <Button isOff={key === "" || isBusy} onClick={take}>
        Assign<Hidden> {name}</Hidden>
      </Button>
    </>
  );
}
