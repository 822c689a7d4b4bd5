/** Why a call fails, as a stable name for programs. `contract/error-codes.ts` says what each means. */
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
 * A failure that its reader can act on. The message says what failed, why, and what to do next; it goes to the caller
 * as it is, so it never holds a token, a stack trace or upstream HTML.
 */
export abstract class TimesheetError extends Error {
  abstract readonly code: ErrorCode;
  /** Whether the same call may succeed later without a change. */
  readonly retryable: boolean = false;
  /** Whether hours may stand in Tempo all the same, so that a second try could book them twice. */
  readonly mayBeStored: boolean = false;
  readonly httpStatus: number | undefined;

  constructor(message: string, httpStatus?: number, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
    this.httpStatus = httpStatus;
  }
}

/** The settings name no deployment, half of one, or something that cannot be used. Nothing was sent. */
export class SettingsError extends TimesheetError {
  readonly code = "invalid_settings";
}

/** The arguments break a rule. Nothing was sent. */
export class InvalidInputError extends TimesheetError {
  readonly code = "invalid_input";
}

/** Upstream does not accept the token: missing, wrong, expired, or of another region. */
export class UnauthorizedError extends TimesheetError {
  readonly code = "unauthorized";
}

/** The token is accepted but may not do this. */
export class ForbiddenError extends TimesheetError {
  readonly code = "forbidden";
}

/** There is no such thing, or the token's owner may not see it. */
export class NotFoundError extends TimesheetError {
  readonly code = "not_found";
}

/** Upstream understood and refused; its own words are in the message. Nothing was stored. */
export class RejectedError extends TimesheetError {
  readonly code = "rejected";
}

/** Upstream cannot be reached or cannot answer now; nothing was changed. */
export class UnavailableError extends TimesheetError {
  readonly code = "unavailable";
  override readonly retryable = true;
  /** How long upstream asks to wait, in milliseconds, where it says. */
  readonly retryAfter: number | undefined;

  constructor(message: string, httpStatus?: number, retryAfter?: number) {
    super(message, httpStatus);
    this.retryAfter = retryAfter;
  }
}

/** No secure connection to upstream can be made: nothing was sent, and without a change nothing ever will be. */
export class TlsError extends TimesheetError {
  readonly code = "unavailable";
}

/** The proxy does not make a connection to upstream: nothing was sent. */
export class ProxyError extends UnavailableError {}

/** The call's time ran out before this was sent. */
export class NotSentError extends TimesheetError {
  readonly code = "not_sent";
  override readonly retryable = true;
}

/** A write was sent and no usable answer came: it may or may not have taken effect. Not retryable unseen. */
export class OutcomeUnknownError extends TimesheetError {
  readonly code = "outcome_unknown";
  override readonly mayBeStored = true;
}

/** A read was answered with something that is not what the API promises. */
export class UnexpectedResponseError extends TimesheetError {
  readonly code = "unexpected_response";
}

/** A read was answered with something that is no JSON: a gateway's page, which may pass, or a login page, which will not. */
export class NonJsonResponseError extends UnexpectedResponseError {}

/** A write was stored, but for another user than the worker: the tokens belong to two people. */
export class WrongAuthorError extends TimesheetError {
  readonly code = "wrong_author";
  override readonly mayBeStored = true;
}

/** A write of several parts was done in part; the message tells the parts. */
export class PartialFailureError extends TimesheetError {
  readonly code = "partial_failure";
}

/** This was not sent: the caller withdrew the call, or sending stopped before its turn. */
export class CancelledError extends TimesheetError {
  readonly code = "cancelled";
}
