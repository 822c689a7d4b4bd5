import type { JournalStore, ReadRecord } from "../timesheet/journal/records.ts";

/** A journal that ends with the process, and that begins with these records. */
export function journalInMemory(records: ReadRecord[] = []): JournalStore {
  return { readNew: () => records.splice(0), append() {}, hash: (comment) => comment };
}
