import type { Writer } from "../../src/timesheet/call-context.ts";
import type { Ledger } from "../../src/timesheet/ledger/ledger.ts";
import { leaseLost } from "../../src/timesheet/not-sent.ts";

/** A writer without a lease: each check asks `mayWrite`. */
export function writer(ledger: Ledger, mayWrite: () => boolean = () => true): Writer {
  return {
    mayWrite,
    async confirm() {
      if (!mayWrite()) throw leaseLost();
    },
    ledger,
    isKept: () => true,
    later: async (record) => record(ledger),
  };
}
