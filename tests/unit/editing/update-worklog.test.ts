import { describe, expect, test } from "vitest";
import type { WorklogChanges } from "../../../src/timesheet/editing/merge.ts";
import { updateOwnWorklog } from "../../../src/timesheet/editing/update-worklog.ts";
import type { Journal } from "../../../src/timesheet/journal/journal.ts";
import type { ExistingWorklog, FullWorklog, Issue } from "../../../src/timesheet/port.ts";
import { LATEST_COMMIT_MS, LONGEST_WRITE_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "../posting/run.ts";
import { existingWorklog, newWorklog, storedWorklog } from "../posting/worklogs.ts";
import { fullWorklog } from "./worklogs.ts";

const MONDAY = "2026-01-05";
const TUESDAY = "2026-01-06";
const ISSUE: Issue = { id: "1", key: "PROJ-1", summary: "Login" };
const OPEN_FOR_MS = LONGEST_WRITE_MS + LATEST_COMMIT_MS;

interface Parts {
  /** Worklogs that lists show besides the edited one. */
  others?: ExistingWorklog[];
  record?: (journal: Journal) => void;
  deadline?: number;
  issues?: Issue[];
}

/** Changes worklog 7, which has two hours on Monday, in a Tempo; says what was sent when. */
async function play(
  changes: WorklogChanges,
  { others = [], record, deadline, issues = [ISSUE] }: Parts = {},
) {
  const sent: { worklog: FullWorklog; at: number }[] = [];
  const read: string[] = [];
  const old = fullWorklog();
  const { run, journal } = runOf([], {
    getOwner: async () => ({ site: "", worker: "" }),
    readWorklog: async (id) => ({ worklog: { ...old, id }, isOwn: true }),
    issuesById: async (ids) => new Map(issues.filter(({ id }) => ids.includes(id)).map((it) => [it.id, it])),
    findWorklog: async () => undefined,
    async getExistingWorklogs({ startDate, endDate }) {
      read.push(`${startDate} to ${endDate}`);
      return [existingWorklog("7", { hours: 2 }), ...others].filter(
        ({ date }) => startDate <= date && date <= endDate,
      );
    },
    async updateWorklog(worklog, scope) {
      await scope.beforeWrite?.();
      sent.push({ worklog, at: run.context.clock.now() - start });
      return worklog;
    },
  });
  record?.(journal);
  const start = run.context.clock.now();
  const context = { ...run.context, ...(deadline !== undefined && { deadline: start + deadline }) };
  const updated = await updateOwnWorklog("7", changes, context).catch((error: Error) => error.message);
  return { updated, sent, read };
}

/** A worklog of another call, as the journal knows it. */
const stored = (journal: Journal, id: string, content: Parameters<typeof newWorklog>[0]) => {
  const worklog = newWorklog(content);
  const entry = journal.sending([worklog], { batch: 1, afterId: "0", again: () => [] }).get(worklog) ?? 0;
  if (id) journal.stored([{ entry, stored: storedWorklog(id, content) }]);
};

describe("a change of hours or date", () => {
  const CHECK = "and a day has 24. Check the date, the hours and your worklogs of that date.";
  const UNLISTED =
    " 1.5 h of them were sent a moment ago and are not in Tempo's list yet; if you have deleted them, try again in a minute.";

  test.each<[what: string, changes: WorklogChanges, parts: Parts, read: string | undefined, error?: string]>([
    ["may leave 24 hours", { hours: 3 }, { others: [existingWorklog("8", { hours: 21 })] }, MONDAY],
    [
      "may not leave more",
      { hours: 3.01 },
      { others: [existingWorklog("8", { hours: 21 })] },
      MONDAY,
      `Not sent: with these 3.01 h, 2026-01-05 would have 24.01 h, ${CHECK}`,
    ],
    [
      "counts all worklogs of the date",
      { hours: 3 },
      { others: ["8", "9"].map((id) => existingWorklog(id, { hours: 11 })) },
      MONDAY,
      `Not sent: with these 3 h, 2026-01-05 would have 25 h, ${CHECK}`,
    ],
    [
      "may keep as many on a full date",
      { description: "Test" },
      { others: [existingWorklog("8", { hours: 24 })] },
      undefined,
    ],
    [
      "may take hours from a full date",
      { hours: 1 },
      { others: [existingWorklog("8", { hours: 24 })] },
      undefined,
    ],
    [
      "counts the other date, even with less hours",
      { hours: 1, date: TUESDAY },
      { others: [existingWorklog("8", { date: TUESDAY, hours: 23.5 })] },
      TUESDAY,
      `Not sent: with these 1 h, 2026-01-06 would have 24.5 h, ${CHECK}`,
    ],
    [
      "counts what was stored a moment ago and is not listed",
      { hours: 3 },
      {
        others: [existingWorklog("8", { hours: 20 })],
        record: (journal) => stored(journal, "9", { hours: 1.5 }),
      },
      MONDAY,
      `Not sent: with these 3 h, 2026-01-05 would have 24.5 h, ${CHECK}${UNLISTED}`,
    ],
    [
      "counts what was sent and has no outcome",
      { hours: 3 },
      {
        others: [existingWorklog("8", { hours: 20 })],
        record: (journal) => stored(journal, "", { hours: 1.5 }),
      },
      MONDAY,
      `Not sent: with these 3 h, 2026-01-05 would have 24.5 h, ${CHECK}${UNLISTED}`,
    ],
    [
      "counts nothing of that on another date",
      { hours: 3 },
      {
        others: [existingWorklog("8", { hours: 20 })],
        record: (journal) => stored(journal, "9", { hours: 4, date: TUESDAY }),
      },
      MONDAY,
    ],
    [
      "counts the worklog once that is not listed itself",
      { date: TUESDAY, hours: 4 },
      { record: (journal) => stored(journal, "7", { date: TUESDAY, hours: 21 }) },
      TUESDAY,
    ],
  ])("%s", async (_, changes, parts, read, error) => {
    const result = await play(changes, parts);
    expect(result.read).toEqual(read === undefined ? [] : [`${read} to ${read}`]);
    if (error) expect(result.updated).toBe(error);
    expect(result.sent).toHaveLength(error ? 0 : 1);
  });
});

describe("an earlier change without an outcome", () => {
  const record = (journal: Journal) => journal.editing(existingWorklog("7"));

  test.each<[what: string, parts: Parts, at: number | undefined]>([
    ["is waited for before the next one is sent", { record }, OPEN_FOR_MS],
    ["is waited for up to the call's time", { record, deadline: OPEN_FOR_MS + 1 }, OPEN_FOR_MS],
    [
      "keeps the next one from being sent in a call without the time",
      { record, deadline: OPEN_FOR_MS },
      undefined,
    ],
    [
      "of another worklog is not waited for",
      { record: (journal) => journal.editing(existingWorklog("8")) },
      0,
    ],
    [
      "is not waited for once it is settled",
      {
        record(journal) {
          journal.editing(existingWorklog("7"));
          journal.notEdited("7");
        },
      },
      0,
    ],
    ["need not be there, even in a call that has no time left", { deadline: 0 }, 0],
    [
      "a delete of another worklog is not waited for either",
      { record: (journal) => journal.deleting("8", MONDAY) },
      0,
    ],
    ["a delete of the worklog is", { record: (journal) => journal.deleting("7", MONDAY) }, OPEN_FOR_MS],
  ])("%s", async (_, parts, at) => {
    const { sent, updated } = await play({ hours: 1 }, parts);
    expect(sent.map((it) => it.at)).toEqual(at === undefined ? [] : [at]);
    if (at === undefined) expect(updated).toMatch(/^Not sent: the call's time ran out before this was sent/);
  });
});

describe("the reply to a change", () => {
  const now = fullWorklog({ seconds: 3600, billableSeconds: 3600 });

  test.each([
    ["names the issue", [ISSUE], ISSUE],
    ["names the issue by its id if the user may not see it any more", [], { id: "1", key: "1", summary: "" }],
  ])("%s", async (_, issues, issue) => {
    const { updated } = await play({ hours: 1 }, { issues });
    expect(updated).toEqual({ issue, oldIssue: issue, old: fullWorklog(), sent: now, now });
  });

  test("says that there was nothing to change", async () => {
    const { updated, sent, read } = await play({ hours: 2 });
    expect(updated).toEqual({
      issue: ISSUE,
      oldIssue: ISSUE,
      old: fullWorklog(),
      sent: undefined,
      now: fullWorklog(),
    });
    expect({ sent, read }).toEqual({ sent: [], read: [] });
  });
});
