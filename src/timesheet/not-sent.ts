import { CALL, SEND_AGAIN, words } from "../text/words.ts";
import { CancelledError, NotSentError } from "./errors.ts";

const NOT_STORED_AGAIN = "what exists by then is not stored again.";

export function cancelledBeforeSending(): CancelledError {
  return new CancelledError(words`Not sent: the ${CALL} was cancelled before this was sent.`, undefined, {
    next: words`${SEND_AGAIN} if it is still wanted.`,
  });
}

export function outOfTime(): NotSentError {
  return new NotSentError(words`Not sent: the ${CALL}'s time ran out before this was sent.`, undefined, {
    next: words`${SEND_AGAIN}.`,
  });
}

export function anotherWriter(): NotSentError {
  return new NotSentError(
    words`Not sent: another TempoFiller is posting for you and did not finish within this ${CALL}'s time.`,
    undefined,
    { next: words`${SEND_AGAIN} in a minute; ${NOT_STORED_AGAIN}` },
  );
}

/** The process did not run for a while, as when a laptop sleeps. */
export function leaseLost(): NotSentError {
  return new NotSentError(
    "Not sent: this process was paused, and another TempoFiller may be posting for you since.",
    undefined,
    { next: words`${SEND_AGAIN}; ${NOT_STORED_AGAIN}` },
  );
}

/** @param seconds how long it is until then */
export function journalUnclear(seconds: number): NotSentError {
  return new NotSentError(
    "Not sent: a record of what was sent for you cannot be read, and until Tempo shows all of that, hours could be logged twice.",
    undefined,
    { next: words`${SEND_AGAIN} in ${seconds} seconds; ${NOT_STORED_AGAIN}` },
  );
}

export function databaseAway(): NotSentError {
  return new NotSentError(
    "Not sent: the server's database does not answer, and without it hours could be logged twice.",
    undefined,
    { next: `Try again in a minute; ${NOT_STORED_AGAIN}` },
  );
}
