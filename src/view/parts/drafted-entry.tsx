import { useState } from "preact/hooks";
import type { Env } from "../env.ts";
import type { DraftedEntry as Entry } from "../model/draft.ts";
import { onEscape, useOpener } from "../use-focus.ts";
import { Button } from "./button.tsx";
import { IssueField } from "./issue-field.tsx";
import { IssueName } from "./issue-name.tsx";

/** Changes of the draft. */
export interface EditDraft {
  isBusy: boolean;
  assign(date: string, refs: readonly string[], issueKey: string): void;
  leaveOut(date: string, refs: readonly string[]): void;
}

interface Props {
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
export function DraftedEntry({ env, date, entry, edit }: Props) {
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
          <p class="actions">
            <Button
              aria-expanded={isOpen}
              onClick={() => {
                opener.remember();
                setOpen(!isOpen);
              }}
            >
              Change<span class="hidden"> {name}</span>
            </Button>
            <Button aria-disabled={edit.isBusy} onClick={() => edit.leaveOut(date, refs)}>
              Leave out<span class="hidden"> {name}</span>
            </Button>
          </p>
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
          <p class="actions">
            <IssueField name={name} isBusy={edit.isBusy} assign={(key) => edit.assign(date, refs, key)} />
          </p>
          {refs.length > 1 && (
            <p class="actions">
              {evidence.map(({ ref, phrase }) => (
                <Button key={ref} aria-disabled={edit.isBusy} onClick={() => edit.leaveOut(date, [ref])}>
                  Leave out {phrase}
                </Button>
              ))}
            </p>
          )}
        </section>
      )}
    </li>
  );
}
