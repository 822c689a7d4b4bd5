import { NotFoundError, OutcomeUnknownError } from "./errors.ts";
import type { Timesheet } from "./port.ts";

/** What one call has changed in Tempo so far. */
export interface Journal {
  /** Ids of worklogs stored. */
  stored: string[];
  /** Ids of worklogs deleted. */
  deleted: string[];
  /** Ids of worklogs whose delete was sent, and its outcome stays unknown. */
  possiblyDeleted: Set<string>;
  /** Worklogs, in words, whose outcome stays unknown. */
  uncertain: string[];
}

/**
 * A timesheet that keeps a journal of what passes through it, so that a call which breaks after a write can still say
 * what was written.
 */
export function withJournal(timesheet: Timesheet): { timesheet: Timesheet; journal: Journal } {
  const journal: Journal = { stored: [], deleted: [], possiblyDeleted: new Set(), uncertain: [] };
  const noteDeleted = (id: string) => {
    journal.deleted.push(id);
    journal.possiblyDeleted.delete(id);
  };
  return {
    journal,
    timesheet: {
      createLimits: timesheet.createLimits,
      getSchedule: (range, scope) => timesheet.getSchedule(range, scope),
      getWorklogs: (range, issueKey, scope) => timesheet.getWorklogs(range, issueKey, scope),
      getExistingWorklogs: (range, scope) => timesheet.getExistingWorklogs(range, scope),
      findIssues: (keys, scope) => timesheet.findIssues(keys, scope),
      findWorklog: (id, scope) => timesheet.findWorklog(id, scope),
      async createWorklogs(worklogs, scope) {
        const stored = await timesheet.createWorklogs(worklogs, scope);
        journal.stored.push(...stored.map(({ id }) => id));
        return stored;
      },
      async deleteWorklog(id, scope) {
        try {
          await timesheet.deleteWorklog(id, scope);
        } catch (error) {
          if (error instanceof OutcomeUnknownError) journal.possiblyDeleted.add(id);
          // Gone, and perhaps by our own doing: then it was.
          else if (error instanceof NotFoundError && journal.possiblyDeleted.has(id)) noteDeleted(id);
          throw error;
        }
        noteDeleted(id);
      },
    },
  };
}
