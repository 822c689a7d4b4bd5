import { expect, test } from "vitest";
import type {
  BulkPostWorklogsResponse,
  BulkWorklogResult,
  PostWorklogResponse,
} from "../../../src/generated/responses.ts";
import {
  type ReceiptRow,
  receiptOfBatch,
  receiptOfDraft,
  receiptOfPost,
} from "../../../src/view/model/receipt.ts";
import { HOUR, worklogsReply } from "./replies.ts";

function batch(
  results: BulkWorklogResult[],
  totalHours: number,
  rest: Partial<BulkPostWorklogsResponse> = {},
): BulkPostWorklogsResponse {
  const succeeded = results.filter(({ success }) => success).length;
  const total = results.length;
  return { results, ...rest, summary: { total, succeeded, failed: total - succeeded, totalHours } };
}

const MON = "2026-11-04";
const TUE = "2026-11-05";

/** A row of a receipt, whose issue is stored by its key. */
function rowOf(date: string, hours: number, parts: Partial<ReceiptRow>): ReceiptRow {
  const issueKey = parts.issueKey ?? "PROJ-1";
  return { date, issueKey, storedKey: issueKey, hours, seconds: hours * HOUR, outcome: "logged", ...parts };
}

test("a batch becomes rows by date, those of a date in the order of the call", () => {
  const overbooked = [{ date: TUE, requiredHours: 8, loggedHours: 9 }];
  const stored = { date: TUE, issueKey: "PROJ-1", success: true };
  const results: BulkWorklogResult[] = [
    { ...stored, issueKey: "proj-1", hours: 8, worklogId: "12", comment: "a\r\nb" },
    { ...stored, issueKey: "PROJ-2", hours: 1, worklogId: "7", alreadyLogged: true },
    { date: MON, issueKey: "PROJ-3", hours: 25, success: false, error: "Not sent: too many" },
    { ...stored, hours: 2, worklogId: "13", possibleDuplicateId: "14" },
  ];
  const byIssue = [
    { issueKey: "PROJ-1", issueSummary: "", totalHours: 10, entryCount: 2 },
    { issueKey: "PROJ-2", issueSummary: "", totalHours: 1, entryCount: 1 },
  ];
  expect(receiptOfBatch(batch(results, 11, { byIssue, overbooked }))).toEqual({
    rows: [
      rowOf(MON, 25, {
        ...{ issueKey: "PROJ-3", storedKey: undefined, outcome: "failed", error: "Not sent: too many" },
      }),
      rowOf(TUE, 8, { issueKey: "proj-1", storedKey: "PROJ-1", id: "12", comment: "a\r\nb" }),
      rowOf(TUE, 1, { issueKey: "PROJ-2", id: "7", outcome: "existing" }),
      rowOf(TUE, 2, { id: "13", possibleDuplicateId: "14" }),
    ],
    overbooked,
    range: { startDate: MON, endDate: TUE },
  });
});

test("the rows that are stored add up to the batch's total, whatever the failed ones have", () => {
  const stored = ["1", "2", "3"].map((worklogId) => ({ hours: 0.33, success: true, worklogId }));
  const results = [...stored, { hours: 24.7, success: false, error: "no" }].map((result) => ({
    date: "2026-11-04",
    issueKey: "PROJ-1",
    ...result,
  }));
  const { rows } = receiptOfBatch(batch(results, 1));
  expect(rows.map(({ seconds }) => seconds)).toEqual([1200, 1200, 1200, 88_920]);
});

test("of a row whose issue Jira answers with another key, the key that is stored is not known", () => {
  const results = [{ date: "2026-11-04", issueKey: "OLD-1", hours: 1, success: true, worklogId: "1" }];
  const byIssue = [{ issueKey: "NEW-7", issueSummary: "", totalHours: 1, entryCount: 1 }];
  expect(receiptOfBatch(batch(results, 1, { byIssue })).rows.map(({ storedKey }) => storedKey)).toEqual([
    undefined,
  ]);
});

test("a batch of nothing has no rows and no range", () => {
  expect(receiptOfBatch(batch([], 0))).toEqual({
    rows: [],
    overbooked: [],
    range: undefined,
  });
});

test.each<[string, [date: string, success: boolean][], object | undefined]>([
  [
    "its rows, but for those without a date",
    [
      ["2026-11-05", true],
      ["2026-02-30", false],
      ["2026-11-04", true],
      ["tomorrow", false],
    ],
    { startDate: "2026-11-04", endDate: "2026-11-05" },
  ],
  ["nothing if no row has a date", [["tomorrow", false]], undefined],
])("a receipt covers %s", (_, rows, range) => {
  const results = rows.map(([date, success]) => ({ date, issueKey: "PROJ-1", hours: 8, success }));
  expect(receiptOfBatch(batch(results, 0)).range).toEqual(range);
});

const POSTED = { id: "12", issueKey: "PROJ-1", issueSummary: "Summary", date: MON, hours: 8, comment: "" };

const postedRow = (date: string, parts: Partial<ReceiptRow>) =>
  rowOf(date, 8, { issueSummary: "Summary", billableHours: 8, comment: "", ...parts });

test("one posted worklog becomes one row", () => {
  expect(receiptOfPost({ success: true, worklog: POSTED })).toEqual({
    rows: [postedRow(MON, { id: "12" })],
    overbooked: [],
    range: { startDate: MON, endDate: MON },
  });
});

test("the start time and the attributes of a reply stay with its rows", () => {
  const details = {
    startTime: "09:00",
    attributes: [{ key: "_Account_", value: "OPS", name: "Operations" }],
  };
  const { rows } = receiptOfPost({ success: true, worklog: { ...POSTED, ...details } });
  expect(rows).toEqual([postedRow(MON, { id: "12", ...details })]);
});

test("a posted range becomes one row a day, with what already existed and what may be doubled", () => {
  const overbooked = [{ date: "2026-11-06", requiredHours: 0, loggedHours: 8 }];
  const reply: PostWorklogResponse = {
    success: true,
    worklog: { ...POSTED, alreadyLogged: true },
    additionalWorklogs: [
      { ...POSTED, id: "13", date: TUE, possibleDuplicateId: "15" },
      { ...POSTED, id: "14", date: "2026-11-06", billableHours: 0 },
    ],
    overbooked,
  };
  expect(receiptOfPost(reply)).toEqual({
    rows: [
      postedRow(MON, { id: "12", outcome: "existing" }),
      postedRow(TUE, { id: "13", possibleDuplicateId: "15" }),
      postedRow("2026-11-06", { id: "14", billableHours: 0 }),
    ],
    overbooked,
    range: { startDate: MON, endDate: "2026-11-06" },
  });
});

test("a logged draft becomes a receipt of what Tempo lists, once it lists all of it", () => {
  const range = { startDate: "2026-11-02", endDate: "2026-11-03" };
  const held = (count: number) =>
    worklogsReply(
      range,
      [
        { id: "11", date: "2026-11-02", seconds: HOUR, comment: "New", billableSeconds: 0 },
        { id: "12", date: "2026-11-03", seconds: 2 * HOUR, issueKey: "B-2" },
        { id: "13", date: "2026-11-03", seconds: HOUR, comment: "Of another call" },
      ].slice(-count),
    );
  const reply = {
    logged: true,
    worklogIds: ["11", "12"],
    alreadyLoggedIds: ["12"],
    failures: [
      { date: "2026-11-02", issueKey: "C-3", error: "Closed" },
      { date: "2026-11-03", issueKey: "B-2", error: "Perhaps stored twice" },
    ],
    summary: { totalEntries: 2, totalHours: 3, missingHoursAfter: 0 },
  };
  expect(receiptOfDraft(reply, undefined)).toBeUndefined();
  expect(receiptOfDraft(reply, held(2))).toBeUndefined();
  expect(receiptOfDraft(reply, held(3))).toMatchObject({
    rows: [
      { id: "11", date: "2026-11-02", hours: 1, billableHours: 0, comment: "New", outcome: "logged" },
      { date: "2026-11-02", issueKey: "C-3", error: "Closed", outcome: "failed" },
      { id: "12", storedKey: "B-2", hours: 2, outcome: "existing", error: "Perhaps stored twice" },
    ],
    overbooked: [],
    range,
  });
});
