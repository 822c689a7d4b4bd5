import { describe, expect, test } from "vitest";
import { explainingLocks, findLocks, refuseLocked } from "../../../src/timesheet/approvals/locks.ts";
import { ForbiddenError, OutcomeUnknownError, RejectedError } from "../../../src/timesheet/errors.ts";
import type { Approval, CallScope } from "../../../src/timesheet/port.ts";
import { STATUS_READ_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "../posting/run.ts";

const week = (first: number, status: Approval["status"]): Approval => {
  const [startDate, endDate] = [first, first + 6].map((day) => `2026-01-${String(day).padStart(2, "0")}`);
  return { startDate: startDate ?? "", endDate: endDate ?? "", status };
};
const WEEKS = [week(5, "open"), week(12, "in_review"), week(19, "approved")];

/** A Tempo with these weeks, and what is read of them. */
function tempo(read: () => Approval[] = () => WEEKS, checksPeriods = true) {
  const reads: { from: string; to: string; weeks: string[]; time: number }[] = [];
  const debugLog: string[] = [];
  const { context: base } = runOf([], {
    approvals: {
      async read({ startDate, endDate }, select, { deadline }: CallScope) {
        const chosen = select(WEEKS).map((it) => it.startDate);
        reads.push({ from: startDate, to: endDate, weeks: chosen, time: deadline - base.clock.now() });
        return read().filter((it) => chosen.includes(it.startDate));
      },
      findReviewers: async () => [],
      submit: async (it) => ({ ...it.period, status: "open" }),
      recall: async (it) => ({ ...it.period, status: "open" }),
    },
  });
  const context = { ...base, checksPeriods, debug: (line: string) => void debugLog.push(line) };
  return { context, reads, debugLog };
}

describe("the timesheet that locks a date", () => {
  test.each([
    ["2026-01-11", undefined],
    ["2026-01-12", "in_review"],
    ["2026-01-18", "in_review"],
    ["2026-01-19", "approved"],
    ["2026-01-26", undefined],
  ])("%s is %s", async (date, status) => {
    const { context, reads } = tempo();
    const lockOf = await findLocks(["2026-01-18", "2026-01-11", "2026-01-19", "2026-01-11"], context);
    expect(lockOf(date)?.status).toBe(status);
    const weeks = WEEKS.map((it) => it.startDate);
    expect(reads).toEqual([{ from: "2026-01-11", to: "2026-01-19", weeks, time: STATUS_READ_MS }]);
  });

  test("is read of the periods alone that have one of the dates, within what is left of the call", async () => {
    const { context, reads } = tempo();
    const deadline = context.clock.now() + STATUS_READ_MS - 1;
    await findLocks(["2026-01-05", "2026-01-19"], { ...context, deadline });
    const weeks = ["2026-01-05", "2026-01-19"];
    expect(reads).toEqual([{ from: "2026-01-05", to: "2026-01-19", weeks, time: STATUS_READ_MS - 1 }]);
  });

  test.each([
    ["without dates", [], true],
    ["in a call that does not check periods", ["2026-01-12"], false],
  ])("is not read %s", async (_, dates, checksPeriods) => {
    const { context, reads } = tempo(undefined, checksPeriods);
    expect((await findLocks(dates, context))("2026-01-12")).toBeUndefined();
    await refuseLocked(dates, context);
    expect(reads).toEqual([]);
  });

  test("is none if it cannot be read, which debug mode logs", async () => {
    const { context, debugLog } = tempo(() => {
      throw new ForbiddenError("No access.", 403);
    });
    expect((await findLocks(["2026-01-12"], context))("2026-01-12")).toBeUndefined();
    expect(debugLog).toEqual(["whether the period is locked cannot be read: No access."]);
    const broken = tempo(() => {
      throw new Error("A bug.");
    });
    await expect(findLocks(["2026-01-12"], broken.context)).rejects.toThrow("A bug.");
  });

  test("keeps a change of its dates from being sent", async () => {
    const { context } = tempo();
    await refuseLocked(["2026-01-05", "2026-01-11"], context);
    await expect(refuseLocked(["2026-01-05", "2026-01-12"], context)).rejects.toThrow(
      "Not sent: The period 2026-01-12 to 2026-01-18 was submitted and is waiting for approval.",
    );
  });
});

describe("a change that fails", () => {
  const DATES = ["2026-01-05", "2026-01-19"];
  const WHY = "The period 2026-01-19 to 2026-01-25 was approved.";

  test.each<[what: string, error: Error, dates: string[], isExplained: boolean]>([
    ["rejected", new RejectedError("Bad request.", 400), DATES, true],
    ["forbidden", new ForbiddenError("No access.", 403), DATES, true],
    ["rejected in an open period", new RejectedError("Bad request.", 400), ["2026-01-05"], false],
  ])("is explained by the period of its dates if it is locked: %s", async (_, error, dates, isExplained) => {
    const { context, reads } = tempo(undefined, false);
    const failed = explainingLocks(dates, context, async () => {
      throw error;
    });
    const reopen = "Its hours can be changed again once it is open: ask the reviewer to reopen it in Tempo.";
    const message = isExplained ? `${WHY} ${error.message} Nothing was changed. ${reopen}` : error.message;
    await expect(failed).rejects.toMatchObject({ message, httpStatus: (error as RejectedError).httpStatus });
    expect(reads).toHaveLength(1);
  });

  test.each<[what: string, error: Error]>([
    ["that was not sent", new RejectedError("Not sent.")],
    ["whose outcome is unknown", new OutcomeUnknownError("No response.", 504)],
    ["that is a bug", new Error("A bug.")],
  ])("is passed on as it is, without a read: one %s", async (_, error) => {
    const { context, reads } = tempo();
    const failed = explainingLocks(DATES, context, async () => {
      throw error;
    });
    await expect(failed).rejects.toBe(error);
    expect(reads).toEqual([]);
  });

  test("is not needed for a change that is made", async () => {
    const { context, reads } = tempo();
    expect(await explainingLocks(DATES, context, async () => "made")).toBe("made");
    expect(reads).toEqual([]);
  });
});
