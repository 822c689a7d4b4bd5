import { describe, expect, test } from "vitest";
import type { WorklogChanges } from "../../../src/timesheet/editing/merge.ts";
import { updateOwnWorklog } from "../../../src/timesheet/editing/update-worklog.ts";
import type { ExistingWorklog, FullWorklog, Issue } from "../../../src/timesheet/port.ts";
import { LATEST_COMMIT_MS, UNKNOWN_LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "../posting/run.ts";
import { failed, notStored, type Step, sent as sentBefore, stored, unanswered } from "../posting/steps.ts";
import { existingWorklog } from "../posting/worklogs.ts";
import { fullWorklog } from "./worklogs.ts";

const MONDAY = "2026-01-05";
const TUESDAY = "2026-01-06";
const ISSUE: Issue = { id: "1", key: "PROJ-1", summary: "Login" };
const DECIDED_MS = LATEST_COMMIT_MS + UNKNOWN_LIST_LAG_MS;

interface Parts {
  /** Worklogs that lists show besides the edited one. */
  others?: ExistingWorklog[];
  /** Records of earlier calls. */
  steps?: Step[];
  deadline?: number;
  issues?: Issue[];
}

/** Changes worklog 7, which has two hours on Monday, in a Tempo; says what was sent when. */
async function play(
  changes: WorklogChanges,
  { others = [], steps = [], deadline, issues = [ISSUE] }: Parts = {},
) {
  const sent: { worklog: FullWorklog; at: number }[] = [];
  const read: string[] = [];
  const old = fullWorklog();
  const { context: usual, ledger } = runOf([], {
    getOwner: async () => ({ site: "", worker: "" }),
    readWorklog: async (id) => (id === "7" ? { worklog: old, isOwn: true } : undefined),
    issuesById: async (ids) => new Map(issues.filter(({ id }) => ids.includes(id)).map((it) => [it.id, it])),
    async getExistingWorklogs({ startDate, endDate }) {
      read.push(`${startDate} to ${endDate}`);
      return [existingWorklog("7", { hours: 2 }), ...others].filter(
        ({ date }) => startDate <= date && date <= endDate,
      );
    },
    async updateWorklog(worklog, scope) {
      await scope.beforeWrite?.();
      sent.push({ worklog, at: usual.clock.now() - start });
      return worklog;
    },
  });
  for (const step of steps) step(ledger);
  const start = usual.clock.now();
  const context = { ...usual, ...(deadline !== undefined && { deadline: start + deadline }) };
  const updated = await updateOwnWorklog("7", changes, context).catch((error: Error) => error.message);
  return { updated, sent, read };
}

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
        steps: [sentBefore({ hours: 1.5 }), stored(1, "9", { hours: 1.5 })],
      },
      MONDAY,
      `Not sent: with these 3 h, 2026-01-05 would have 24.5 h, ${CHECK}${UNLISTED}`,
    ],
    [
      "counts nothing of that on another date",
      { hours: 3 },
      {
        others: [existingWorklog("8", { hours: 20 })],
        steps: [sentBefore({ hours: 4, date: TUESDAY }), stored(1, "9", { hours: 4, date: TUESDAY })],
      },
      MONDAY,
    ],
    [
      "counts the worklog once that is not listed itself",
      { date: TUESDAY, hours: 4 },
      { steps: [sentBefore({ date: TUESDAY, hours: 21 }), stored(1, "7", { date: TUESDAY, hours: 21 })] },
      TUESDAY,
    ],
  ])("%s", async (_, changes, parts, read, error) => {
    const result = await play(changes, parts);
    expect(result.read).toEqual(read === undefined ? [] : [`${read} to ${read}`]);
    if (error) expect(result.updated).toBe(error);
    expect(result.sent).toHaveLength(error ? 0 : 1);
  });
});

describe("what an earlier call has sent and is in doubt", () => {
  const changing = (id: string, date = MONDAY): Step => {
    return (ledger) => {
      const worklog = fullWorklog({ id, date, issueId: "1" });
      const wanted = ledger.wanted({ ...worklog, comment: "b" }, "PROJ-1");
      ledger.intend([{ op: "change", before: ledger.known(worklog), wanted }]);
    };
  };

  test.each<[what: string, parts: Parts, at: number | undefined]>([
    ["is decided before a change is sent", { steps: [changing("7"), failed(1)] }, DECIDED_MS],
    [
      "is waited for up to the call's time",
      { steps: [changing("7"), failed(1)], deadline: DECIDED_MS + 1 },
      DECIDED_MS,
    ],
    [
      "keeps the change from being sent in a call without the time",
      { steps: [changing("7"), failed(1)], deadline: DECIDED_MS },
      undefined,
    ],
    ["keeps it from being sent after silence", { steps: [changing("7"), unanswered(1)] }, undefined],
    [
      "keeps it so on its date too, whatever worklog that is about",
      { steps: [sentBefore({ issue: "2" }), unanswered(1)] },
      undefined,
    ],
    ["does not keep it so on other dates", { steps: [changing("8", TUESDAY), unanswered(1)] }, 0],
    ["does not keep it so once it is decided", { steps: [changing("7"), notStored(1)] }, 0],
    ["need not be there, even in a call that has no time left", { deadline: 0 }, 0],
  ])("%s", async (_, parts, at) => {
    const { sent, updated } = await play({ hours: 1 }, parts);
    expect(sent.map((it) => it.at)).toEqual(at === undefined ? [] : [at]);
    if (at === undefined)
      expect(updated).toMatch(
        /^Not sent: Tempo has not said what became of an earlier request on the same date or issue\. It may still take effect until /,
      );
  });

  test("keeps a change from its new date too", async () => {
    const { sent } = await play({ date: TUESDAY }, { steps: [changing("8", TUESDAY), unanswered(1)] });
    expect(sent).toEqual([]);
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
