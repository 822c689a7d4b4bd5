import { describe, expect, test } from "vitest";
import type { Draft, Unmapped } from "../../../src/timesheet/draft/draft.ts";
import { toDraftReply } from "../../../src/timesheet/draft/draft-reply.ts";
import { unmappedOf } from "../../helpers/drafts.ts";
import { HOUR, issue, MONDAY } from "./input.ts";

/** Evidence of a title that may belong to issues, by their numbers. */
function row(title: string, ...numbers: number[]): Unmapped {
  const candidates = numbers.map((number) => ({
    issue: issue(number),
    reason: "touched there on 4 January",
  }));
  const time = { date: MONDAY, start: "10:00", end: "11:00", seconds: HOUR };
  return { ref: "g1", source: "git", title, candidates, ...time };
}

/** The keys of the candidates of each row in the reply; undefined for a row without any. */
function candidatesIn(unmapped: Unmapped[]) {
  const day = {
    date: MONDAY,
    ...{ requiredSeconds: 8 * HOUR, loggedSeconds: 0, draftedSeconds: 0 },
    ...{ missingSecondsAfter: 8 * HOUR, overtimeSeconds: 0 },
  };
  const draft: Draft = {
    ...{ entries: [], worklogs: [], daysWithoutEvidence: [], leftOut: {} },
    ...{ days: [day], unmapped, workedIn: [] },
  };
  const range = { startDate: MONDAY, endDate: MONDAY };
  const drafted = { range, draft, digest: undefined, leftOut: {}, reports: [], agentSeconds: new Map() };
  const reply = toDraftReply(MONDAY, drafted, { today: MONDAY, reader: "assistant" });
  return unmappedOf(reply).map(({ candidates }) => candidates?.map(({ issueKey }) => issueKey));
}

describe("the candidates in a reply", () => {
  test.each([
    [
      "are given once for rows of one title",
      [row("web", 1, 2), row("web", 1, 2)],
      [["DEMO-1", "DEMO-2"], undefined],
    ],
    [
      "are given again once others of the title came between",
      [row("web", 1), row("web", 2), row("web", 1)],
      [["DEMO-1"], ["DEMO-2"], ["DEMO-1"]],
    ],
    [
      "are given for each row without a title",
      [1, 1].map((number) => ({ ...row("", number), title: undefined })),
      [["DEMO-1"], ["DEMO-1"]],
    ],
    [
      "are two each for six different rows",
      Array.from({ length: 6 }, (_, index) => row(`web ${index}`, 1, 2)),
      Array(6).fill(["DEMO-1", "DEMO-2"]),
    ],
    [
      "are the likeliest alone for more",
      Array.from({ length: 7 }, (_, index) => row(`web ${index}`, 1, 2)),
      Array(7).fill(["DEMO-1"]),
    ],
    [
      "are two each for more rows of which few differ",
      Array.from({ length: 7 }, () => row("web", 1, 2)),
      [["DEMO-1", "DEMO-2"], ...Array(6).fill(undefined)],
    ],
  ])("%s", (_, unmapped, expected) => {
    expect(candidatesIn(unmapped)).toEqual(expected);
  });
});
