import { describe, expect, test } from "vitest";
import { deleteWithRetry } from "../../../src/timesheet/delete-with-retry.ts";
import { deleteIfStill, deleteOwnWorklog } from "../../../src/timesheet/delete-worklog.ts";
import {
  ForbiddenError,
  NotFoundError,
  OutcomeUnknownError,
  RejectedError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "../../../src/timesheet/errors.ts";
import type { CallScope } from "../../../src/timesheet/port.ts";
import { BatchJournal } from "../../../src/timesheet/posting/batch-journal.ts";
import { anotherUsers, unknownAfterRefusal } from "../../../src/timesheet/worklog-errors.ts";
import { writer } from "../../helpers/writer.ts";
import { runOf } from "../posting/run.ts";
import { existingWorklog, newWorklog } from "../posting/worklogs.ts";
import { fullWorklog } from "./worklogs.ts";

const WORKLOG = { id: "7", date: "2026-01-05" };

const unknown = () => new OutcomeUnknownError("No response.", 504);
const notFound = () => new NotFoundError("Not found.", 404);
const rejection = () => new RejectedError("Bad request.", 400);

interface Tempo {
  /** Answers of the requests in turn, the last one for all further ones. */
  answers: readonly (Error | "deleted")[];
  /** The result of looking up the worklog; no look-up is expected unless given. */
  found?: "nothing" | "the worklog" | Error;
  /** The id of a worklog whose delete an earlier call has sent without learning its outcome. */
  open?: string;
}

/** Deletes a worklog, and says what can be seen of it. */
async function play({ answers, found, open }: Tempo) {
  const at: string[] = [];
  const { run, journal } = runOf([], {
    async deleteWorklog(_, scope: CallScope) {
      await scope.beforeWrite?.();
      const answer = answers[Math.min(at.length, answers.length - 1)];
      at.push(`send ${clock.now() - start}`);
      if (answer instanceof Error) throw answer;
    },
    async findWorklog(id) {
      at.push(`find ${clock.now() - start}`);
      if (found === undefined || found instanceof Error) throw found ?? new Error("Not expected.");
      return found === "nothing" ? undefined : { id, isOwn: true };
    },
  });
  const { clock, changes } = run.context;
  const start = clock.now();
  if (open) journal.deleting(open, undefined);
  const error = await deleteWithRetry(WORKLOG, run.context, run.writer).catch((it: Error) => it);
  return {
    error: error?.message,
    at,
    isDeleted: journal.isDeleted("7"),
    open: journal.deletions.open().map(({ id, date }) => `${id} on ${date}`),
    deleted: changes.ids("deleted", true),
    possiblyDeleted: changes.ids("deleted", false),
  };
}

const DONE = { error: undefined, isDeleted: true, open: [], deleted: ["7"], possiblyDeleted: [] };
const NOT_DONE = { isDeleted: false, open: [], deleted: [], possiblyDeleted: [] };
const OPEN = { isDeleted: false, open: ["7 on 2026-01-05"], deleted: [], possiblyDeleted: ["7"] };

describe("a delete", () => {
  test.each<[what: string, tempo: Tempo, at: string[], outcome: object]>([
    ["is done, as Tempo says", { answers: ["deleted"] }, ["send 0"], DONE],
    [
      "is sent again after an unknown outcome",
      { answers: [unknown(), unknown(), "deleted"] },
      ["send 0", "send 1000", "send 3000"],
      DONE,
    ],
    [
      "is done, if the worklog is not found after an unknown outcome",
      { answers: [unknown(), notFound()] },
      ["send 0", "send 1000"],
      DONE,
    ],
    [
      "is done, if the worklog is neither found nor can be read",
      { answers: [notFound()], found: "nothing" },
      ["send 0", "find 0"],
      DONE,
    ],
    [
      "failed, if the worklog is not found but can be read",
      { answers: [notFound()], found: "the worklog" },
      ["send 0", "find 0"],
      { ...NOT_DONE, error: "Not found." },
    ],
    [
      "failed, if the worklog is not found and reading fails",
      { answers: [notFound()], found: new ForbiddenError("No access.", 403) },
      ["send 0", "find 0"],
      { ...NOT_DONE, error: "Not found." },
    ],
    [
      "failed, if it is rejected and the worklog can be read",
      { answers: [rejection()], found: "the worklog" },
      ["send 0", "find 0"],
      { ...NOT_DONE, error: "Bad request." },
    ],
    ...[
      rejection(),
      new UnexpectedResponseError("Moved.", 302),
      new UnauthorizedError("No token.", 401),
      new ForbiddenError("Not yours.", 403),
      new UnavailableError("Busy.", 409),
      new UnavailableError("Too many.", 429),
    ].map((refusal): [string, Tempo, string[], object] => [
      `is done, if it is rejected (${refusal.httpStatus}) and the worklog is gone`,
      { answers: [refusal], found: "nothing" },
      ["send 0", "find 0"],
      DONE,
    ]),
    [
      "is unknown, if it is rejected and the worklog cannot be read",
      { answers: [rejection()], found: new ForbiddenError("No access.", 403) },
      ["send 0", "find 0"],
      { ...OPEN, error: unknownAfterRefusal("7", rejection()).message },
    ],
    [
      "failed, if it could not be sent",
      { answers: [new UnavailableError("No connection.")] },
      ["send 0"],
      { ...NOT_DONE, error: "No connection." },
    ],
    [
      "is unknown, if no response says what became of it",
      { answers: [unknown()] },
      ["send 0", "send 1000", "send 3000", "send 7000"],
      { ...OPEN, error: "No response." },
    ],
    [
      "is unknown, if it is rejected after an unknown outcome",
      { answers: [unknown(), rejection()] },
      ["send 0", "send 1000"],
      { ...OPEN, error: "No response." },
    ],
    [
      "that is rejected leaves an earlier one open",
      { answers: [rejection()], found: "the worklog", open: "7" },
      ["send 0", "find 0"],
      { ...OPEN, possiblyDeleted: [], error: "Bad request." },
    ],
    [
      "that is rejected is settled, whatever became of that of another worklog",
      { answers: [rejection()], found: "the worklog", open: "8" },
      ["send 0", "find 0"],
      { ...NOT_DONE, open: ["8 on undefined"], error: "Bad request." },
    ],
    ["that is done settles an earlier one", { answers: ["deleted"], open: "7" }, ["send 0"], DONE],
  ])("%s", async (_, tempo, at, outcome) => {
    expect(await play(tempo)).toEqual({ at, ...outcome });
  });

  test("passes on what is no failure of Tempo", async () => {
    const { error } = await play({ answers: [notFound()], found: new Error("A bug.") });
    expect(error).toBe("A bug.");
  });

  test.each([
    ["has lost the lease before it records anything", 0, []],
    ["loses it while it records", 1, ["7"]],
  ])("is not sent by a process that %s", async (_, allowed, open) => {
    let asked = 0;
    const { run, journal } = runOf([], { deleteWorklog: async (_id, scope) => scope.beforeWrite?.() });
    const lost = writer(journal, () => asked++ < allowed);
    await expect(deleteWithRetry(WORKLOG, run.context, lost)).rejects.toThrow("this process was paused");
    expect(journal.deletions.open().map(({ id }) => id)).toEqual(open);
    expect(run.context.changes.ids("deleted", true)).toEqual([]);
  });
});

test("a worklog whose date Tempo does not say is deleted without a look at its period", async () => {
  const { run } = runOf([], {
    getOwner: async () => ({ site: "", worker: "" }),
    findWorklog: async (id) => ({ id, isOwn: true }),
    deleteWorklog: async () => {},
  });
  expect(await deleteOwnWorklog("7", { ...run.context, checksPeriods: true })).toBe("7");
  expect(run.context.changes.ids("deleted", true)).toEqual(["7"]);
});

test("a worklog that was shown a while ago is not deleted once it is another user's", async () => {
  const { run } = runOf([], {
    getOwner: async () => ({ site: "", worker: "" }),
    readWorklog: async () => ({ worklog: fullWorklog({ id: "7" }), isOwn: false }),
  });
  await expect(deleteIfStill(() => true, "7", run.context)).rejects.toEqual(anotherUsers("7", "deleted"));
});

test("a worklog that is moved after it was shown leads to its new one once it is deleted, though no response has named that", async () => {
  const row = newWorklog({ issue: "2" });
  const old = fullWorklog({ id: "7" });
  const { run, journal } = runOf([row], {
    getOwner: async () => ({ site: "", worker: "" }),
    readWorklog: async () => ({ worklog: old, isOwn: true }),
    getExistingWorklogs: async () => [existingWorklog("8", { issue: "2", createdAt: sentAt })],
    deleteWorklog: async () => {},
  });
  const sentAt = run.context.clock.wallClock();
  new BatchJournal(journal, { moves: old }).sending([row]);
  expect(await deleteIfStill(() => true, "7", run.context)).toBe(true);
  expect(journal.moves.idNow("7")).toBe("8");
});
