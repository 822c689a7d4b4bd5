import { expect, test } from "vitest";
import { sendChange } from "../../../src/timesheet/editing/send-change.ts";
import { RejectedError } from "../../../src/timesheet/errors.ts";
import type { Timesheet } from "../../../src/timesheet/port.ts";
import { runOf } from "../posting/run.ts";
import { fullWorklog } from "./worklogs.ts";

const OLD = fullWorklog({ id: "7" });
const WANTED = { ...OLD, issueId: "2" };
const ISSUE = { id: "2", key: "PROJ-2", summary: "" };

const bug = async () => {
  throw new TypeError("A bug");
};

/** Moves worklog 7 to issue 2, and returns the failure. */
async function move(tempo: Partial<Timesheet>): Promise<unknown> {
  const { context, writer } = runOf([], tempo);
  const change = { old: OLD, changes: {}, wanted: WANTED, issue: ISSUE };
  return sendChange(change, context, writer).catch((error: unknown) => error);
}

/** A Tempo without an operation that moves. */
function inTwoSteps(others: Partial<Timesheet>): Partial<Timesheet> {
  return {
    getExistingWorklogs: async () => [OLD],
    async createWorklogs(_, scope) {
      await scope.beforeWrite?.();
      return [{ ...WANTED, id: "8", isOwn: true }];
    },
    readWorklog: async (id) => ({ worklog: id === "7" ? OLD : { ...WANTED, id }, isOwn: true }),
    ...others,
  };
}

/** Tempo refuses to delete the old worklog, so that the new one is deleted again. */
async function refuseOld(id: string): Promise<void> {
  if (id === "7") throw new RejectedError("Period is closed.", 400);
  await bug();
}

test.each<[when: string, tempo: Partial<Timesheet>]>([
  ["once it is confirmed", { moveWorklog: async () => {}, readWorklog: bug }],
  ["while the old worklog is read", inTwoSteps({ readWorklog: bug })],
  ["while the new worklog is deleted again", inTwoSteps({ deleteWorklog: refuseOld })],
])("a move fails by an error of the program %s, which is not taken for Tempo's", async (_, tempo) => {
  expect(await move(tempo)).toEqual(new TypeError("A bug"));
});
