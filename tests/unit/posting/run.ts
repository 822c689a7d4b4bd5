import { CallChanges } from "../../../src/timesheet/call-changes.ts";
import type { CallContext } from "../../../src/timesheet/call-context.ts";
import { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { journalInMemory } from "../../../src/timesheet/ledger/records.ts";
import type { NewWorklog, Timesheet } from "../../../src/timesheet/port.ts";
import { Batch } from "../../../src/timesheet/posting/batch.ts";
import { virtualClock } from "../../helpers/virtual-clock.ts";
import { writer } from "../../helpers/writer.ts";

/** A batch being posted to a Tempo of which only some requests are expected, and everything that can be seen of it. */
export function runOf(rows: readonly NewWorklog[], expected: Partial<Timesheet> = {}) {
  const clock = virtualClock();
  const ledger = new Ledger(journalInMemory(), clock);
  const permitted = writer(ledger);
  const log: string[] = [];
  const unexpected = async () => {
    throw new Error("This request was not expected.");
  };
  const unexpectedParts = () => ({ [Symbol.asyncIterator]: () => ({ next: unexpected }) });
  const context: CallContext = {
    signal: new AbortController().signal,
    deadline: clock.now() + 47_500,
    timesheet: {
      createLimits: { batchSize: 50, concurrency: 2, oneWriteAnIssue: false },
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
      givenAttributes: async () => [],
      valueNames: async () => () => undefined,
      createWorklogs: unexpected,
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
    reader: "assistant",
    onlyPlans: false,
    checksPeriods: false,
    details: "off",
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
    failed: () => {},
    logged() {},
    log: (line) => void log.push(line),
    debug() {},
    redact: (text) => text,
  };
  const batch = new Batch(rows, context);
  return { context, writer: permitted, batch, ledger, log, advance: clock.advance, worklogs: batch.worklogs };
}
