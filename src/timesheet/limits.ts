export const MAX_RANGE_DAYS = 1100;

/** Entries of a batch, or working days of a range. */
export const MAX_BATCH = 500;
