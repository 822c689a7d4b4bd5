import { CallChanges } from "../../../src/timesheet/call-changes.ts";
import type { CallContext } from "../../../src/timesheet/call-context.ts";
import { Journal } from "../../../src/timesheet/journal/journal.ts";
import { journalInMemory } from "../../../src/timesheet/journal/records.ts";
import type { NewWorklog, Timesheet } from "../../../src/timesheet/port.ts";
import { BatchState } from "../../../src/timesheet/posting/batch-state.ts";
import type { PostingRun } from "../../../src/timesheet/posting/run.ts";
import { writer } from "../../helpers/writer.ts";

/** The first readings of both clocks. */
const NOW = 500;
const WALL_CLOCK = 1_000_000;

/** A batch being posted to a Tempo of which only some requests are expected, and everything that can be seen of it. */
export function runOf(rows: readonly NewWorklog[], expected: Partial<Timesheet> = {}) {
  let wallClock = WALL_CLOCK;
  const clock = {
    now: () => NOW + wallClock - WALL_CLOCK,
    wallClock: () => wallClock,
    machine: () => ({ uptime: wallClock }),
    random: () => 0.5,
    async sleep(milliseconds: number) {
      wallClock += milliseconds;
    },
  };
  const journal = new Journal(journalInMemory(), clock);
  const permitted = writer(journal);
  const log: string[] = [];
  const unexpected = async () => {
    throw new Error("This request was not expected.");
  };
  const unexpectedParts = () => ({ [Symbol.asyncIterator]: () => ({ next: unexpected }) });
  const context: CallContext = {
    signal: new AbortController().signal,
    deadline: NOW + 47_500,
    timesheet: {
      createLimits: { batchSize: 50, concurrency: 2 },
      getSchedule: unexpected,
      getWorklogs: unexpected,
      worklogParts: unexpectedParts,
      getExistingWorklogs: unexpected,
      getOwner: unexpected,
      getOwnerNames: unexpected,
      readProfile: unexpected,
      readActivity: unexpected,
      hoursOnlyInJira: unexpected,
      findIssues: unexpected,
      issueStates: unexpected,
      issuesById: unexpected,
      readWorklog: unexpected,
      updateWorklog: unexpected,
      searchIssues: unexpected,
      describeIssues: unexpected,
      workAttributes: unexpected,
      givenAttributes: unexpected,
      createWorklogs: unexpected,
      findWorklog: unexpected,
      deleteWorklog: unexpected,
      teams: {
        list: unexpected,
        readPeriod: unexpected,
        memberships: unexpected,
        people: unexpected,
        schedules: unexpected,
        worklogParts: unexpectedParts,
      },
      approvals: { read: unexpected, findReviewers: unexpected, submit: unexpected, recall: unexpected },
      ...expected,
    },
    clock,
    today: "2026-01-15",
    duplicates: "skip",
    onlyPlans: false,
    checksPeriods: false,
    startTime: undefined,
    writers: { run: (_, __, write) => write(permitted) },
    evidence: {
      sources: unexpected,
      emails: [],
      rules: unexpected,
      remember: unexpected,
      machineZone: () => undefined,
      stepSeconds: 900,
      hasTitles: true,
    },
    changes: new CallChanges(),
    progress() {},
    log: (line) => void log.push(line),
    debug() {},
    redact: (text) => text,
  };
  const batch = new BatchState(rows, context, journal);
  const run: PostingRun = {
    context,
    writer: permitted,
    batch,
    inProgress: 0,
    whenAllSent() {},
    sendUntil: NOW + 33_000,
    stopReason: undefined,
    cannotRead: false,
    isBusy: false,
    busyUntil: NOW,
    busySends: new Map(),
    alone: new Set(),
    notAgain: new Set(),
    startTimes: new Map(),
  };
  const advance = (milliseconds: number) => {
    wallClock += milliseconds;
  };
  return { run, batch, journal, log, advance, worklogs: batch.worklogs };
}
