import { describe, expect, test } from "vitest";
import type { FillDaysInput } from "../../../src/generated/inputs.ts";
import type { FillDaysResponse } from "../../../src/generated/responses.ts";
import { type Chosen, fillChosen, NotSentError } from "../../../src/view/log-plan.ts";
import type { PlannedDay } from "../../../src/view/model/plan.ts";
import type { ServerTools } from "../../../src/view/server-tools.ts";
import { dayOn, HOUR } from "./replies.ts";

const MON = "2026-11-02";
const TUE = "2026-11-03";
const WED = "2026-11-04";
const DAYS = [MON, TUE, WED].map((date) => dayOn(date, { missingSeconds: 8 * HOUR }));

/** A day with a row of 8 hours. */
const day = (date: string): PlannedDay => ({
  date,
  rows: [{ issueKey: "PROJ-1", hours: 8, date }],
  notes: [],
});

const chosen = (...dates: string[]): Chosen => ({
  planned: dates.map(day),
  wanted: { issueKey: "proj-1", description: "", billable: true },
});

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

/** The outcomes of the rows if the tool replies or fails in this order. */
async function filled(replies: (FillDaysResponse | Error)[], of: Chosen) {
  const calls: FillDaysInput[] = [];
  const fill = async (args: FillDaysInput) => {
    calls.push(args);
    const next = replies.shift();
    if (!next || next instanceof Error) throw next ?? new Error("No further call is expected");
    return next;
  };
  const result = await fillChosen({ fill } as unknown as ServerTools, DAYS, of).catch(
    (error: unknown) => error,
  );
  const rows =
    result instanceof Error
      ? result
      : (result as Awaited<ReturnType<typeof fillChosen>>).rows.map(({ date, outcome, id, error }) =>
          [date, outcome, id, error].filter(Boolean).join(", "),
        );
  return { rows, confirmed: calls.map(({ startDate, confirm }) => [startDate, confirm]) };
}

describe("logging with fill_days", () => {
  test("confirms the plan that was shown, by its digest", async () => {
    expect(await filled([reply([MON, TUE]), posted([MON, TUE])], chosen(MON, TUE))).toEqual({
      rows: [`${MON}, logged, id of ${MON}`, `${TUE}, logged, id of ${TUE}`],
      confirmed: [
        [MON, undefined],
        [MON, `plan ${MON},${TUE}`],
      ],
    });
  });

  test("sends nothing if any plan is another one than was shown, and returns it", async () => {
    const other = reply([WED], {
      entries: [{ issueKey: "PROJ-1", issueSummary: "", hours: 7, dates: [WED] }],
    });
    const { rows, confirmed } = await filled([reply([MON]), other], chosen(MON, WED));
    expect(rows).toBeInstanceOf(NotSentError);
    expect(rows).toMatchObject({
      replanned: [day(MON), { ...day(WED), rows: [{ issueKey: "PROJ-1", hours: 7, date: WED }] }],
    });
    expect(confirmed.map(([, confirm]) => confirm)).toEqual([undefined, undefined]);
  });

  test("leaves a day that the tool does not plan without rows, with the tool's reason", async () => {
    const skipped = [{ date: MON, reason: "The period is locked" }];
    const { rows } = await filled([reply([], { skipped })], chosen(MON, TUE));
    expect(rows).toMatchObject({
      replanned: [
        { date: MON, rows: [], notes: ["The period is locked"] },
        { date: TUE, rows: [], notes: [] },
      ],
    });
  });

  test("sends nothing if the plan changes before it is confirmed", async () => {
    const { rows } = await filled([reply([MON, TUE]), reply([TUE])], chosen(MON, TUE));
    expect(rows).toBeInstanceOf(NotSentError);
    expect(rows).toMatchObject({ replanned: [day(TUE), { date: MON, rows: [], notes: [] }] });
  });

  test("fails as its first call does", async () => {
    const { rows } = await filled([reply([MON]), new Error("The user did not allow this call")], chosen(MON));
    expect(rows).toEqual(new Error("The user did not allow this call"));
    expect(rows).not.toBeInstanceOf(NotSentError);
  });

  test("shows what is logged if a later call fails, and asks no further", async () => {
    const plans = [reply([MON]), reply([WED])];
    const { rows } = await filled([...plans, posted([MON]), new Error("Refused")], chosen(MON, WED));
    expect(rows).toEqual([`${MON}, logged, id of ${MON}`, `${WED}, failed, Refused`]);
  });

  test("takes what was confirmed in a form of the host for logged", async () => {
    const { rows, confirmed } = await filled([posted([MON])], chosen(MON));
    expect(rows).toEqual([`${MON}, logged, id of ${MON}`]);
    expect(confirmed).toEqual([[MON, undefined]]);
  });

  test("shows each row that failed with its reason", async () => {
    const failures = [{ date: TUE, issueKey: "PROJ-1", error: "The period is closed" }];
    const { rows } = await filled([reply([MON, TUE]), posted([MON], { failures })], chosen(MON, TUE));
    expect(rows).toEqual([`${MON}, logged, id of ${MON}`, `${TUE}, failed, The period is closed`]);
    const all = await filled(
      [reply([MON]), reply([], { failures: [{ ...failures[0], date: MON }] as never })],
      chosen(MON),
    );
    expect(all.rows).toEqual([`${MON}, failed, The period is closed`]);
  });

  test("shows the reason beside a row that is stored, and perhaps twice", async () => {
    const failures = [{ date: MON, issueKey: "PROJ-1", error: "Worklog 7 may be a second copy" }];
    const { rows } = await filled([reply([MON]), posted([MON], { failures })], chosen(MON));
    expect(rows).toEqual([`${MON}, logged, id of ${MON}, Worklog 7 may be a second copy`]);
  });
});
