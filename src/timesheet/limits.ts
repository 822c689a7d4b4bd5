/** The longest range of dates that one call covers, in days. */
export const MAX_RANGE_DAYS = 1100;

/** The most worklogs that one call logs: entries of a batch, or working days of a range. */
export const MAX_BATCH = 500;
