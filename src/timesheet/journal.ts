import { NotFound, OutcomeUnknown } from "./errors.ts";
import type { Timesheet } from "./timesheet.ts";

/** What one call has changed in Tempo so far. */
export interface Journal {
  /** Ids of worklogs stored. */
  stored: string[];
  /** Ids of worklogs deleted. */
  deleted: string[];
  /** Ids of worklogs whose delete was sent, and its outcome stays unknown. */
  perhapsDeleted: Set<string>;
  /** Worklogs, in words, whose outcome stays unknown. */
  doubtful: string[];
}

/**
 * A timesheet that keeps a journal of what passes through it, so that a call which breaks after a write can still say
 * what was written.
 */
export function withJournal(timesheet: Timesheet): { timesheet: Timesheet; journal: Journal } {
  const journal: Journal = { stored: [], deleted: [], perhapsDeleted: new Set(), doubtful: [] };
  const noteDeleted = (id: string) => {
    journal.deleted.push(id);
    journal.perhapsDeleted.delete(id);
  };
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
        try {
          await timesheet.deleteWorklog(id, scope);
        } catch (error) {
          if (error instanceof OutcomeUnknown) journal.perhapsDeleted.add(id);
          // Gone, and perhaps by our own doing: then it was.
          else if (error instanceof NotFound && journal.perhapsDeleted.has(id)) noteDeleted(id);
          throw error;
        }
        noteDeleted(id);
      },
    },
  };
}
