/** What a caller of the command gave is wrong: its sentence is printed, and nothing is run. */
export class UsageError extends Error {}
