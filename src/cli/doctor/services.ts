import { isLoopback } from "../../config/url.ts";
import type { Worker } from "../../tempo/diagnostic-timesheet.ts";
import { ForbiddenError, ProxyError, UnauthorizedError, UnavailableError } from "../../timesheet/errors.ts";
import type { Answer } from "./ask.ts";
import { type Check, type CheckName, failed, ok, skipped } from "./report.ts";

/** A service, and what was answered to the first question to it. */
export interface Asked {
  check: CheckName;
  name: string;
  address: string;
  answer: Answer<unknown>;
  /** Whether a proxy is set. */
  isProxied: boolean;
}

/** Whether the service itself answers at its address, whatever it says to the token. */
export function connection({ check, name, address, answer: { error }, isProxied }: Asked): Check {
  if (!error || error instanceof UnauthorizedError || error instanceof ForbiddenError) {
    return ok(check, `${name} answers at ${address}.`);
  }
  const hasNoAnswer =
    error instanceof UnavailableError && error.httpStatus === undefined && !(error instanceof ProxyError);
  const hint = isProxied
    ? " Requests go through the proxy of HTTPS_PROXY or HTTP_PROXY: check its address and password, or name the host in NO_PROXY."
    : " A company's network may want a VPN, or a proxy in HTTPS_PROXY.";
  const isElsewhere = hasNoAnswer && !isLoopback(new URL(address));
  return failed(check, error, `${error.message}${isElsewhere ? hint : ""}`);
}

/** Whose token Jira takes it for. */
export function jiraToken({ status, check }: Check, { value, error }: Answer<Worker>): Check {
  if (status !== "ok") return skipped("jira_token", check);
  if (error) return failed("jira_token", error);
  return ok(
    "jira_token",
    `Hours are booked for ${value.name === undefined ? value.id : `${value.name} (${value.id})`}.`,
  );
}
