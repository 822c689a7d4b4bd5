import type { Timesheet } from "./timesheet.ts";

/** What one call has changed in Tempo so far. */
export interface Journal {
  /** Ids of worklogs stored. */
  stored: string[];
  /** Ids of worklogs deleted. */
  deleted: string[];
}

/**
 * A timesheet that keeps a journal of what passes through it, so that a call which breaks after a write can still say
 * what was written.
 */
export function withJournal(timesheet: Timesheet): { timesheet: Timesheet; journal: Journal } {
  const journal: Journal = { stored: [], deleted: [] };
  return {
    journal,
    timesheet: {
      posting: timesheet.posting,
      getSchedule: (range, signal) => timesheet.getSchedule(range, signal),
      getWorklogs: (range, issueKey, signal) => timesheet.getWorklogs(range, issueKey, signal),
      findIssues: (keys, signal) => timesheet.findIssues(keys, signal),
      findWorklog: (id, signal) => timesheet.findWorklog(id, signal),
      async createWorklogs(worklogs) {
        const stored = await timesheet.createWorklogs(worklogs);
        journal.stored.push(...stored.map(({ id }) => id));
        return stored;
      },
      async deleteWorklog(id) {
        await timesheet.deleteWorklog(id);
        journal.deleted.push(id);
      },
    },
  };
}
