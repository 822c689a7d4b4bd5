import { expect, test } from "vitest";
import {
  alike,
  assigned,
  canRemember,
  choicesOf,
  draftedDays,
  leftOut,
  undecided,
} from "../../../src/view/model/draft.ts";

const RANGE = { startDate: "2026-01-05", endDate: "2026-01-09" };
const NONE = { ...RANGE, assign: [], leaveOut: [] };

test.each<[string, Record<string, unknown>, object]>([
  ["nothing", {}, NONE],
  ["its own range", { startDate: "2026-01-05", endDate: "2026-01-31" }, { ...NONE, endDate: "2026-01-31" }],
  ["what is no range", { endDate: 5 }, NONE],
  ["no filling", { fill: false }, { ...NONE, fill: false }],
  ["filling, as without it", { fill: true }, NONE],
  [
    "choices, some of which are not valid",
    { assign: [null, 5, { ref: "c1" }, { ref: "c2", issueKey: "A-1", more: 1 }], leaveOut: ["g1", 7] },
    { ...NONE, assign: [{ ref: "c2", issueKey: "A-1" }], leaveOut: ["g1"] },
  ],
  ["choices that are no lists", { assign: "c1", leaveOut: { c1: true } }, NONE],
])("the choices of a call with %s", (_, args, expected) => {
  expect(choicesOf(args, RANGE)).toEqual(expected);
});

test("the last choice for evidence is the one that counts", () => {
  const first = assigned(NONE, ["g1", "c1"], "A-1");
  expect(first).toEqual({ ...NONE, assign: ["g1", "c1"].map((ref) => ({ ref, issueKey: "A-1" })) });
  const second = leftOut(first, ["c1"]);
  expect(second).toEqual({ ...NONE, assign: [{ ref: "g1", issueKey: "A-1" }], leaveOut: ["c1"] });
  const third = assigned(second, ["g1", "c1"], "A-2");
  expect(third).toEqual({ ...NONE, assign: ["g1", "c1"].map((ref) => ({ ref, issueKey: "A-2" })) });
  expect(undecided(leftOut(third, ["c1"]), ["c1", "g1"])).toEqual(NONE);
  expect(first.assign).toHaveLength(2);
});

test.each<[string, string[], boolean]>([
  ["nothing", [], false],
  ["Jira's own event", ["j1"], false],
  ["a meeting", ["j1", "c1"], true],
])("whether the issue of %s can be remembered", (_, refs, expected) => {
  expect(canRemember(assigned(NONE, refs, "A-1"))).toBe(expected);
});

const SUMMARY = { totalEntries: 1, totalHours: 8, unmappedHours: 1, daysWithoutEvidence: ["2026-01-06"] };

test("days have the summaries and candidates that the reply gave before, and say once why; one of which nothing is to be said is not shown", () => {
  const candidates = [{ issueKey: "A-1", reason: "logged for 'Daily' on 2 December" }];
  const issue = { issueKey: "A-1", issueSummary: "Login" };
  const days = [
    {
      date: "2026-01-05",
      requiredHours: 8,
      draftedHours: 8,
      entries: [{ ...issue, hours: 8, evidence: ["g1: 3 commits: a, 09:10-12:05", "j1: commented, 15:20"] }],
      unmapped: [{ ref: "c1", title: "Daily", start: "10:00", hours: 0.5, candidates }],
    },
    { date: "2026-01-06", requiredHours: 8, draftedHours: 0, missingHoursAfter: 8 },
    { date: "2026-01-07", requiredHours: 8, loggedHours: 8, draftedHours: 0 },
    {
      date: "2026-01-08",
      requiredHours: 8,
      loggedHours: 8,
      draftedHours: 0,
      overtimeHours: 1,
      entries: [{ issueKey: "A-1", hours: 8, evidence: ["g2: 1 commit"] }],
      unmapped: [
        { ref: "c2", title: "Daily", start: "10:00", hours: 0.5 },
        { ref: "c3", start: "11:00", hours: 0.5, candidates },
        { ref: "c4", start: "12:00", hours: 0.5 },
      ],
    },
  ];
  const named = candidates.map((candidate) => ({ ...candidate, issueSummary: "Login" }));
  const again = named.map((candidate) => ({ ...candidate, reason: "" }));
  expect(draftedDays({ ...RANGE, days, sources: [], summary: SUMMARY })).toEqual([
    {
      ...days[0],
      entries: [
        {
          ...issue,
          hours: 8,
          evidence: [
            { ref: "g1", phrase: "3 commits: a, 09:10-12:05" },
            { ref: "j1", phrase: "commented, 15:20" },
          ],
        },
      ],
      unmapped: [{ ref: "c1", title: "Daily", start: "10:00", hours: 0.5, candidates: named }],
      lacksEvidence: false,
    },
    { ...days[1], entries: [], unmapped: [], lacksEvidence: true },
    {
      ...days[3],
      entries: [{ ...issue, hours: 8, evidence: [{ ref: "g2", phrase: "1 commit" }] }],
      unmapped: [
        { ref: "c2", title: "Daily", start: "10:00", hours: 0.5, candidates: again },
        { ref: "c3", start: "11:00", hours: 0.5, candidates: named },
        { ref: "c4", start: "12:00", hours: 0.5, candidates: [] },
      ],
      lacksEvidence: false,
    },
  ]);
});

test("days without a draft are named together where the same is said of them, with their hours", () => {
  const day = (date: number, parts: Partial<ReturnType<typeof draftedDays>[number]>) => ({
    date: `2026-01-0${date}`,
    requiredHours: 8,
    draftedHours: 0,
    entries: [],
    unmapped: [],
    lacksEvidence: false,
    ...parts,
  });
  const isEmpty = { missingHoursAfter: 8, lacksEvidence: true };
  const reason = "January was approved by Bo.";
  const days = [
    day(1, isEmpty),
    day(2, { overtimeHours: 1.5, agentHours: 2 }),
    day(3, { missingHoursAfter: 2, reason }),
    day(4, { ...isEmpty, missingHoursAfter: 4 }),
    day(5, { missingHoursAfter: 8 }),
    day(6, { overtimeHours: 0.5, agentHours: 0.5 }),
    day(7, { missingHoursAfter: 8, overtimeHours: 1, reason }),
    day(8, { ...isEmpty, reason }),
  ];
  const group = (dates: number[], missingHoursAfter: number, overtimeHours: number, others = {}) => ({
    dates: dates.map((date) => `2026-01-0${date}`),
    missingHoursAfter,
    overtimeHours,
    ...{ agentHours: 0, lacksEvidence: false, reason: undefined },
    ...others,
  });
  expect(alike(days)).toEqual([
    group([1, 4], 12, 0, { lacksEvidence: true }),
    group([2, 6], 0, 2, { agentHours: 2.5 }),
    group([3, 7], 10, 1, { reason }),
    group([5], 8, 0),
    group([8], 8, 0, { lacksEvidence: true, reason }),
  ]);
});
