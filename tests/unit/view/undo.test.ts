import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Worklog } from "../../../src/generated/responses.ts";
import { planUndo, type ReceiptRow, standingRows } from "../../../src/view/model/receipt.ts";

const DATE = "2026-11-04";

const ROW: ReceiptRow = {
  date: DATE,
  issueKey: "proj-1",
  storedKey: "PROJ-1",
  hours: 0.33,
  seconds: 1200,
  outcome: "logged",
  id: "12",
};

const OPS = { attributes: [{ key: "_Account_", value: "OPS" }] };
const DEV = { attributes: [{ key: "_Account_", value: "DEV" }] };

const STORED: Worklog = {
  id: "12",
  issueKey: "PROJ-1",
  issueSummary: "",
  date: DATE,
  hours: 0.33,
  comment: "",
};

describe("a worklog that the call stored is deleted", () => {
  test.each<[string, Partial<ReceiptRow>, Partial<Worklog>]>([
    ["if nothing about it changed", {}, {}],
    ["if its comment has other line ends", { comment: "a\r\nb " }, { comment: "a\nb" }],
    ["if its comment is normalised otherwise", { comment: "Cafe\u0301" }, { comment: "Caf\u00e9" }],
    ["if Tempo filled in the comment that the call did not give", {}, { comment: "Working on issue PROJ-1" }],
    ["if it is as billable as it was", { billableHours: 0 }, { billableHours: 0 }],
    ["if the reply did not say what is billable", {}, { billableHours: 0 }],
    ["if it has its account", OPS, { attributes: [...OPS.attributes, { key: "_Role_", value: "dev" }] }],
    ["if the reply did not say its account", {}, OPS],
    ["if Tempo is not asked for its account", OPS, {}],
    ["if the summary of its issue changed", {}, { issueSummary: "Another" }],
    ["if it may have a second copy", { possibleDuplicateId: "13" }, {}],
    [
      "if the issue was moved before, so that its key is another one",
      { storedKey: undefined },
      { issueKey: "NEW-7" },
    ],
  ])("%s", (_, row, worklog) => {
    const current = { ...STORED, ...worklog };
    expect(planUndo([{ ...ROW, ...row }], [current])).toEqual({
      deletable: [current],
      changed: [],
      gone: [],
    });
  });
});

describe("a worklog that the call stored stays", () => {
  test.each<[string, Partial<ReceiptRow>, Partial<Worklog>]>([
    ["if its hours changed", {}, { hours: 0.5 }],
    ["if its date changed", {}, { date: "2026-11-05" }],
    ["if its comment changed", { comment: "a" }, { comment: "b" }],
    ["if its comment is gone", { comment: "a" }, { comment: "" }],
    ["if it got a comment", {}, { comment: "Wrote the offer" }],
    [
      "if it got a comment after the tool replied that it has none",
      { comment: "" },
      { comment: "Wrote the offer" },
    ],
    ["if it is no longer billable", { billableHours: 0.33 }, { billableHours: 0 }],
    ["if it has become billable", { billableHours: 0 }, {}],
    ["if its account changed", OPS, DEV],
    ["if it was moved to another issue", {}, { issueKey: "PROJ-2" }],
    ["if its issue is no longer visible", {}, { issueKey: "10234" }],
  ])("%s", (_, row, worklog) => {
    const current = { ...STORED, ...worklog };
    expect(planUndo([{ ...ROW, ...row }], [current])).toEqual({
      deletable: [],
      changed: [current],
      gone: [],
    });
  });
});

test("what is no longer in Tempo is counted, and what the call did not store stays without a word", () => {
  const rows: ReceiptRow[] = [
    ROW,
    { ...ROW, id: "13" },
    { ...ROW, id: "14", outcome: "existing" },
    { ...ROW, outcome: "failed", error: "no" },
  ];
  const current = [STORED, { ...STORED, id: "14" }, { ...STORED, id: "99" }];
  expect(planUndo(rows, current)).toEqual({ deletable: [STORED], changed: [], gone: ["13"] });
});

test("of two equal worklogs, each row deletes its own", () => {
  const current = [STORED, { ...STORED, id: "13" }, { ...STORED, id: "14" }];
  const plan = planUndo([ROW, { ...ROW, id: "13" }], current);
  expect(plan).toEqual({ deletable: current.slice(0, 2), changed: [], gone: [] });
});

test("an empty receipt or an empty Tempo has nothing to delete", () => {
  expect(planUndo([], [STORED])).toEqual({ deletable: [], changed: [], gone: [] });
  expect(planUndo([ROW], [])).toEqual({ deletable: [], changed: [], gone: ["12"] });
});

test("undo deletes only ids that the call stored, and only as it stored them", () => {
  const content = {
    date: fc.constantFrom(DATE, "2026-11-05"),
    hours: fc.constantFrom(0.33, 8),
    comment: fc.constantFrom("", "a", "b"),
  };
  const id = fc.integer({ min: 1, max: 12 }).map(String);
  const row = fc.record({
    ...content,
    id,
    outcome: fc.constantFrom("logged" as const, "existing" as const, "failed" as const),
  });
  const rows = fc
    .uniqueArray(row, { selector: (each) => each.id })
    .map((all) => all.map((each): ReceiptRow => ({ ...ROW, ...each })));
  const current = fc
    .uniqueArray(fc.record({ ...content, id }), { selector: (each) => each.id })
    .map((all) => all.map((each): Worklog => ({ ...STORED, ...each })));
  fc.assert(
    fc.property(rows, current, (all, worklogs) => {
      const { deletable, changed, gone } = planUndo(all, worklogs);
      const logged = all.filter(({ outcome }) => outcome === "logged");
      const isLogged = (worklog: Worklog) => logged.some((each) => each.id === worklog.id);
      const isSame = ({ id, date, hours, comment }: Worklog) =>
        logged.some(
          (each) => each.id === id && each.date === date && each.hours === hours && each.comment === comment,
        );
      expect(new Set(deletable)).toEqual(new Set(worklogs.filter(isSame)));
      expect(new Set(changed)).toEqual(new Set(worklogs.filter((each) => isLogged(each) && !isSame(each))));
      expect(deletable.length + changed.length + gone.length).toBe(logged.length);
    }),
  );
});

test("what is left of a receipt is what was logged and is not gone", () => {
  const rows: ReceiptRow[] = [
    ROW,
    { ...ROW, id: "13" },
    { ...ROW, id: "14", outcome: "existing" },
    { ...ROW, outcome: "failed" },
  ];
  expect(standingRows(rows, new Set())).toEqual(rows.slice(0, 2));
  expect(standingRows(rows, new Set(["12", "14"]))).toEqual([rows[1]]);
});
