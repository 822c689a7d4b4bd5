import {
  Cancelled,
  MissingPermission,
  NotFound,
  OutcomeUnknown,
  RefusedToken,
  Rejected,
  type TimesheetError,
  Unavailable,
  UnexpectedReply,
} from "../timesheet/errors.ts";

/** A service of a deployment, with the words that its errors need. */
export interface Service {
  /** The name that its slice of the contract carries. */
  api: "tempo" | "jira";
  /** As a person calls it. */
  name: string;
  /** What to do about a refused token: which setting to renew, and from where. */
  renewToken: string;
  /** The setting that holds its address. */
  addressSetting: string;
  /** What its owner's token or account must be allowed to do. */
  permission: string;
}

/** Whether a request could have changed something: what makes a lost answer harmless or a doubt. */
export type Effect = "read" | "write";

/** Causes of a fetch that failed before anything was sent. */
const NEVER_CONNECTED = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const HOW_TO_CHECK = "Check with get_worklogs what stands in Tempo before sending it again.";

/** The error for an answer with a status that is no success. `body` is its JSON, or its text where it is none. */
export function statusFailure(
  service: Service,
  effect: Effect,
  response: Response,
  body: unknown,
): TimesheetError {
  const { status } = response;
  const words = upstreamWords(body);
  const said = words === "" ? "" : ` It says: "${words}".`;
  if (status === 401) {
    return new RefusedToken(`${service.name} refused the token (HTTP 401). ${service.renewToken}`, status);
  }
  if (status === 403) {
    return new MissingPermission(
      `${service.name} denies this to the owner of the token (HTTP 403). ${service.permission}${said}`,
      status,
    );
  }
  if (status === 404) {
    return new NotFound(
      `${service.name} has no such thing, or the token's owner may not see it (HTTP 404). Check ${service.addressSetting}.${said}`,
      status,
    );
  }
  if (status === 429) {
    return new Unavailable(
      `${service.name} takes no more requests for now (HTTP 429). Nothing of this request was stored; try again in a minute.`,
      status,
    );
  }
  if (status >= 300 && status < 400) {
    return new UnexpectedReply(
      `${service.name} redirects elsewhere (HTTP ${status}), which is not followed, so that no token goes astray. ` +
        `Set ${service.addressSetting} to the address that answers itself.`,
      status,
    );
  }
  if (status >= 500 || status === 408) {
    return effect === "write"
      ? doubt(service, `answered with HTTP ${status}`, status)
      : new Unavailable(
          `${service.name} cannot answer now (HTTP ${status}). Try again in a minute.${said}`,
          status,
        );
  }
  return new Rejected(
    `${service.name} rejected this (HTTP ${status}).${said || " It gives no reason."} ` +
      (effect === "write"
        ? "It was not stored; correct it and send it again."
        : "Correct the call and try again."),
    status,
  );
}

/** The error for a request without an answer: the connection failed, the time ran out, or the caller withdrew. */
export function networkFailure(service: Service, effect: Effect, error: unknown): TimesheetError {
  const { name = "", cause } = error as { name?: string; cause?: { code?: string; message?: string } };
  const code = cause?.code ?? "";
  const reason =
    name === "TimeoutError" ? "no answer in time" : code || cause?.message || "the connection failed";
  if (name === "AbortError") {
    return new Cancelled(`Cancelled while ${service.name} was asked. Nothing was changed by this request.`);
  }
  if (effect === "write" && !NEVER_CONNECTED.has(code)) return doubt(service, `did not answer (${reason})`);
  return new Unavailable(
    `${service.name} cannot be reached (${reason}). Nothing was stored. ` +
      `Check the network and ${service.addressSetting}, then try again.`,
  );
}

/** The error for a success whose body cannot be used. */
export function brokenAnswer(service: Service, effect: Effect, why: string): TimesheetError {
  if (effect === "write") return doubt(service, `answered with success, but ${why}`);
  return new UnexpectedReply(
    `${service.name}'s answer cannot be read: ${why}. A proxy or a login page may stand between; ` +
      `check ${service.addressSetting}.`,
  );
}

function doubt(service: Service, what: string, status?: number): OutcomeUnknown {
  return new OutcomeUnknown(
    `${service.name} ${what}: whether it took effect is unknown. ${HOW_TO_CHECK}`,
    status,
  );
}

/**
 * Upstream's own words, from every body shape that has been seen: `errors` as array or object of messages,
 * `errorMessages`, `errors` by field, `message`. Empty for HTML and anything else.
 */
export function upstreamWords(body: unknown): string {
  if (typeof body !== "object" || body === null) return "";
  const { errorMessages, errors, message } = body as Record<string, unknown>;
  const words = [...textsIn(errorMessages), ...textsIn(errors), ...textsIn(message)];
  return words
    .map((text) => text.trim())
    .filter(Boolean)
    .join("; ");
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (typeof value !== "object" || value === null) return [];
  if ("message" in value) return textsIn(value.message);
  return Object.entries(value).flatMap(([field, text]) => textsIn(text).map((words) => `${field}: ${words}`));
}
