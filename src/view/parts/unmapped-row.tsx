import type { Env } from "../env.ts";
import { nameOf, type UnmappedRow as Row } from "../model/draft.ts";
import { Button } from "./button.tsx";
import type { EditDraft } from "./drafted-entry.tsx";
import { IssueField } from "./issue-field.tsx";

interface Props {
  env: Env;
  date: string;
  row: Row;
  /** Undefined if the view can change nothing. */
  edit: EditDraft | undefined;
}

/** Evidence without an issue: candidates to choose from, and a field for any other key. */
export function UnmappedRow({ env: { format }, date, row, edit }: Props) {
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
              <span class="hidden"> for {name}</span>
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
        <p class="actions">
          <IssueField name={name} isBusy={edit.isBusy} assign={(key) => edit.assign(date, [ref], key)} />
          <Button aria-disabled={edit.isBusy} onClick={() => edit.leaveOut(date, [ref])}>
            Leave out<span class="hidden"> {name}</span>
          </Button>
        </p>
      )}
    </li>
  );
}
