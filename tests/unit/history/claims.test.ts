import { expect, test } from "vitest";
import type { PostDraftResponse } from "../../../src/generated/responses.ts";
import { claimsOf } from "../../history/claims.ts";
import type { Claim } from "../../history/history.ts";

const DATES = ["2026-01-05", "2026-01-06", "2026-01-07"];
const PLANNED = DATES.map((date) => ({ date, hours: 2, comment: "PROJ-7 f1" }));
const REQUEST = {
  tool: "post_draft",
  token: "f1",
  startDate: "2026-01-05",
  endDate: "2026-01-07",
  planned: PLANNED,
  isConfirmed: true,
} as const;

const reply = (parts: Partial<PostDraftResponse>) => ({
  text: "",
  reply: {
    logged: true,
    worklogIds: [],
    summary: { totalEntries: 0, totalHours: 0, missingHoursAfter: 0 },
    ...parts,
  },
});
const failure = (date: string, error: string) => ({ date, issueKey: "PROJ-7", error });

const entry = (index: number) => `f1@${DATES[index]}`;
const made = (index: number, id: string, parts: object = { hours: 2, comment: "PROJ-7 f1" }): Claim => ({
  says: "stored",
  entry: entry(index),
  id,
  isNew: true,
  ...parts,
});
const not = (index: number): Claim => ({ says: "not stored", entry: entry(index) });
const maybe = (index: number): Claim => ({ says: "maybe stored", entry: entry(index) });

test.each<[what: string, answer: Parameters<typeof claimsOf>[1], claims: Claim[]]>([
  ["stores all", reply({ worklogIds: ["1", "3", "2"] }), [made(0, "1"), made(1, "3"), made(2, "2")]],
  [
    "stores some, one of them perhaps twice",
    reply({
      worklogIds: ["1", "2"],
      failures: [failure("2026-01-05", "Closed."), failure("2026-01-06", "It may be logged twice.")],
    }),
    [not(0), made(1, "1"), made(2, "2")],
  ],
  [
    "does not know of one, and Tempo changed another",
    reply({
      worklogIds: ["1", "2"],
      changed: [{ id: "1", date: "2026-01-05", issueKey: "PROJ-7" }] as PostDraftResponse["changed"] & object,
      failures: [failure("2026-01-07", "It is unknown.")],
    }),
    [made(0, "1", {}), made(1, "2", {}), maybe(2)],
  ],
  ["stores nothing", reply({ logged: false }), [not(0), not(1), not(2)]],
  [
    "finds all of them stored",
    reply({ worklogIds: ["1", "2", "3"], alreadyLoggedIds: ["1", "2", "3"] }),
    ["1", "2", "3"].map((id, index) => made(index, id, { isNew: false })),
  ],
  [
    "finds a part of them stored, which may be of each date",
    reply({ worklogIds: ["1"], alreadyLoggedIds: ["1"] }),
    [maybe(0), maybe(1), maybe(2)],
  ],
  ["fails", { text: "", code: "not_sent" }, [not(0), not(1), not(2)]],
  ["fails with an unknown outcome", { text: "", code: "outcome_unknown" }, [maybe(0), maybe(1), maybe(2)]],
  ["is never answered", undefined, [maybe(0), maybe(1), maybe(2)]],
])("a draft that %s claims so", (_, answer, claims) => {
  expect(claimsOf(REQUEST, answer)).toEqual(claims);
});

const CHANGE = { id: "1", mark: "u1", entry: "e1", startTime: "09:00", attributes: { _Account_: "" } };
const UPDATE = { tool: "update_worklog", ...CHANGE, isMove: false } as const;
const worklog = { id: "2", date: "2026-01-05", hours: 2, attributes: [{ key: "_Role_", value: "lead" }] };

test.each<[what: string, request: Parameters<typeof claimsOf>[0], answer: object, claims: Claim[]]>([
  [
    "that moves a worklog has stored it anew, with what was given and what the reply shows",
    { ...UPDATE, isMove: true },
    { reply: { worklog, before: { id: "1" } } },
    [
      { says: "stored", entry: "e1", id: "2", isNew: true },
      { says: "deleted", id: "1" },
      {
        ...{ says: "changed", ...CHANGE, id: "2", date: "2026-01-05", hours: 2 },
        attributes: { _Account_: "", _Role_: "lead" },
      },
    ],
  ],
  ["that fails gives nothing", UPDATE, { code: "rejected" }, [{ says: "not changed", id: "1", mark: "u1" }]],
  [
    "whose outcome is unknown may give it",
    UPDATE,
    { code: "outcome_unknown" },
    [{ says: "maybe changed", ...CHANGE }],
  ],
])("a change %s", (_, request, answer, claims) => {
  expect(claimsOf(request, { text: "", ...answer })).toEqual(claims);
});

test("a draft that is not confirmed claims the hours that it has counted", () => {
  const days = [{ date: "2026-01-05", loggedHours: 2 }, { date: "2026-01-06" }];
  expect(claimsOf({ ...REQUEST, isConfirmed: false }, { text: "", reply: { days } })).toEqual([
    { says: "counted", date: "2026-01-05", hours: 2, isLeast: false },
    { says: "counted", date: "2026-01-06", hours: 0, isLeast: false },
  ]);
});
