import { describe, expect, test } from "vitest";
import { RejectedError } from "../../../src/timesheet/errors.ts";
import type { ExistingWorklog, NewWorklog, Timesheet } from "../../../src/timesheet/port.ts";
import { type RowOutcome, toConfirmed } from "../../../src/timesheet/posting/batch.ts";
import {
  type LoggedTimes,
  plannedOutcomes,
  postPlanned,
} from "../../../src/timesheet/posting/post-planned.ts";
import { runOf } from "./run.ts";
import { changed, deleted, type Step, sent, stored, unanswered } from "./steps.ts";
import { type Content, existingWorklog, newWorklog } from "./worklogs.ts";

const WEEK = { startDate: "2026-01-05", endDate: "2026-01-09" };
const NEXT_WEEK = "2026-01-12";
const A = { comment: "a" };

/** Plans a week after earlier calls, and carries the plan out if it is wanted. */
async function plan(
  steps: Step[],
  { listed = [], worklogs = [], digest, isWanted, deadline, ...more }: Parts = {},
) {
  const requests: string[][] = [];
  const { context, ledger } = runOf([], {
    getOwner: async () => ({ site: "", worker: "" }),
    getExistingWorklogs: async ({ startDate, endDate }) =>
      listed.filter(({ date }) => startDate <= date && date <= endDate),
    readWorklog: async () => undefined,
    async createWorklogs(rows, scope) {
      await scope.beforeWrite?.();
      requests.push(rows.map(({ comment }) => comment));
      return rows.map((row, index) => ({ ...row, id: `n${index + 1}`, isOwn: true }));
    },
    ...more,
  });
  for (const step of steps) step(ledger);
  let logged: LoggedTimes | undefined;
  const makePlan = (it: LoggedTimes) => {
    logged = it;
    return { worklogs };
  };
  const wanted = isWanted === undefined ? undefined : () => isWanted;
  const scope = { ...context, deadline: deadline ?? context.deadline };
  const { outcomes, earlier } = await postPlanned(WEEK, makePlan, wanted, scope, digest);
  return { logged, outcomes, earlier, requests, ledger };
}

interface Parts extends Partial<Timesheet> {
  listed?: ExistingWorklog[];
  worklogs?: NewWorklog[];
  digest?: string;
  /** Left out for a call that only plans. */
  isWanted?: boolean;
  deadline?: number;
}

describe("a plan knows", () => {
  test("the issue of what was stored a moment ago and is not listed yet", async () => {
    const content = { issue: "2", hours: 2 };
    const { logged } = await plan([sent(content), stored(1, "7", content)]);
    expect(logged).toMatchObject({
      existing: [],
      unlisted: [{ issueId: "2", date: "2026-01-05", seconds: 7200, billableSeconds: 7200 }],
    });
  });

  test("the dates that are in doubt, each with the time until when", async () => {
    const { logged } = await plan(
      [sent({ date: NEXT_WEEK }), sent({ date: "2026-01-08" }), unanswered(2), sent({ date: "2026-01-07" })],
      { deadline: 0 },
    );
    expect([...(logged?.inDoubt ?? [])]).toEqual(
      ["2026-01-08", "2026-01-07"].map((date) => [
        date,
        expect.stringMatching(
          /^An earlier call has sent a request for this date and got no answer, .* It may still take effect until \d\d:\d\d:\d\d, 250 seconds from now\. Plan it again then$/,
        ),
      ]),
    );
  });

  test("both dates of a change in doubt", async () => {
    const before = existingWorklog("7", A);
    const after = { ...before, date: "2026-01-09" };
    const change: Step = (ledger) => {
      ledger.intend([{ op: "change", before: ledger.known(before), wanted: ledger.wanted(after, "PROJ-1") }]);
    };
    const { logged } = await plan([change], {
      deadline: 0,
      readWorklog: async () => ({ worklog: { ...before, attributes: [] }, isOwn: true }),
    });
    expect([...(logged?.inDoubt.keys() ?? [])]).toEqual(["2026-01-05", "2026-01-09"]);
  });
});

test("a plan that is wanted is carried out, nothing of it taken for an existing worklog, and its digest is kept", async () => {
  const listed = [existingWorklog("7", A)];
  const { outcomes, requests, ledger } = await plan([], {
    ...{ listed, worklogs: [newWorklog(A)], isWanted: true, digest: "d1" },
  });
  expect(outcomes).toMatchObject([{ stored: { id: "n1" } }]);
  expect(requests).toEqual([["a"]]);
  expect(ledger.all()).toMatchObject([{ plan: "d1", fate: { is: "done" } }]);
});

test("nothing is sent for a plan that is not wanted", async () => {
  const parts = { worklogs: [newWorklog(A)], isWanted: false };
  const { outcomes, requests } = await plan([], parts);
  expect([outcomes, requests]).toEqual([undefined, []]);
});

describe("what is stored for a plan with a digest", () => {
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);
  const of = (content: Content): Step => sent(content, { plan: "d1" });
  const [B, C] = [
    { comment: "b", date: "2026-01-06" },
    { comment: "c", date: "2026-01-07" },
  ];

  test.each<[what: string, steps: Step[], listed: Record<string, Content>, expected: string[]]>([
    ["is found", [of(B), stored(1, "8", B)], { 8: B }, ["8"]],
    ["is not that of another plan", [sent(B, { plan: "d2" }), stored(1, "8", B)], { 8: B }, []],
    ["is on its new date", [of(C), stored(1, "8", C), changed("8", C, B)], { 8: B }, ["8"]],
    ["is not what is gone", [of(B), stored(1, "8", B), deleted("8")], {}, []],
    ["counts although it is not listed yet", [of(B), stored(1, "8", B)], {}, ["8"]],
    [
      "is that of the last time, if it was confirmed twice",
      [of(B), stored(1, "8", B), of(C), stored(2, "9", C)],
      { 8: B, 9: C },
      ["9"],
    ],
  ])("%s", async (_, steps, shown, expected) => {
    const listed = Object.entries(shown).map(([id, content]) => existingWorklog(id, content));
    expect(ids((await plan(steps, { listed, digest: "d1" })).earlier)).toEqual(expected);
    expect(ids((await plan(steps, { listed })).earlier)).toEqual([]);
  });
});

test("worklogs of a plan are stored, or fail", () => {
  const [a, b, c, d] = [
    newWorklog({ issue: "1" }),
    newWorklog({ issue: "2", date: "2026-01-06" }),
    newWorklog({ issue: "3", date: "2026-01-07", hours: 2 }),
    newWorklog({ issue: "4" }),
  ] as const;
  const renamed = { id: "3", key: "MOVED-3", summary: "Renamed" };
  const failure = new RejectedError("Closed.", 400);
  const outcomes: RowOutcome[] = [
    { stored: toConfirmed(existingWorklog("7")), issue: a.issue },
    { failure },
    { stored: toConfirmed(existingWorklog("8")), issue: renamed },
  ];
  // The last one has no outcome.
  expect(plannedOutcomes([a, b, c, d], outcomes)).toEqual({
    stored: [
      { planned: a, stored: toConfirmed(existingWorklog("7")), issue: a.issue },
      { planned: c, stored: toConfirmed(existingWorklog("8")), issue: renamed },
    ],
    failures: [{ date: "2026-01-06", issueKey: "PROJ-2", failure }],
  });
});
