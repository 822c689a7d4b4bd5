import { RejectedError, SettingsError } from "../timesheet/errors.ts";
import type { WorkAttribute as DomainWorkAttribute } from "../timesheet/port.ts";
import { upstreamName } from "./http/upstream-message.ts";

const MAX_LISTED = 50;

export type WorkAttributeValues = Record<string, string>;

export interface WorkAttribute extends DomainWorkAttribute {
  /** On Data Center only. */
  id?: number;
}

export interface ChosenAttribute {
  attribute: WorkAttribute;
  value: string;
}

/** A list's value may be given by its name too. @throws SettingsError for an unknown attribute or value */
export function chooseAttributes(
  catalogue: WorkAttribute[],
  configured: WorkAttributeValues,
  setting: string,
): ChosenAttribute[] {
  return Object.entries(configured).map(([key, given]) => {
    const attribute = catalogue.find((candidate) => candidate.key === key);
    if (!attribute) {
      const known = listed(catalogue.map((candidate) => candidate.key)) || "none";
      throw new SettingsError(
        `${setting} names ${key}, which this Tempo does not have. It has: ${known}. Correct or remove it.`,
      );
    }
    const { values } = attribute;
    const chosen = values.find(({ value }) => value === given) ?? values.find(({ name }) => name === given);
    if (values.length > 0 && !chosen) {
      const allowed = listed(values.map(({ value }) => value));
      throw new SettingsError(
        `${setting} sets ${key} to ${given}, which is not an allowed value (${allowed}). Set it to one of them.`,
      );
    }
    return { attribute, value: chosen?.value ?? given };
  });
}

/** Tempo sets this type itself, from the worklog's billable time. */
const FILLED_BY_TEMPO = "BILLABLE_SECONDS";

interface UnsetRequirements {
  names: string;
  example: string;
}

export function unsetRequirements(
  catalogue: WorkAttribute[],
  configured: WorkAttributeValues,
): UnsetRequirements | undefined {
  const missing = catalogue.filter(
    ({ key, required, type }) =>
      required && type !== FILLED_BY_TEMPO && !(Object.hasOwn(configured, key) && configured[key]),
  );
  if (missing.length === 0) return undefined;
  const shown = missing.slice(0, MAX_LISTED);
  const names = shown.map(({ name, key, values }) => {
    const allowed = values.length > 0 ? `: ${listed(values.map(({ value }) => value))}` : "";
    return `${upstreamName(name)} (${upstreamName(key)}${allowed})`;
  });
  const example = {
    ...configured,
    ...Object.fromEntries(
      shown.map(({ key, values }) => [upstreamName(key), upstreamName(values[0]?.value ?? "…")]),
    ),
  };
  return { names: names.join("; "), example: JSON.stringify(example) };
}

function listed(names: string[]): string {
  const shown = names.slice(0, MAX_LISTED).map(upstreamName);
  return [...shown, ...(names.length > MAX_LISTED ? ["…"] : [])].join(", ");
}

/** Names the required attributes that are not set, which may or may not be the reason. */
export function explainRejection(
  rejection: RejectedError,
  catalogue: WorkAttribute[],
  configured: WorkAttributeValues,
  setting: string,
): RejectedError {
  const unset = unsetRequirements(catalogue, configured);
  if (!unset) return rejection;
  return new RejectedError(
    `${rejection.message} This Tempo requires a work attribute that is not set: ${unset.names}. If that is the reason, ` +
      `set ${setting}, for example to ${unset.example}.`,
    rejection.httpStatus,
  );
}
