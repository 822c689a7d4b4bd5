/** Why an event is left out: it breaks the format, repeats by a rule that is not supported, or is in a zone that is not known. */
export type UnreadableReason = "format" | "rule" | "zone";

/** One event cannot be read. The others of its calendar are. */
export class UnreadableEventError extends Error {
  override name = "UnreadableEventError";

  readonly reason: UnreadableReason;
  /** The name of a zone that neither the calendar nor this machine knows. */
  readonly zone: string;

  constructor(reason: UnreadableReason, zone = "") {
    super(`An event cannot be read: ${reason}`);
    this.reason = reason;
    this.zone = zone;
  }
}

/** The result of reading a part of an event; undefined if it cannot be read. */
export function ifReadable<Result>(read: () => Result): Result | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnreadableEventError) return undefined;
    throw error;
  }
}

/** One calendar cannot be read. The message completes "team.ics …", and nothing of an address is in it. */
export class CalendarError extends Error {
  override name = "CalendarError";
}
