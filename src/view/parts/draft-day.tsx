import { useState } from "preact/hooks";
import type { Env } from "../env.ts";
import { onEscape, useOpener } from "../hooks.ts";
import {
  type DraftedDay,
  type DraftedEntry as Entry,
  nameOf,
  type UnmappedRow as Row,
} from "../model/draft.ts";
import { balanceOfDraft } from "../words.ts";
import { Actions, Button, Hidden, IssueField, IssueName } from "./controls.tsx";

interface Props {
  env: Env;
  day: DraftedDay;
  /** Undefined if the view can change nothing. */
  edit: EditDraft | undefined;
}

/** A day of a draft: its entries with their reasons, and evidence without an issue. */
export function DraftDay({ env, day, edit }: Props) {
  const { date, entries, unmapped, reason } = day;
  return (
    <section>
      <h2 id={`day-${date}`} tabIndex={-1}>
        {env.format.shortDay(date)}
      </h2>
      <p class="quiet">{balanceOfDraft(day, env.format)}</p>
      {reason && <p class="warning">{reason}</p>}
      {entries.length + unmapped.length > 0 && (
        <ul class="plain-list">
          {entries.map((entry) => (
            <DraftedEntry key={entry.issueKey} env={env} date={date} entry={entry} edit={edit} />
          ))}
          {unmapped.map((row) => (
            <UnmappedRow key={row.ref} env={env} date={date} row={row} edit={edit} />
          ))}
        </ul>
      )}
    </section>
  );
}

/** Changes of the draft. */
interface EditDraft {
  isBusy: boolean;
  assign(date: string, refs: readonly string[], issueKey: string): void;
  leaveOut(date: string, refs: readonly string[]): void;
}

interface DraftedEntryProps {
  env: Env;
  date: string;
  entry: Entry;
  /** Undefined if the view can change nothing. */
  edit: EditDraft | undefined;
}

const BASES: Record<NonNullable<Entry["basis"]>, string> = {
  assigned: "your choice",
  rule: "by your rule",
  learnt: "as logged before",
  inferred: "the only issue there",
};

/** A worklog that is drafted, with its reasons. */
function DraftedEntry({ env, date, entry, edit }: DraftedEntryProps) {
  const { format } = env;
  const [isOpen, setOpen] = useState(false);
  const opener = useOpener();
  const { issueKey, issueSummary, hours, evidenceHours, comment, basis, evidence } = entry;
  const refs = evidence.map(({ ref }) => ref);
  const name = `${issueKey}, ${format.shortDay(date)}`;
  return (
    <li>
      <p class="line">
        <span>
          <IssueName env={env} issueKey={issueKey} summary={issueSummary} />
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
        {edit && (
          <Actions>
            <Button
              aria-expanded={isOpen}
              onClick={() => {
                opener.remember();
                setOpen(!isOpen);
              }}
            >
              Change<Hidden> {name}</Hidden>
            </Button>
            <Button aria-disabled={edit.isBusy} onClick={() => edit.leaveOut(date, refs)}>
              Leave out<Hidden> {name}</Hidden>
            </Button>
          </Actions>
        )}
      </div>
      {edit && isOpen && (
        <section
          class="panel"
          aria-label={`Change ${name}`}
          onKeyDown={onEscape(() => {
            setOpen(false);
            opener.restore();
          })}
        >
          <Actions>
            <IssueField name={name} isBusy={edit.isBusy} assign={(key) => edit.assign(date, refs, key)} />
          </Actions>
          {refs.length > 1 && (
            <Actions>
              {evidence.map(({ ref, phrase }) => (
                <Button key={ref} aria-disabled={edit.isBusy} onClick={() => edit.leaveOut(date, [ref])}>
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
  env: Env;
  date: string;
  row: Row;
  /** Undefined if the view can change nothing. */
  edit: EditDraft | undefined;
}

/** Evidence without an issue: candidates to choose from, and a field for any other key. */
function UnmappedRow({ env: { format }, date, row, edit }: UnmappedRowProps) {
  const { ref, start, end, hours, candidates } = row;
  const name = nameOf(row);
  return (
    <li class="unmapped">
      <p class="line">
        <span class="text">
          <span aria-hidden="true" class="sign">
            ?{" "}
          </span>
          <span class="key">{name}</span>{" "}
          <span class="quiet">{end === undefined ? start : `${start}–${end}`}</span>
        </span>
        <span class="hours">{format.number(hours)} h</span>
      </p>
      {candidates.map(({ issueKey, issueSummary, why }) => (
        <p key={issueKey} class="actions">
          {edit ? (
            <Button aria-disabled={edit.isBusy} onClick={() => edit.assign(date, [ref], issueKey)}>
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
      {edit && (
        <Actions>
          <IssueField name={name} isBusy={edit.isBusy} assign={(key) => edit.assign(date, [ref], key)} />
          <Button aria-disabled={edit.isBusy} onClick={() => edit.leaveOut(date, [ref])}>
            Leave out<Hidden> {name}</Hidden>
          </Button>
        </Actions>
      )}
    </li>
  );
}
