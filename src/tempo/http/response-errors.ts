import {
  LargeResponseError,
  NonJsonResponseError,
  type TimesheetError,
  UnexpectedResponseError,
} from "../../timesheet/errors.ts";
import { outcomeUnknown } from "./network-errors.ts";
import { InvalidResponseError } from "./parse.ts";
import type { Effect, Service } from "./service.ts";

export function notJson(service: Service, effect: Effect): TimesheetError {
  const why = "is not JSON";
  return effect === "write"
    ? unusableAfterWrite(service, why)
    : new NonJsonResponseError(unusable(service, why));
}

export function tooLarge(service: Service, effect: Effect): TimesheetError {
  return effect === "write"
    ? unusableAfterWrite(service, "is too large to be read")
    : new LargeResponseError(
        `${service.name}'s response is too large to be read (more than 32 MB or 500,000 values). ` +
          `Ask for a shorter range; if that does not help, check ${service.help.urlSetting}.`,
      );
}

export function invalidResponse(service: Service, effect: Effect, thrown: unknown): TimesheetError {
  const why =
    thrown instanceof InvalidResponseError ? `is invalid: ${thrown.message}` : "is not what its API promises";
  return effect === "write"
    ? unusableAfterWrite(service, why)
    : new UnexpectedResponseError(unusable(service, why));
}

function unusableAfterWrite(service: Service, why: string): TimesheetError {
  return outcomeUnknown(service, `reported success, but its response ${why}`);
}

function unusable({ name, help }: Service, why: string): string {
  return `${name}'s response ${why}. A proxy or login page may be intercepting it; check ${help.urlSetting}.`;
}
