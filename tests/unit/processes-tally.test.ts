import { expect, test } from "vitest";
import { type BatchEntry, type Results, seedWorklog } from "../faults/upstream/tally.ts";
import { tallyOf } from "../slow/processes/tally.ts";

const BATCH: BatchEntry[] = ["2026-01-05", "2026-01-06"].map((date) => ({
  issueKey: "PROJ-7",
  hours: 1,
  date,
  description: "",
}));

const rows = (...parts: Partial<Results[number]>[]): Results =>
  parts.map((part, index) => {
    const { issueKey, hours, date } = BATCH[index] as BatchEntry;
    return { issueKey, hours, date, success: part.worklogId !== undefined, ...part };
  });

/** The tally of two replies, as the store has a worklog of an entry under each id. */
function tally(replies: Results[], stored: Record<string, BatchEntry | undefined>) {
  const reports = replies.map((results) => ({ results, milliseconds: 1000 }));
  const worklogs = Object.entries(stored).flatMap(([id, entry]) =>
    entry ? [{ id: Number(id), ...seedWorklog(entry) }] : [],
  );
  const { twice, lost, falseReports } = tallyOf(BATCH, reports, worklogs, 0);
  return { twice, lost, falseReports };
}

const [FIRST, SECOND] = BATCH;
const STORED = [{ worklogId: "1" }, { worklogId: "2" }];
const FOUND = rows(...STORED.map((row) => ({ ...row, alreadyLogged: true as const })));
const UNKNOWN = { error: "It is unknown whether it is stored." };
const NOT_SENT = { error: "Not sent." };

test.each<[string, ReturnType<typeof tally>, Results[], Record<string, BatchEntry | undefined>]>([
  [
    "nothing, if the second process finds what the first has stored",
    { twice: 0, lost: 0, falseReports: 0 },
    [rows(...STORED), FOUND],
    { 1: FIRST, 2: SECOND },
  ],
  [
    "nothing, if the second process finds what is unknown to the first",
    { twice: 0, lost: 0, falseReports: 0 },
    [rows(UNKNOWN, UNKNOWN), FOUND],
    { 1: FIRST, 2: SECOND },
  ],
  [
    "nothing, if a reply names the copy",
    { twice: 0, lost: 0, falseReports: 0 },
    [rows(UNKNOWN, UNKNOWN), rows({ worklogId: "1" }, { worklogId: "2", possibleDuplicateId: "3" })],
    { 1: FIRST, 2: SECOND, 3: SECOND },
  ],
  [
    "a worklog stored twice, if what is unknown to the first is stored by the second too and no copy is named",
    { twice: 1, lost: 0, falseReports: 0 },
    [rows(UNKNOWN, UNKNOWN), rows(...STORED)],
    { 1: FIRST, 2: SECOND, 3: SECOND },
  ],
  [
    "false reports, if both replies call the same worklogs new",
    { twice: 0, lost: 0, falseReports: 2 },
    [rows(...STORED), rows(...STORED)],
    { 1: FIRST, 2: SECOND },
  ],
  [
    "false reports, if the first process has stored what it says it did not send, and the second finds it",
    { twice: 0, lost: 0, falseReports: 2 },
    [rows(NOT_SENT, NOT_SENT), FOUND],
    { 1: FIRST, 2: SECOND },
  ],
  [
    "a false report, if the last reply says that it did not send what is stored",
    { twice: 0, lost: 0, falseReports: 1 },
    [rows(...STORED), rows({ worklogId: "1", alreadyLogged: true }, NOT_SENT)],
    { 1: FIRST, 2: SECOND },
  ],
  [
    "false reports, if the ids are those of each other's entry",
    { twice: 0, lost: 0, falseReports: 4 },
    [rows(...STORED), FOUND],
    { 1: SECOND, 2: FIRST },
  ],
  [
    "a lost entry, if what was reported as stored is not",
    { twice: 0, lost: 1, falseReports: 2 },
    [rows(...STORED), FOUND],
    { 1: FIRST },
  ],
])("a batch that two processes posted has %s", (_, expected, replies, stored) => {
  expect(tally(replies, stored)).toEqual(expected);
});
