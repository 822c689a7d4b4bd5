/** A mistake in what a caller of the command gave: its sentence is printed, and nothing is run. */
export class UsageError extends Error {}
