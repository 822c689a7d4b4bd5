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
  /** Whether hours may be stored in spite of the error, so that a retry could log them twice. */
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

/** The token is valid but its owner or its scopes do not allow this. */
export class ForbiddenError extends TimesheetError {
  readonly code = "forbidden";
}

/** It does not exist, or the token's owner has no access to it. */
export class NotFoundError extends TimesheetError {
  readonly code = "not_found";
}

/** Upstream understood the request and rejected it; its reason is in the message. Nothing was stored. */
export class RejectedError extends TimesheetError {
  readonly code = "rejected";
}

/** Upstream could not be reached or could not answer; nothing was changed. */
export class UnavailableError extends TimesheetError {
  readonly code = "unavailable";
  override readonly retryable = true;
  /** How long upstream asks to wait, in milliseconds, if it says so. */
  readonly retryAfter: number | undefined;

  constructor(message: string, httpStatus?: number, retryAfter?: number) {
    super(message, httpStatus);
    this.retryAfter = retryAfter;
  }
}

/** No secure connection to upstream can be made. Nothing was sent, and without a change nothing ever will be. */
export class TlsError extends TimesheetError {
  readonly code = "unavailable";
}

/** The proxy did not make a connection to upstream. Nothing was sent. */
export class ProxyError extends UnavailableError {}

/** The call's time ran out before this was sent. */
export class NotSentError extends TimesheetError {
  readonly code = "not_sent";
  override readonly retryable = true;
}

/** A write was sent and no usable response came: it may have taken effect. Not to be retried before checking. */
export class OutcomeUnknownError extends TimesheetError {
  readonly code = "outcome_unknown";
  override readonly mayBeStored = true;
}

/** The response to a read is not what the API promises. */
export class UnexpectedResponseError extends TimesheetError {
  readonly code = "unexpected_response";
}

/** The response to a read is not JSON: a gateway's page, which may pass, or a login page, which will not. */
export class NonJsonResponseError extends UnexpectedResponseError {}

/** Tempo stored a worklog under another user: the tokens belong to two people. */
export class WrongAuthorError extends TimesheetError {
  readonly code = "wrong_author";
  override readonly mayBeStored = true;
}

/** Only a part of several writes succeeded; the message lists each part. */
export class PartialFailureError extends TimesheetError {
  readonly code = "partial_failure";
}

/** This was not sent: the caller cancelled the call, or sending stopped before it. */
export class CancelledError extends TimesheetError {
  readonly code = "cancelled";
}
