import { type JournalRecord, kindOf } from "../../timesheet/journal/records.ts";
import type { UnsavedRecord } from "./statements.ts";

/** The outcomes of requests, without those never sent: the records before a request were not kept in time. */
export function outcomesIn(records: readonly UnsavedRecord[]): UnsavedRecord[] {
  const neverSent = new Set(
    records
      .flatMap(({ record }) => (record.type === "sending" ? record.entries : []))
      .map(({ entry }) => entry),
  );
  const isSent = (entry: number) => !neverSent.has(entry);
  return records.flatMap(({ record, ...rest }) => {
    const outcome = outcomeIn(record, isSent);
    return outcome ? [{ ...rest, record: outcome }] : [];
  });
}

function outcomeIn(record: JournalRecord, isSent: (entry: number) => boolean): JournalRecord | undefined {
  if (kindOf(record.type) === "request") return undefined;
  switch (record.type) {
    case "stored": {
      const worklogs = record.worklogs.filter(({ entry }) => isSent(entry));
      return worklogs.length > 0 ? { ...record, worklogs } : undefined;
    }
    case "unknown":
    case "notStored": {
      const entries = record.entries.filter(isSent);
      return entries.length > 0 ? { ...record, entries } : undefined;
    }
    default:
      return record;
  }
}
