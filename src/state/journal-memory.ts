import type { JournalStore } from "../timesheet/journal/records.ts";

/** A journal that ends with the process. */
export function journalInMemory(): JournalStore {
  return { readNew: () => [], append() {}, hash: (comment) => comment };
}
