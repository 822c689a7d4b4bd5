import { describe, expect, test } from "vitest";
import type { FillDaysInput } from "../../../src/generated/inputs.ts";
import type { FillDaysResponse } from "../../../src/generated/responses.ts";
import { type Plan, plannedBy } from "../../../src/view/model/plan.ts";
import { type Receipt, receiptOfFill } from "../../../src/view/model/receipt.ts";
import { CHANGED, logPlans, planAll } from "../../../src/view/use-logging.ts";
import { HOUR, type Time, worklogsReply } from "./replies.ts";

const MON = "2026-11-02";
const TUE = "2026-11-03";
const WED = "2026-11-04";

/** A reply of the tool: a plan of 8 hours a day, and what is given instead. */
function reply(dates: string[], parts: Partial<FillDaysResponse> = {}): FillDaysResponse {
  const entries = [{ issueKey: "PROJ-1", issueSummary: "", hours: 8, dates }];
  return {
    startDate: dates[0] ?? MON,
    endDate: dates.at(-1) ?? MON,
    logged: false,
    entries: dates.length > 0 ? entries : [],
    summary: {
      totalEntries: dates.length,
      days: dates.length,
      totalHours: 8 * dates.length,
      missingHoursAfter: 0,
    },
    ...(dates.length > 0 && { confirm: `plan ${dates}` }),
    ...parts,
  };
}

function posted(dates: string[], parts: Partial<FillDaysResponse> = {}): FillDaysResponse {
  const { confirm, entries, ...rest } = reply(dates);
  return {
    ...rest,
    logged: true,
    entries: entries.map((entry) => ({ ...entry, worklogIds: dates.map((date) => `id of ${date}`) })),
    ...parts,
  };
}

/** The plan of a call. */
function plan(reply: FillDaysResponse): Plan {
  const { startDate, endDate } = reply;
  return {
    args: { startDate, endDate, rows: [{ issueKey: "proj-1" }] },
    dates: [startDate],
    isChosen: true,
    reply,
  };
}

function plannedRows(plan: FillDaysResponse) {
  return plannedBy(plan).flatMap(({ date, rows }) => rows.map((row) => ({ ...row, date })));
}

const RANGE = { startDate: MON, endDate: WED };
const EIGHT = { seconds: 8 * HOUR };

/**
 * The outcomes of the rows if the tool replies or fails in this order.
 *
 * @param now what Tempo holds afterwards, or why it cannot be read
 */
async function logged(
  plans: FillDaysResponse[],
  replies: (FillDaysResponse | Error)[],
  now: readonly Time[] | Error = [],
) {
  const calls: FillDaysInput[] = [];
  const fill = async (args: FillDaysInput) => {
    calls.push(args);
    const next = replies.shift();
    if (!next || next instanceof Error) throw next ?? new Error("No further call is expected");
    return next;
  };
  const readWorklogs = async () => {
    if (now instanceof Error) throw now;
    return worklogsReply(RANGE, now);
  };
  const sheet = { range: RANGE, worklogs: worklogsReply(RANGE, []) };
  const result = await logPlans({ fill, readWorklogs }, sheet, plans.map(plan)).catch(
    (error: Error) => error,
  );
  const linesOf = ({ rows }: Receipt) =>
    rows.map(({ date, outcome, id, error }) => [date, outcome, id, error].filter(Boolean).join(", "));
  return { rows: result instanceof Error ? result : linesOf(result), calls };
}

describe("logging plans of fill_days", () => {
  test("repeats the call of the plan that was shown, with its digest", async () => {
    expect(await logged([reply([MON, TUE])], [posted([MON, TUE])])).toEqual({
      rows: [`${MON}, logged, id of ${MON}`, `${TUE}, logged, id of ${TUE}`],
      calls: [
        { startDate: MON, endDate: TUE, rows: [{ issueKey: "proj-1" }], confirm: `plan ${MON},${TUE}` },
      ],
    });
  });

  test("says that nothing was logged if the tool has other plans by now", async () => {
    const { rows, calls } = await logged([reply([MON, TUE]), reply([WED])], [reply([TUE]), reply([])]);
    expect(rows).toEqual(new Error(CHANGED));
    expect(calls.length).toBe(2);
  });

  test("logs the plans beside one that has changed", async () => {
    const plans = [MON, TUE, WED].map((date) => reply([date]));
    const { rows } = await logged(plans, [reply([]), posted([TUE]), reply([])]);
    expect(rows).toEqual([
      `${MON}, failed, Not logged: Tempo has changed since this row was made.`,
      `${TUE}, logged, id of ${TUE}`,
      `${WED}, failed, Not logged: Tempo has changed since this row was made.`,
    ]);
  });

  test.each<[string, Time[] | Error]>([
    ["Tempo has its rows by now", [{ date: MON, ...EIGHT }]],
    ["the timesheet cannot be read", new Error("No answer")],
  ])("does not say that a changed plan is not logged if %s", async (_, now) => {
    // A call that the host has sent twice is done when its second answer comes.
    const alone = await logged([reply([MON])], [reply([])], now);
    expect(alone.rows).toEqual(new Error("Tempo has changed since these rows were made."));
    const { rows } = await logged([reply([MON]), reply([TUE])], [reply([]), posted([TUE])], now);
    expect(rows).toEqual([
      `${MON}, unknown, Tempo has changed since these rows were made.`,
      `${TUE}, logged, id of ${TUE}`,
    ]);
  });

  test("fails as its first call does", async () => {
    const { rows } = await logged([reply([MON])], [new Error("The user did not allow this call")]);
    expect(rows).toEqual(new Error("The user did not allow this call"));
  });

  test("shows what is logged if a later call fails, that its own rows are not known, and asks no further", async () => {
    const { rows } = await logged(
      [MON, TUE, WED].map((date) => reply([date])),
      [posted([MON]), new Error("Refused")],
    );
    expect(rows).toEqual([
      `${MON}, logged, id of ${MON}`,
      `${TUE}, unknown, Refused`,
      `${WED}, failed, Not sent, since an earlier call failed.`,
    ]);
  });

  test("fails as a later call does if no call before it has logged anything", async () => {
    const failures = [{ date: MON, issueKey: "PROJ-1", error: "The period is closed" }];
    const plans = [MON, TUE, WED].map((date) => reply([date]));
    const { rows, calls } = await logged(plans, [reply([], { failures }), new Error("Refused")]);
    expect(rows).toEqual(new Error("Refused"));
    expect(calls.length).toBe(2);
  });

  test("shows a plan that was confirmed in a form of the host, though a call before it fails", async () => {
    const { rows } = await logged([reply([MON]), posted([TUE])], [new Error("Refused")]);
    expect(rows).toEqual([`${MON}, unknown, Refused`, `${TUE}, logged, id of ${TUE}`]);
  });

  test("sends nothing for a plan without worklogs, or one that was confirmed in a form of the host", async () => {
    expect(await logged([reply([]), posted([MON])], [])).toEqual({
      rows: [`${MON}, logged, id of ${MON}`],
      calls: [],
    });
  });

  test("shows each row that failed with its reason", async () => {
    const failures = [{ date: TUE, issueKey: "PROJ-1", error: "The period is closed" }];
    const { rows } = await logged([reply([MON, TUE])], [posted([MON], { failures })]);
    expect(rows).toEqual([`${MON}, logged, id of ${MON}`, `${TUE}, failed, The period is closed`]);
    const all = await logged([reply([TUE])], [reply([], { failures })]);
    expect(all.rows).toEqual([`${TUE}, failed, The period is closed`]);
  });

  test("shows the reason beside a row that is stored, and perhaps twice", async () => {
    const failures = [{ date: MON, issueKey: "PROJ-1", error: "Worklog 7 may be a second copy" }];
    const { rows } = await logged([reply([MON])], [posted([MON], { failures })]);
    expect(rows).toEqual([`${MON}, logged, id of ${MON}, Worklog 7 may be a second copy`]);
  });

  test("tells rows apart by their comments if one of two with equal hours fails", async () => {
    const row = { issueKey: "PROJ-1", issueSummary: "", hours: 4, dates: [MON] };
    const entries = [{ ...row, comment: "Review" }, row];
    const failures = [{ date: MON, issueKey: "PROJ-1", error: "The period is closed" }];
    const stored = [{ ...row, worklogIds: ["7"] }];
    const { rows } = receiptOfFill([
      {
        planned: plannedRows(reply([MON], { entries })),
        reply: posted([MON], { entries: stored, failures }),
      },
    ]);
    expect(rows.map(({ outcome, comment }) => [outcome, comment])).toEqual([
      ["logged", undefined],
      ["failed", "Review"],
    ]);
  });
});

describe("planning stretches with fill_days", () => {
  const stretches = [MON, TUE, WED].map((date) => ({
    args: { startDate: date, endDate: date, rows: [{ issueKey: "PROJ-1" }] },
    dates: [date],
    isChosen: true,
  }));
  const [first, second, third] = stretches;

  test("leaves the others if one is refused, and never has two calls under way", async () => {
    let underWay = 0;
    const fill = async ({ startDate }: FillDaysInput) => {
      underWay += 1;
      expect(underWay).toBe(1);
      await Promise.resolve();
      underWay -= 1;
      if (startDate === TUE) throw new Error("At least 0.1 hours");
      return reply([startDate]);
    };
    expect(await planAll({ fill }, stretches, [], () => true)).toEqual({
      plans: [
        { ...first, reply: reply([MON]) },
        { ...third, reply: reply([WED]) },
      ],
      refused: [{ ...second, problem: "At least 0.1 hours" }],
    });
  });

  test("asks for no plan that is known, and for none that is no longer wanted", async () => {
    const asked: string[] = [];
    const fill = async ({ startDate }: FillDaysInput) => {
      asked.push(startDate);
      return reply([startDate]);
    };
    const known = stretches.slice(0, 1).map((stretch) => ({ ...stretch, reply: reply([MON]) }));
    await planAll({ fill }, stretches, known, () => asked.length === 0);
    expect(asked).toEqual([TUE]);
  });
});
