import { describe, expect, test } from "vitest";
import type { Journal } from "../../../src/timesheet/journal/journal.ts";
import { BatchJournal } from "../../../src/timesheet/posting/batch-journal.ts";
import { storedForPlan } from "../../../src/timesheet/posting/stored-for-plan.ts";
import { runOf } from "./run.ts";
import { type Content, existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

/** Sends worklogs in one batch for a plan; each is stored under its id, if it has one. */
function send(journal: Journal, plan: string, ...contents: (Content & { id?: string; seen?: string[] })[]) {
  const batch = new BatchJournal(journal, { plan });
  const rows = contents.map((content) => newWorklog(content));
  for (const { seen = [], ...content } of contents) batch.saw(seen.map((it) => existingWorklog(it, content)));
  batch.sending(rows);
  for (const [index, { id, ...content }] of contents.entries()) {
    const row = rows[index];
    if (row && id !== undefined) batch.stored([[row, storedWorklog(id, content)]]);
  }
  return { rows, batch };
}

const ids = (journal: Journal, listed: Record<string, Content>, unlisted: Record<string, Content> = {}) =>
  storedForPlan(
    "plan",
    Object.entries(listed).map(([id, content]) => existingWorklog(id, content)),
    Object.entries(unlisted).map(([id, content]) => existingWorklog(id, content)),
    journal,
  ).map(({ id }) => id);

const TUESDAY = "2026-01-06";

test("what a call stored for a plan is found, in the order of dates and ids, each with its date and length", () => {
  const { journal } = runOf([]);
  const contents: [string, Content][] = [
    ["10", { hours: 2 }],
    ["9", {}],
    ["8", { date: TUESDAY }],
  ];
  send(journal, "plan", ...contents.map(([id, content]) => ({ id, ...content })));
  send(journal, "another", { id: "11" });
  const listed = [existingWorklog("8", { date: TUESDAY }), existingWorklog("10", { hours: 3 })];
  const others = [existingWorklog("11"), existingWorklog("12")];
  const unlisted = [existingWorklog("9"), existingWorklog("11"), existingWorklog("13")];
  expect(storedForPlan("plan", [...listed, ...others], unlisted, journal)).toEqual([
    { id: "9", date: "2026-01-05", seconds: 3600 },
    { id: "10", date: "2026-01-05", seconds: 10_800 },
    { id: "8", date: TUESDAY, seconds: 3600 },
  ]);
});

test("what was stored for a plan that was confirmed twice is what the last call stored, as it is now", () => {
  const { journal } = runOf([]);
  send(journal, "plan", { id: "5" });
  send(journal, "plan", { date: TUESDAY });
  send(journal, "another", { id: "6" });
  send(journal, "plan", { id: "7" });
  expect(ids(journal, { 5: {}, 6: {}, 7: {}, 8: { date: TUESDAY } })).toEqual(["7"]);
});

describe("an entry of a plan without an outcome", () => {
  test.each<[what: string, listed: Record<string, Content>, found: string[]]>([
    ["is a worklog of its length on its issue and date", { 7: { comment: "Other" } }, ["7"]],
    ["is one of two such worklogs", { 7: {}, 8: {} }, ["7"]],
    ["is none of another length", { 7: { hours: 2 } }, []],
    ["is none on another issue", { 7: { issue: "2" } }, []],
    ["is none on another date", { 7: { date: TUESDAY } }, []],
    ["is none that was there before", { 3: {} }, []],
    ["is none of another plan's", { 5: {}, 7: {} }, ["7"]],
  ])("%s", (_, listed, found) => {
    const { journal } = runOf([]);
    send(journal, "another", { id: "5" });
    send(journal, "plan", { seen: ["3"] });
    expect(ids(journal, listed)).toEqual(found);
  });

  test("is known as one worklog each", () => {
    const { journal } = runOf([]);
    send(journal, "plan", { hours: 1 }, { hours: 2 }, { hours: 1 });
    expect(ids(journal, { 6: { hours: 2 }, 7: {}, 8: {}, 9: {} })).toEqual(["6", "7", "8"]);
  });

  test("is none of another plan, nor one that was not stored", () => {
    const { journal } = runOf([]);
    send(journal, "another", {});
    const { rows, batch } = send(journal, "plan", {});
    batch.notStored(rows);
    expect(ids(journal, { 7: {} })).toEqual([]);
  });
});
