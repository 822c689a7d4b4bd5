import { expect, test } from "vitest";
import type { CallScope, FoundWorklog } from "../../../src/timesheet/port.ts";
import { type CellsQuery, readCells } from "../../../src/timesheet/totals/read-cells.ts";
import { runOf } from "../posting/run.ts";

const RANGE = { startDate: "2026-01-01", endDate: "2026-01-31" };
const ACCOUNT = { key: "_Account_", name: "Account", type: "ACCOUNT", required: false, values: [] };

function booked(issueId: string, date: string, account?: string): FoundWorklog {
  return {
    id: `${issueId} on ${date}`,
    issueId,
    date,
    seconds: 1201,
    billableSeconds: 600,
    comment: "",
    attributes: new Map(account === undefined ? [] : [["_Account_", account]]),
  };
}

const PARTS = [
  [booked("1", "2026-01-05", "ACME"), booked("1", "2026-01-06")],
  [booked("2", "2026-01-05", "ACME"), booked("1", "2026-01-05", "ACME")],
];

/** Reads the parts, and notes when each is asked for and when the list of attributes is. */
async function read(distinguish: CellsQuery["distinguish"]) {
  const notes: string[] = [];
  const { context } = runOf([], {
    async *worklogParts() {
      for (const [index, part] of PARTS.entries()) {
        notes.push(`part ${index + 1}`);
        yield part;
      }
    },
    async workAttributes(_: CallScope) {
      notes.push("attributes");
      return [ACCOUNT];
    },
  });
  return { cells: await readCells({ range: RANGE, distinguish }, context), notes };
}

const cell = (issueId: string, account: string, date: string, worklogs: number) => ({
  issueId,
  account,
  date,
  person: "",
  seconds: 1201 * worklogs,
  billableSeconds: 600 * worklogs,
  worklogs,
});

test("adds up to as few cells as what is distinguished needs", async () => {
  expect((await read({})).cells).toEqual([cell("", "", "", 4)]);
  expect((await read({ issues: true })).cells).toEqual([cell("1", "", "", 3), cell("2", "", "", 1)]);
  expect((await read({ accounts: true, dates: true })).cells).toEqual([
    cell("", "ACME", "2026-01-05", 3),
    cell("", "", "2026-01-06", 1),
  ]);
});

test("tells months apart instead of dates, if that is enough", async () => {
  expect((await read({ dates: "months" })).cells).toEqual([cell("", "", "2026-01", 4)]);
});

test("reads the list of attributes once, and only for accounts", async () => {
  expect((await read({ issues: true, dates: true })).notes).toEqual(["part 1", "part 2"]);
  expect((await read({ accounts: true })).notes).toEqual(["part 1", "attributes", "part 2"]);
});
