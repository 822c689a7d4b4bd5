import { describe, expect, test } from "vitest";
import { reviewerNeeded } from "../../../src/timesheet/approvals/errors.ts";
import {
  planSubmission,
  type SubmissionRequest,
} from "../../../src/timesheet/approvals/submit-and-recall.ts";
import { datesOf } from "../../../src/timesheet/dates.ts";
import type { Approval, Reviewer } from "../../../src/timesheet/port.ts";
import { runOf } from "../posting/run.ts";
import { existingWorklog } from "../posting/worklogs.ts";

const WEEK: Approval = { startDate: "2026-01-05", endDate: "2026-01-11", status: "open" };
const BO: Reviewer = { id: "b", name: "Bo" };
const CAREN: Reviewer = { id: "c", name: "Caren Bohr", login: "cbohr" };
const LONGER: Reviewer = { id: "Bo", name: "Bo Carlsen", login: "carl" };
const ALL = [LONGER, BO, CAREN];
const SPACED: Reviewer = { id: "s", name: " Bo " };

interface Parts {
  approvals?: Approval[];
  reviewers?: Reviewer[] | undefined;
  /** The hours logged on Monday; the week requires eight. */
  hours?: number;
}

/** The plan of a week in which Monday is the only working day. */
function plan(request: Partial<SubmissionRequest>, { approvals = [WEEK], hours = 8, ...parts }: Parts = {}) {
  const asked: (string | undefined)[] = [];
  const findReviewers = async (name: string | undefined) => {
    asked.push(name);
    return "reviewers" in parts ? parts.reviewers : [BO];
  };
  const { context } = runOf([], {
    approvals: {
      read: async (_, select) => approvals.filter((it) => select([it]).length > 0),
      findReviewers,
      submit: async () => WEEK,
      recall: async () => WEEK,
    },
    getSchedule: async (range) =>
      datesOf(range).map((date) => {
        const requiredSeconds = date === "2026-01-05" ? 28_800 : 0;
        return { date, requiredSeconds, isWorkingDayType: requiredSeconds > 0 };
      }),
    getExistingWorklogs: async () => [existingWorklog("1", { hours })],
  });
  const planned = planSubmission({ startDate: "2026-01-05", ...request }, context);
  return Object.assign(planned, { asked });
}

describe("the reviewer", () => {
  test.each<[what: string, name: string, reviewers: Reviewer[], expected: Reviewer | undefined]>([
    ["the only one, if none is named", "", [BO], BO],
    ["the only one, if the name is blank", "  ", [BO], BO],
    ["Tempo's choice, if it lists none", "", [], undefined],
    ["by the whole name rather than a part of it", "bo", ALL, BO],
    ["by a name in other letters and with space around", " ｃaren bohr ", ALL, CAREN],
    ["by the login name", "CBohr", ALL, CAREN],
    ["by the id", "c", ALL, CAREN],
    ["by a part of the name, if only one has it", "carlsen", ALL, LONGER],
    ["by a name that Tempo shows with space around", "bo", [LONGER, SPACED], SPACED],
  ])("%s", async (_, reviewer, reviewers, expected) => {
    const planned = plan({ reviewer }, { reviewers });
    expect((await planned).reviewer).toEqual(expected);
    expect(planned.asked).toEqual([reviewer.trim() || undefined]);
  });

  test.each<[what: string, name: string, reviewers: Reviewer[] | undefined, error: string]>([
    ["Tempo lists none without a name", "", undefined, "Tempo Data Center needs the name of a reviewer"],
    ["several may approve and none is named", "", [BO, CAREN], "may approve this timesheet: Bo, Caren Bohr."],
    [
      "no reviewer has the name",
      "Zoe",
      [BO, CAREN],
      '"Zoe" is not the name of a reviewer. Nothing was sent. Choose one of: Bo, Caren Bohr.',
    ],
    ["an id is given in other letters", "C1", [{ ...BO, id: "c1" }], '"C1" is not the name of a reviewer'],
    [
      "no reviewer is listed for the name",
      "Zoe",
      [],
      "Nothing was sent. Ask the user for the name as Jira shows it",
    ],
    [
      "several names have the part",
      "o",
      ALL,
      '"o" is the name of several people. Nothing was sent. Choose one of: Bo Carlsen, Bo, Caren Bohr.',
    ],
    [
      "several but not all names have the part",
      "o c",
      [LONGER, BO, { ...CAREN, name: "Jo Cole" }],
      "Choose one of: Bo Carlsen, Jo Cole.",
    ],
    ["several have the name", "Bo", [BO, { ...CAREN, name: "Bo" }], "Choose one of: Bo (b), Bo (c)."],
  ])("cannot be chosen if %s", async (_, reviewer, reviewers, error) => {
    await expect(plan({ reviewer }, { reviewers })).rejects.toThrow(error);
  });

  test.each([
    [20, "20."],
    [21, "20 and 1 more, who can be given by id."],
  ])("of %i, at most 20 are listed", (count, end) => {
    const reviewers = Array.from({ length: count }, (_, index) => ({ id: `${index}`, name: `${index + 1}` }));
    expect(reviewerNeeded(reviewers).message).toContain(`timesheet: 1, 2, 3,`);
    expect(reviewerNeeded(reviewers).message).toContain(`19, ${end} Nothing was sent`);
  });
});

describe("the plan of a submission", () => {
  test.each<[what: string, request: Partial<SubmissionRequest>, parts: Parts, isConfirmable: boolean]>([
    ["can be confirmed if no hours are missing", {}, {}, true],
    ["cannot if some are", {}, { hours: 7 }, false],
    ["can all the same if it is asked for", { evenIfMissing: true }, { hours: 7 }, true],
    ["cannot if the timesheet is submitted", {}, { approvals: [{ ...WEEK, status: "in_review" }] }, false],
    [
      "cannot if it is approved",
      { evenIfMissing: true },
      { approvals: [{ ...WEEK, status: "approved" }] },
      false,
    ],
  ])("%s", async (_, request, parts, isConfirmable) => {
    const { digest, comment } = await plan(request, parts);
    expect(digest !== undefined).toBe(isConfirmable);
    expect(comment).toBe("");
  });

  test("has no reviewer if the timesheet is submitted", async () => {
    const planned = plan({}, { approvals: [{ ...WEEK, status: "in_review" }] });
    expect((await planned).reviewer).toBeUndefined();
    expect(planned.asked).toEqual([]);
  });

  test.each<[what: string, request: Partial<SubmissionRequest>, parts: Parts]>([
    ["another comment", { comment: "Done." }, {}],
    ["the reviewer's id instead of the name", { reviewer: "b" }, {}],
    ["another reviewer", {}, { reviewers: [CAREN] }],
    ["more hours", {}, { hours: 9 }],
    ["another last date", {}, { approvals: [{ ...WEEK, endDate: "2026-01-10" }] }],
  ])("has another digest with %s", async (_, request, parts) => {
    const { digest } = await plan({});
    expect(digest).toBe((await plan({})).digest);
    const other = await plan(request, parts);
    expect(other.digest).toMatch(/^[0-9a-f]{24}$/);
    expect(other.digest).not.toBe(digest);
  });

  test.each<[what: string, request: Partial<SubmissionRequest>, parts: Parts, error: string]>([
    [
      "without a period",
      {},
      { approvals: [] },
      "Tempo lists no period with 2026-01-05, so there is no timesheet to submit. List the timesheets to find their dates; Data " +
        "Center lists no future periods.",
    ],
    [
      "of a date inside a period",
      { startDate: "2026-01-06" },
      {},
      "`startDate`: 2026-01-06 is inside 2026-01-05 to 2026-01-11.",
    ],
  ])("is refused %s", async (_, request, parts, error) => {
    const failure = await plan(request, parts).catch((it?: Error) => it?.message ?? "nothing");
    expect(failure).toContain(error);
  });
});
