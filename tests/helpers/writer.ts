import type { Journal } from "../../src/timesheet/journal/journal.ts";
import { leaseLost } from "../../src/timesheet/not-sent.ts";
import type { Writer } from "../../src/timesheet/writers.ts";

/** A writer without a lease: each check asks `mayWrite`. */
export function writer(journal: Journal, mayWrite: () => boolean = () => true): Writer {
  return {
    mayWrite,
    async confirm() {
      if (!mayWrite()) throw leaseLost();
    },
    journal,
    isKept: () => true,
  };
}
