import type { Timesheet } from "./timesheet.ts";

/** What one call has changed in Tempo so far. */
export interface Journal {
  /** Ids of worklogs stored. */
  stored: string[];
  /** Ids of worklogs deleted. */
  deleted: string[];
  /** Worklogs, in words, whose outcome stays unknown. */
  doubtful: string[];
}

/**
 * A timesheet that keeps a journal of what passes through it, so that a call which breaks after a write can still say
 * what was written.
 */
export function withJournal(timesheet: Timesheet): { timesheet: Timesheet; journal: Journal } {
  const journal: Journal = { stored: [], deleted: [], doubtful: [] };
  return {
    journal,
    timesheet: {
      posting: timesheet.posting,
      getSchedule: (range, scope) => timesheet.getSchedule(range, scope),
      getWorklogs: (range, issueKey, scope) => timesheet.getWorklogs(range, issueKey, scope),
      getStandingWorklogs: (range, scope) => timesheet.getStandingWorklogs(range, scope),
      findIssues: (keys, scope) => timesheet.findIssues(keys, scope),
      findWorklog: (id, scope) => timesheet.findWorklog(id, scope),
      async createWorklogs(worklogs, scope) {
        const stored = await timesheet.createWorklogs(worklogs, scope);
        journal.stored.push(...stored.map(({ id }) => id));
        return stored;
      },
      async deleteWorklog(id, scope) {
        await timesheet.deleteWorklog(id, scope);
        journal.deleted.push(id);
      },
    },
  };
}
