import { expect, test } from "vitest";
import { touching } from "../../../src/timesheet/ledger/recover.ts";
import type { Timesheet } from "../../../src/timesheet/port.ts";
import { change, ledgerOf, move, records, remove, sent } from "./records.ts";

/** Whether a call that writes to these worklogs and issues, on no date of the request, waits for it. */
function waits(
  intent: Parameters<typeof sent>[1],
  what: { ids?: string[]; issueIds?: string[] },
  oneWriteAnIssue = false,
) {
  const timesheet = { createLimits: { batchSize: 1, concurrency: 4, oneWriteAnIssue } } as Timesheet;
  const concerns = touching({ isDate: () => false, ...what }, { timesheet });
  return ledgerOf(records(sent(1, intent)))
    .inDoubt()
    .some(concerns);
}

test.each([
  ["a move", move("w1")],
  ["a change", change("w1", {}, { comment: "x" })],
  ["a delete", remove("w1")],
])("%s in doubt concerns a call that writes to its worklog, whatever date that has now", (_, intent) => {
  expect([waits(intent, { ids: ["w1"] }), waits(intent, { ids: ["w2"] })]).toEqual([true, false]);
});

test("a request in doubt keeps its issue busy on every date, where Tempo adds to its time without a lock", () => {
  const intent = remove("w1");
  const { issueId } = "before" in intent ? intent.before : { issueId: "" };
  const what = { issueIds: [issueId] };
  expect([waits(intent, what, true), waits(intent, what), waits(intent, { issueIds: ["0"] }, true)]).toEqual([
    true,
    false,
    false,
  ]);
});
