import fc from "fast-check";
import { expect, test } from "vitest";
import { example } from "../../../scripts/lib/examples.ts";
import type { DraftTimesheetResponse, PostDraftResponse } from "../../../src/generated/responses.ts";
import { askedFor, asksForTotals, faceOf } from "../../../src/view/model/face.ts";
import { receiptOfBatch, receiptOfPost } from "../../../src/view/model/receipt.ts";
import type { Reply } from "../../../src/view/reply-of.ts";
import { HOUR, scheduleReply, worklogsReply } from "./replies.ts";

const RANGE = { startDate: "2026-11-02", endDate: "2026-11-08" };
const POSTED_NOTHING = {
  logged: false,
  worklogIds: [],
  summary: { totalEntries: 0, totalHours: 0, missingHoursAfter: 40 },
};
const DAY = { startDate: "2026-11-02", endDate: "2026-11-02" };

test("a schedule becomes a month that is one line until it is opened", () => {
  const reply = scheduleReply(RANGE, () => 8 * HOUR);
  expect(faceOf({ kind: "schedule", reply })).toEqual({
    kind: "month",
    sheet: { range: RANGE, schedule: reply },
    isOpen: false,
  });
});

test("worklogs become a month that is open", () => {
  const reply = worklogsReply(RANGE, []);
  expect(faceOf({ kind: "worklogs", reply })).toEqual({
    kind: "month",
    sheet: { range: RANGE, worklogs: reply },
    isOpen: true,
  });
});

test("what was posted becomes a receipt", () => {
  const worklog = { id: "1", issueKey: "A-1", issueSummary: "", date: "2026-11-02", hours: 1, comment: "" };
  const posted = { success: true as const, worklog };
  const batch = {
    results: [{ date: "2026-11-02", issueKey: "A-1", hours: 1, success: true, worklogId: "1" }],
    summary: { total: 1, succeeded: 1, failed: 0, totalHours: 1 },
  };
  expect(faceOf({ kind: "posted", reply: posted })).toEqual({
    kind: "receipt",
    receipt: receiptOfPost(posted),
  });
  expect(faceOf({ kind: "batch", reply: batch })).toEqual({
    kind: "receipt",
    receipt: receiptOfBatch(batch),
  });
});

test("a draft becomes a draft with the choices of the call, and so does one that changed before it was logged", async () => {
  const reply = (await example("DraftTimesheetResponse/week")) as unknown as DraftTimesheetResponse;
  const range = { startDate: reply.startDate, endDate: reply.endDate };
  const args = { ...range, leaveOut: ["g1"], assign: [{ ref: "c3", issueKey: "PROJ-4" }], fill: false };
  expect(faceOf({ kind: "draft", reply }, args)).toEqual({ kind: "draft", draft: reply, choices: args });
  const posted = { ...POSTED_NOTHING, draft: reply };
  expect(faceOf({ kind: "postedDraft", reply: posted }, { ...args, confirm: "1", remember: true })).toEqual({
    kind: "draft",
    draft: reply,
    choices: args,
    isChanged: true,
  });
});

test("a draft that was logged is drawn with the range of the call, as far as it is known", async () => {
  const reply = (await example("PostDraftResponse/posted")) as unknown as PostDraftResponse;
  expect(faceOf({ kind: "postedDraft", reply }, { ...RANGE, confirm: "1" })).toEqual({
    kind: "postedDraft",
    reply,
    range: RANGE,
  });
  expect(faceOf({ kind: "postedDraft", reply })).toEqual({ kind: "postedDraft", reply, range: undefined });
});

test("what was deleted is not drawn", () => {
  const summary = { total: 0, deleted: 0, failed: 0, totalHours: 0 };
  expect(faceOf({ kind: "deleted", reply: { success: true, deletedWorklogId: "1" } })).toBeUndefined();
  expect(faceOf({ kind: "deletedMany", reply: { deleted: false, worklogs: [], summary } })).toBeUndefined();
});

const ENTRY = { issueKey: "proj-1", hours: 1.5, date: "2026-11-02" };

test.each([
  ["a range", { ...RANGE }, { range: RANGE, posting: [] }],
  ["a day", { startDate: "2026-11-02" }, { range: DAY, posting: [] }],
  ["a range of one issue", { ...RANGE, issueKey: "proj-1" }, { range: RANGE, posting: [] }],
  ["nothing", {}, { posting: [] }],
  ["a date that does not exist", { startDate: "2026-02-30" }, { posting: [] }],
  ["a range without a valid end", { startDate: "2026-11-02", endDate: "soon" }, { posting: [] }],
  ["a date that is no text", { startDate: 20261102 }, { posting: [] }],
  ["a worklog", { issueKey: "proj-1", hours: 1.5, startDate: "2026-11-02" }, { posting: [ENTRY] }],
  [
    "a worklog with a description",
    { issueKey: "proj-1", hours: 1.5, startDate: "2026-11-02", description: "a\r\nb", billable: false },
    { posting: [{ ...ENTRY, description: "a\r\nb" }] },
  ],
  ["a batch", { worklogs: [ENTRY, ENTRY], billable: false }, { posting: [ENTRY, ENTRY] }],
  ["a batch of nothing", { worklogs: [] }, { posting: [] }],
  ["a draft to be logged", { ...RANGE, confirm: "00000000" }, { posting: [], mayLog: true }],
  [
    "a batch with rows that are not valid",
    {
      worklogs: [
        null,
        5,
        [],
        { ...ENTRY, hours: "1" },
        { ...ENTRY, issueKey: 1 },
        { ...ENTRY, date: "2026-02-30" },
        { ...ENTRY, description: 7, more: true },
      ],
    },
    { posting: [ENTRY] },
  ],
])("the assistant asked for %s", (_, args, expected) => {
  expect(askedFor(args)).toEqual({ mayLog: expected.posting.length > 0, ...expected });
});

test("no arguments make the view fail", () => {
  const args = fc.dictionary(
    fc.constantFrom("startDate", "endDate", "worklogs", "issueKey", "hours", "date"),
    fc.oneof(fc.jsonValue(), fc.constant("2026-11-02")),
  );
  fc.assert(
    fc.property(args, (value) => {
      const { range, posting } = askedFor(value);
      if (range) expect(posting).toEqual([]);
    }),
  );
});

test.each<[args: Record<string, unknown>, groupedBy: (string | undefined)[]]>([
  [{}, []],
  [{ startDate: "2026-01-01" }, ["issue", undefined]],
  [{ startDate: "2026-01-01", groupBy: "week", then: "project" }, ["week", "project"]],
  [{ startDate: "2026-01-01", groupBy: 5 }, [undefined, undefined]],
])("totals by %o are groups of these kinds", async (args, groupedBy) => {
  const reply = await example("GetTotalsResponse/by-issue");
  expect(faceOf({ kind: "totals", reply } as unknown as Reply, args)).toEqual({
    kind: "totals",
    reply,
    groupedBy,
  });
});

test("totals of a team are by project unless the call says otherwise", async () => {
  const reply = await example("GetTeamTotalsResponse/by-project");
  const face = faceOf({ kind: "totals", reply } as unknown as Reply, { startDate: "2026-01-01" });
  expect(face).toMatchObject({ groupedBy: ["project", undefined] });
});

test.each([
  [{ startDate: "2026-01-01", groupBy: "week" }, true],
  [{ startDate: "2026-01-01", endDate: "2026-12-31", limit: 5 }, true],
  [{ startDate: "2026-01-01", endDate: "2026-12-31" }, false],
  [{ projectKey: "PROJ", limit: 5 }, false],
])("whether %o are arguments of totals: %j", (args, expected) => {
  expect(asksForTotals(args)).toBe(expected);
});
