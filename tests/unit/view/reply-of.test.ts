import fc from "fast-check";
import { expect, test } from "vitest";
import { example, replyExamples } from "../../../scripts/lib/examples.ts";
import { faceOf } from "../../../src/view/model/face.ts";
import { replyOf, textsOf } from "../../../src/view/reply-of.ts";

const KINDS: Readonly<Record<string, string>> = {
  GetScheduleResponse: "schedule",
  GetWorklogsResponse: "worklogs",
  BulkPostWorklogsResponse: "batch",
  PostWorklogResponse: "posted",
  FillDaysResponse: "filled",
  DeleteWorklogResponse: "deleted",
  DeleteWorklogsResponse: "deletedMany",
  DraftTimesheetResponse: "draft",
  PostDraftResponse: "postedDraft",
  GetTotalsResponse: "totals",
  GetTeamTotalsResponse: "totals",
};

const EXAMPLES = await replyExamples();

test.each(EXAMPLES)("$name is known by its shape, as object and as text", ({ shape, value }) => {
  const kind = KINDS[shape];
  const expected = kind === undefined ? undefined : { kind, reply: value };
  const content = [{ type: "text", text: JSON.stringify(value) }];
  expect(replyOf({ structuredContent: value, content: [] })).toEqual(expected);
  expect(replyOf({ content })).toEqual(expected);
  expect(replyOf({ structuredContent: {}, content, isError: true })).toEqual(expected);
});

test.each([
  ["nothing", undefined],
  ["null", null],
  ["a text", "{}"],
  ["an empty result", {}],
  ["an empty list of contents", { content: [] }],
  ["contents that are no list", { content: "text" }],
  ["an error as text", { isError: true, content: [{ type: "text", text: "Tempo is down" }] }],
  ["a text that is cut off", { content: [{ type: "text", text: '{"days":[' }] }],
  ["an image", { content: [{ type: "image", text: '{"success":true,"deletedWorklogId":"1"}' }] }],
  ["blocks that are not valid", { content: [null, 1, "a", { type: "text" }, { type: "text", text: 5 }] }],
  ["text that is JSON but no object", { content: [{ type: "text", text: "null" }] }],
])("%s holds no reply", (_, result) => {
  expect(replyOf(result)).toBeUndefined();
});

test("the first block that is a reply is taken", async () => {
  const reply = await example("DeleteWorklogResponse/deleted");
  const texts = [
    "Here it is:",
    JSON.stringify(reply),
    JSON.stringify({ success: true, deletedWorklogId: "2" }),
  ];
  const content = texts.map((text) => ({ type: "text", text }));
  expect(replyOf({ content })).toEqual({ kind: "deleted", reply });
  expect(textsOf({ content })).toEqual(texts);
});

/** Replies of which any part is replaced by anything. */
function damaged(): fc.Arbitrary<unknown> {
  const paths = EXAMPLES.flatMap(({ value }) => pathsOf(value).map((path) => ({ value, path })));
  return fc
    .tuple(
      fc.constantFrom(...paths),
      fc.oneof(
        fc.jsonValue({ maxDepth: 2 }),
        // No number or text can be made of it.
        fc.constant({ toString: [], valueOf: 1 }),
        fc.constant(undefined),
      ),
    )
    .map(([{ value, path }, other]) => replaced(value, path, other));
}

function pathsOf(value: unknown): string[][] {
  if (typeof value !== "object" || value === null) return [[]];
  return [[], ...Object.entries(value).flatMap(([key, part]) => pathsOf(part).map((path) => [key, ...path]))];
}

function replaced(value: unknown, [key, ...path]: readonly string[], other: unknown): unknown {
  if (key === undefined) return other;
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === key ? replaced(part, path, other) : part));
  return { ...Object(value), [key]: replaced(Object(value)[key], path, other) };
}

test("a time that is no text makes no reply fail", async () => {
  const times = EXAMPLES.flatMap(({ value }) =>
    pathsOf(value)
      .filter((path) => path.at(-1) === "timeSpent")
      .map((path) => replaced(value, path, { toString: [], valueOf: 1 })),
  );
  expect(times.length).toBeGreaterThan(5);
  for (const structuredContent of times) {
    const reply = replyOf({ structuredContent });
    expect(() => reply && faceOf(reply)).not.toThrow();
  }
});

test("no JSON makes the view fail before it draws, be it anything or a reply with a part replaced", () => {
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), damaged()), (structuredContent) => {
      const reply = replyOf({ structuredContent });
      if (reply) faceOf(reply);
      replyOf(structuredContent);
      textsOf(structuredContent);
    }),
    { numRuns: 1000 },
  );
});

test.each([
  ["a batch with a row that is not valid", "BulkPostWorklogsResponse/mixed", { results: [null] }],
  ["a posted range with days that are not valid", "PostWorklogResponse/one-day", { additionalWorklogs: 5 }],
  ["a schedule with a day that is not valid", "GetScheduleResponse/week", { days: [null] }],
  ["worklogs that are no list", "GetWorklogsResponse/week", { worklogs: null }],
  ["a worklog that is not valid", "GetWorklogsResponse/week", { worklogs: [7] }],
  ["an issue that is not valid", "GetWorklogsResponse/week", { byIssue: [null] }],
  ["a deleted worklog that is not valid", "DeleteWorklogsResponse/plan", { worklogs: [null] }],
  [
    "a draft with a row that is not valid",
    "DraftTimesheetResponse/week",
    { days: [{ date: "", unmapped: [null] }] },
  ],
  [
    "a draft with an entry without reasons",
    "DraftTimesheetResponse/week",
    { days: [{ date: "", entries: [{ issueKey: "" }] }] },
  ],
  ["a logged draft with a failure that is not valid", "PostDraftResponse/failures", { failures: [5] }],
  ["a changed draft that is not valid", "PostDraftResponse/changed", { draft: { entries: [] } }],
  ["over-booked days that are no list", "PostWorklogResponse/one-day", { overbooked: null }],
  [
    "a posted worklog with an attribute that is not valid",
    "PostWorklogResponse/details",
    { worklog: { id: "1", issueKey: "", date: "", attributes: [null] } },
  ],
  [
    "a worklog with attributes that are no list",
    "GetWorklogsResponse/details",
    { worklogs: [{ id: "1", issueKey: "", date: "", comment: "", attributes: { a: "b" } }] },
  ],
])("%s is no reply", async (_, name, damage) => {
  expect(replyOf({ structuredContent: { ...(await example(name)), ...damage } })).toBeUndefined();
});
