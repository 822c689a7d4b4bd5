import { type Reader, type Words, words, wordsFor } from "../text/words.ts";

/** Stable names for programs. `contract/error-codes.ts` says what each means. */
export type ErrorCode =
  | "invalid_settings"
  | "invalid_input"
  | "unauthorized"
  | "forbidden"
  | "not_found"
  | "rejected"
  | "unavailable"
  | "outcome_unknown"
  | "unexpected_response"
  | "wrong_author"
  | "partial_failure"
  | "cancelled"
  | "not_sent"
  | "contract_violation"
  | "internal";

/**
 * An error says what happened and why, and the next step, for assistants and as a shell words it. Callers see it as it is, so it never holds a token,
 * a stack trace or upstream HTML.
 */
export abstract class TimesheetError extends Error {
  abstract readonly code: ErrorCode;
  /** The same call may succeed later without a change. */
  readonly retryable: boolean = false;
  /** Whether hours may be stored in spite of the error, so that a retry could log them twice. */
  readonly mayBeStored: boolean = false;
  readonly httpStatus: number | undefined;
  /** The text without the next step, for an error that has another one. */
  readonly facts: Words;
  /** The text for each reader; the message is that for assistants. */
  readonly text: Readonly<Record<Reader, string>>;

  constructor(facts: Words, httpStatus?: number, { next, ...options }: TimesheetErrorOptions = {}) {
    const all = next === undefined ? facts : words`${facts} ${next}`;
    super(wordsFor("assistant", all), options);
    this.name = new.target.name;
    this.httpStatus = httpStatus;
    this.facts = facts;
    this.text = { assistant: this.message, shell: wordsFor("shell", all) };
  }
}

export interface TimesheetErrorOptions extends ErrorOptions {
  /** The end of the text: the next step, for an error that another error may explain better. */
  next?: Words;
}

export class SettingsError extends TimesheetError {
  readonly code = "invalid_settings";
  /** A text for each wrong setting; the message has all of them. */
  readonly problems: readonly string[];

  constructor(...problems: readonly Words[]) {
    super(problems.reduce((before, problem) => words`${before} ${problem}`));
    this.problems = problems.map((problem) => wordsFor("assistant", problem));
  }
}

/** A file of certificate authorities that cannot be read. */
export class CertificatesFileError extends SettingsError {}

/** Settings that are missing. A shell says it in fewer words than a host, which has to be started again. */
export class MissingSettingsError extends SettingsError {
  /** The part for a user who has been told why they are missing. */
  readonly besides: readonly string[];

  /**
   * @param inShort the sentence that something is missing, without how to set it
   */
  constructor(missing: Words, inShort: string, hints: readonly string[]) {
    super(missing, ...hints);
    this.besides = [inShort, ...hints];
  }
}

export class InvalidInputError extends TimesheetError {
  readonly code = "invalid_input";
}

export class UnauthorizedError extends TimesheetError {
  readonly code = "unauthorized";
}

export class ForbiddenError extends TimesheetError {
  readonly code = "forbidden";
  /** Whether upstream gave a reason of its own. */
  readonly hasReason: boolean;

  constructor(
    facts: Words,
    httpStatus?: number,
    { hasReason = false, ...options }: TimesheetErrorOptions & { hasReason?: boolean } = {},
  ) {
    super(facts, httpStatus, options);
    this.hasReason = hasReason;
  }
}

/** Something in front of Jira or Tempo refused it, so that nothing is known of them. */
export class BlockedError extends ForbiddenError {}

export class NotFoundError extends TimesheetError {
  readonly code = "not_found";
}

export class RejectedError extends TimesheetError {
  readonly code = "rejected";
}

/** Whether Tempo has refused what it was asked to do. */
export function isRefusal(error: unknown): error is RejectedError | ForbiddenError {
  return error instanceof RejectedError || error instanceof ForbiddenError;
}

/** Nothing was changed. */
export class UnavailableError extends TimesheetError {
  readonly code = "unavailable";
  override readonly retryable = true;
  /** Milliseconds, as upstream asks. */
  readonly retryAfter: number | undefined;

  constructor(facts: Words, httpStatus?: number, retryAfter?: number, options?: TimesheetErrorOptions) {
    super(facts, httpStatus, options);
    this.retryAfter = retryAfter;
  }
}

/** Nothing was sent, and without a change nothing ever will be. */
export class TlsError extends TimesheetError {
  readonly code = "unavailable";
}

/** A certificate of an authority that this machine does not trust. */
export class UntrustedCertificateError extends TlsError {}

/** Nothing was sent. */
export class ProxyError extends UnavailableError {}

/** Upstream's rate limit allows no request before the call ends. Nothing was sent. */
export class RateLimitedError extends UnavailableError {}

export class NotSentError extends TimesheetError {
  readonly code = "not_sent";
  override readonly retryable = true;
}

/** A write was sent and no usable response came: it may have taken effect. Not to be retried before checking. */
export class OutcomeUnknownError extends TimesheetError {
  readonly code = "outcome_unknown";
  override readonly mayBeStored = true;
}

/** Nothing was answered, or a gateway has stopped waiting: Tempo may still be working on the request. */
export class NoAnswerError extends OutcomeUnknownError {}

/** A request of an earlier call has no outcome yet, and without that nothing was changed. */
export class UnsettledError extends OutcomeUnknownError {}

export class UnexpectedResponseError extends TimesheetError {
  readonly code = "unexpected_response";
}

export class NonJsonResponseError extends UnexpectedResponseError {}

/** A response that is too large to be read: asking for less may help. */
export class LargeResponseError extends UnexpectedResponseError {}

/** The tokens belong to two users. */
export class WrongAuthorError extends TimesheetError {
  readonly code = "wrong_author";
  override readonly mayBeStored = true;
}

export class PartialFailureError extends TimesheetError {
  readonly code = "partial_failure";
}

/** Not sent: the caller cancelled the call, or sending stopped before it. */
export class CancelledError extends TimesheetError {
  readonly code = "cancelled";
}
