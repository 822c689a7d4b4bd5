import type { Env } from "../env.ts";
import type { DraftedDay } from "../model/draft.ts";
import { balanceOfDraft } from "../words.ts";
import { DraftedEntry, type EditDraft } from "./drafted-entry.tsx";
import { UnmappedRow } from "./unmapped-row.tsx";

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
