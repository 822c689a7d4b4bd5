/** Why an event is left out: it breaks the format, or repeats by a rule that is not supported. */
export type UnreadableReason = "format" | "rule";

/** One event cannot be read. The others of its calendar are. */
export class UnreadableEventError extends Error {
  override name = "UnreadableEventError";
  readonly reason: UnreadableReason;

  constructor(reason: UnreadableReason) {
    super(`An event cannot be read: ${reason}`);
    this.reason = reason;
  }
}

/** One calendar cannot be read. The message completes "team.ics …", and nothing of an address is in it. */
export class CalendarError extends Error {
  override name = "CalendarError";
}
