import { isRequest, type JournalRecord, numbersOf } from "../../timesheet/ledger/records.ts";
import type { UnsavedRecord } from "./statements.ts";

/** The outcomes of requests, without those never sent: the records before a request were not kept in time. */
export function outcomesIn(records: readonly UnsavedRecord[]): UnsavedRecord[] {
  const neverSent = new Set(records.flatMap(({ record }) => (isRequest(record) ? numbersOf(record) : [])));
  const isSent = (number: number) => !neverSent.has(number);
  return records.flatMap(({ record, ...rest }) => {
    const outcome = isRequest(record) ? undefined : outcomeIn(record, isSent);
    return outcome ? [{ ...rest, record: outcome }] : [];
  });
}

function outcomeIn(record: JournalRecord, isSent: (number: number) => boolean): JournalRecord | undefined {
  switch (record.type) {
    case "done": {
      const fates = record.fates.filter(({ number }) => isSent(number));
      return fates.length > 0 ? { ...record, fates } : undefined;
    }
    case "unsure": {
      const fates = record.fates.filter(({ number }) => isSent(number));
      return fates.length > 0 ? { ...record, fates } : undefined;
    }
    case "lost":
    case "void": {
      const numbers = record.numbers.filter(isSent);
      return numbers.length > 0 ? { ...record, numbers } : undefined;
    }
    default:
      return record;
  }
}
