export const MAX_RANGE_DAYS = 1100;

/** Entries of a batch, or working days of a range. */
export const MAX_BATCH = 500;

/** Worklogs that one call deletes. */
export const MAX_DELETIONS = 100;

/** Rows that a plan of missing days is made of. */
export const MAX_FILL_ROWS = 20;

/** Days that one draft covers. */
export const MAX_DRAFT_DAYS = 31;

/** Pieces of evidence that the user gives an issue to, or leaves out, in one draft. */
export const MAX_EVIDENCE = 200;

/** Characters of a comment: as many as Jira takes for a text, unless its administrator allows more. */
export const MAX_COMMENT = 32_767;

/** The most that one date can have, in seconds: 24 hours. */
export const DAY_SECONDS = 86_400;

/** The least that one worklog may have, in seconds: a minute, the least that Tempo takes. The inputs of the five tools ask for more. */
export const MIN_LOGGED_SECONDS = 60;

/** A timesheet is of a week or of a month. */
export const LONGEST_PERIOD_DAYS = 31;

/** A reply says what day it is if it is about a date that is more days than these before or after today. */
export const MAX_DAYS_BACK = 60;
export const MAX_DAYS_AHEAD = 31;
