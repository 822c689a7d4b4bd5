import { expect, test } from "vitest";
import { batchOfId } from "../../../src/timesheet/undo/undo.ts";
import { knownAs, ledgerOf, records, sent, unsure } from "../ledger/records.ts";

test("a batch that is being shown stays as it was read, whatever a late answer says meanwhile", () => {
  const ledger = ledgerOf(records(sent(1), unsure(1, "w1")));
  const batch = batchOfId(ledger, "1");
  ledger.done([{ number: 1, row: knownAs("w1") }]);
  expect(batch?.unsure.map(({ fate }) => fate)).toEqual([{ is: "unsure", at: 2000, may: ["w1"] }]);
});
