import { expect, test } from "vitest";
import { ForbiddenError, OutcomeUnknownError, UnavailableError } from "../../../src/timesheet/errors.ts";
import type { ExistingWorklog } from "../../../src/timesheet/port.ts";
import { deleteLateDuplicates } from "../../../src/timesheet/posting/late-duplicates.ts";
import { FINAL_CHECKS_UNTIL_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "./run.ts";
import { existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

const A = { comment: "a" };
const first = existingWorklog("7", A);
const copy = existingWorklog("8", A);

interface Row {
  /** The results of reads in turn, the last one for all further reads; undefined if a read fails. */
  lists: (ExistingWorklog[] | undefined)[];
  /** The time before the first read at which the outcome became unknown, in milliseconds. */
  age?: number;
  /** The number of times that the entry was sent again; once unless given. */
  resent?: number;
  /** Whether the entry existed before the call. */
  existed?: boolean;
  mayNotDelete?: boolean;
  /** The result of looking up worklogs that are not listed. */
  lookUp?: "exists" | "is gone" | "fails";
  /** The id of the entry and that of a second copy, or "unknown". */
  outcome: string;
  deleted?: string[];
  reads?: number;
  lookedUp?: string[];
  log?: string[];
}

const WHAT = "1 h on PROJ-1 for 2026-01-05";
const deletedLog = (id: string) =>
  `${WHAT} was logged twice after a lost response; deleted the duplicate, worklog ${id}`;
const keptLog = (id: string) =>
  `${WHAT} may be logged twice after a lost response: see worklog ${id} in Tempo`;
const appearedLog = (id: string, hours = 1) =>
  `worklog ${id} of ${hours} h for 2026-01-05 appeared meanwhile: a late duplicate, or logged elsewhere; check in Tempo`;

test.each<[behaviour: string, row: Row]>([
  ["nothing is deleted if nothing has appeared", { lists: [[first]], outcome: "7" }],
  [
    "of two equal copies the larger id is deleted",
    { lists: [[first, copy], [first]], outcome: "7", deleted: ["8"], log: [deletedLog("8")], reads: 6 },
  ],
  [
    "a copy that was deleted is not named, though later lists are behind",
    {
      lists: [[first, copy], []],
      outcome: "7",
      deleted: ["8"],
      log: [deletedLog("8")],
      lookUp: "exists",
      lookedUp: ["7"],
      reads: 47,
    },
  ],
  [
    "the larger id is deleted even if it is the one in the response",
    {
      lists: [[first, existingWorklog("6", A)], [existingWorklog("6", A)]],
      outcome: "6",
      deleted: ["7"],
      log: [deletedLog("7")],
      reads: 6,
    },
  ],
  [
    "a copy that comes late is deleted by a later check",
    {
      lists: [[first], [first], [first, copy], [first]],
      outcome: "7",
      deleted: ["8"],
      log: [deletedLog("8")],
      reads: 6,
    },
  ],
  [
    "as many copies are deleted as the entry was sent again",
    {
      lists: [[first, copy, existingWorklog("9", A), existingWorklog("10", A)], [first]],
      resent: 2,
      outcome: "7",
      deleted: ["8", "9"],
      log: [deletedLog("8"), deletedLog("9")],
      reads: 6,
    },
  ],
  ...[
    { ...copy, billableSeconds: 60 },
    { ...copy, comment: " a" },
    { ...copy, seconds: 3601 },
  ].map((other): [string, Row] => [
    `a copy is kept and reported that is not equal in full: ${JSON.stringify(other)}`,
    { lists: [[first, other]], outcome: "7, or 8", log: [keptLog("8")] },
  ]),
  [
    "a copy is reported and not deleted while the list is behind: it lacks the first one",
    {
      lists: [[copy]],
      outcome: "7, or 8",
      log: [`${WHAT} may be logged twice after a lost response; check in Tempo`],
      reads: 47,
    },
  ],
  [
    "a copy of what existed before the call is kept and reported",
    { lists: [[first, copy]], existed: true, outcome: "7, or 8", log: [keptLog("8")] },
  ],
  [
    "a copy that cannot be deleted is reported",
    {
      lists: [[first, copy]],
      mayNotDelete: true,
      outcome: "7, or 8",
      log: [
        `${WHAT} is logged twice after a lost response: delete worklog 8 in Tempo. ForbiddenError: Not yours.`,
      ],
    },
  ],
  [
    "what appeared with the same hours is reported",
    {
      lists: [[first, existingWorklog("9", { comment: "x" })]],
      outcome: "7, or 9",
      log: [appearedLog("9")],
    },
  ],
  [
    "what appeared with other hours, or on another issue, is not reported",
    {
      lists: [[first, existingWorklog("9", { hours: 2 }), existingWorklog("10", { issue: "2" })]],
      outcome: "7",
    },
  ],
  [
    "no more of what appeared is reported than the entry was sent again",
    {
      lists: [[first, existingWorklog("9", { comment: "x" }), existingWorklog("10", { comment: "y" })]],
      outcome: "7, or 9",
      log: [appearedLog("9")],
    },
  ],
  [
    "nothing is deleted if the worklogs cannot be read",
    {
      lists: [undefined],
      outcome: "7",
      log: [`${WHAT} may be logged twice after a lost response; check in Tempo`],
      reads: 47,
    },
  ],
  [
    "the checks end once nothing can come any more",
    { lists: [[first]], age: FINAL_CHECKS_UNTIL_MS - 13_000 + 1, outcome: "7", reads: 4 },
  ],
  [
    "the checks do not end as long as something may come",
    { lists: [[first]], age: FINAL_CHECKS_UNTIL_MS - 13_000, outcome: "7", reads: 5 },
  ],
  ...(["exists", "is gone", "fails"] as const).map((lookUp): [string, Row] => [
    `after a delete, an entry that is not listed any more is looked up by its id, which ${lookUp}`,
    {
      lists: [[first, copy], [first], [first], [first], [first], []],
      lookUp,
      outcome: lookUp === "exists" ? "7" : "unknown",
      deleted: ["8"],
      lookedUp: ["7"],
      log: [deletedLog("8")],
      reads: 6,
    },
  ]),
])("%s", async (_, row) => {
  const { lists, age = 0, resent = 1, existed = false, mayNotDelete = false, lookUp } = row;
  const seen = { reads: 0, deleted: [] as string[], lookedUp: [] as string[] };
  const { run, batch, log, advance, worklogs } = runOf([newWorklog(A)], {
    async getExistingWorklogs() {
      const list = lists[Math.min(seen.reads, lists.length - 1)];
      seen.reads += 1;
      if (!list) throw new UnavailableError("Try later.");
      return list;
    },
    async deleteWorklog(id) {
      if (mayNotDelete) throw new ForbiddenError("Not yours.");
      seen.deleted.push(id);
    },
    async findWorklog(id) {
      if (mayNotDelete) return { id, isOwn: true };
      seen.lookedUp.push(id);
      if (lookUp === "fails") throw new UnavailableError("Try later.");
      return lookUp === "exists" ? { id, isOwn: true } : undefined;
    },
  });
  batch.markSending(worklogs);
  batch.markSent(worklogs);
  batch.markUnknown(worklogs, new OutcomeUnknownError("The response was lost."));
  for (let times = 0; times < resent; times += 1) batch.markSent(worklogs);
  for (const worklog of worklogs) {
    const result = { ...storedWorklog("7", A), billableSeconds: 3600 };
    if (existed) batch.settleExisting([[worklog, result]]);
    else batch.settleStored([[worklog, result]]);
  }
  advance(age);
  await deleteLateDuplicates(run);
  const [outcome] = worklogs.map((worklog) => batch.storedAs(worklog));
  const id = outcome?.stored.id ?? "unknown";
  expect({
    outcome: outcome?.possibleDuplicateId ? `${id}, or ${outcome.possibleDuplicateId}` : id,
    ...seen,
    log,
  }).toEqual({
    outcome: row.outcome,
    deleted: row.deleted ?? [],
    lookedUp: row.lookedUp ?? [],
    reads: row.reads ?? 5,
    log: row.log ?? [],
  });
});
