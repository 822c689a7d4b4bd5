import { describe, expect, test } from "vitest";
import type { FillDaysInput } from "../../../src/generated/inputs.ts";
import type { FillDaysResponse } from "../../../src/generated/responses.ts";
import { type Plan, plannedBy } from "../../../src/view/model/plan.ts";
import { type Receipt, receiptOfFill } from "../../../src/view/model/receipt.ts";
import { ChangedError, logPlans } from "../../../src/view/use-logging.ts";

const MON = "2026-11-02";
const TUE = "2026-11-03";
const WED = "2026-11-04";

/** A reply of the tool: a plan of 8 hours a day, and what is given instead. */
function reply(dates: string[], parts: Partial<FillDaysResponse> = {}): FillDaysResponse {
  const entries = [{ issueKey: "PROJ-1", issueSummary: "", hours: 8, dates }];
  return {
    startDate: dates[0] ?? MON,
    endDate: dates.at(-1) ?? MON,
    posted: false,
    entries: dates.length > 0 ? entries : [],
    summary: {
      worklogs: dates.length,
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
    posted: true,
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

/** The outcomes of the rows if the tool replies or fails in this order. */
async function logged(plans: FillDaysResponse[], replies: (FillDaysResponse | Error)[]) {
  const calls: FillDaysInput[] = [];
  const fill = async (args: FillDaysInput) => {
    calls.push(args);
    const next = replies.shift();
    if (!next || next instanceof Error) throw next ?? new Error("No further call is expected");
    return next;
  };
  const result = await logPlans({ fill }, plans.map(plan)).catch((error: Error) => error);
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

  test("says that nothing was logged if the tool has another plan by now", async () => {
    const { rows, calls } = await logged([reply([MON, TUE]), reply([WED])], [reply([TUE])]);
    expect(rows).toBeInstanceOf(ChangedError);
    expect(calls.length).toBe(1);
  });

  test("fails as its first call does", async () => {
    const { rows } = await logged([reply([MON])], [new Error("The user did not allow this call")]);
    expect(rows).toEqual(new Error("The user did not allow this call"));
  });

  test("shows what is logged if a later call fails, and asks no further", async () => {
    const { rows } = await logged(
      [MON, TUE, WED].map((date) => reply([date])),
      [posted([MON]), new Error("Refused")],
    );
    expect(rows).toEqual([
      `${MON}, logged, id of ${MON}`,
      `${TUE}, failed, Refused`,
      `${WED}, failed, Refused`,
    ]);
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
      { planned: plannedRows(reply([MON], { entries })), reply: posted([MON], { entries: stored, failures }) },
    ]);
    expect(rows.map(({ outcome, comment }) => [outcome, comment])).toEqual([
      ["logged", undefined],
      ["failed", "Review"],
    ]);
  });
});
