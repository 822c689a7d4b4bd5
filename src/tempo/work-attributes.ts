import { RejectedError, SettingsError } from "../timesheet/errors.ts";

/** Values of work attributes by key, put on every worklog that is posted: `TEMPO_WORK_ATTRIBUTES`. */
export type WorkAttributeValues = Record<string, string>;

/** A work attribute of an instance, as either deployment's catalogue has it. */
export interface WorkAttribute {
  /** Data Center's id; Cloud has none. */
  id?: number;
  key: string;
  name: string;
  type: string;
  required: boolean;
  /** What may be sent, with what a person sees, where it is a list. */
  values: { value: string; name: string }[];
}

/** A configured work attribute with the value that is sent. */
export interface ChosenAttribute {
  attribute: WorkAttribute;
  value: string;
}

/**
 * The configured work attributes, found in the instance's catalogue. A list's value may be given by its name too.
 *
 * @throws SettingsError for an attribute that the instance lacks, or a value that is none of its list's
 */
export function chooseAttributes(
  catalogue: WorkAttribute[],
  configured: WorkAttributeValues,
): ChosenAttribute[] {
  return Object.entries(configured).map(([key, given]) => {
    const attribute = catalogue.find((candidate) => candidate.key === key);
    if (!attribute) {
      const known = catalogue.map((candidate) => candidate.key).join(", ") || "none";
      throw new SettingsError(
        `TEMPO_WORK_ATTRIBUTES names ${key}, which this Tempo does not have. It has: ${known}. Correct or remove it.`,
      );
    }
    const { values } = attribute;
    const chosen = values.find(({ value }) => value === given) ?? values.find(({ name }) => name === given);
    if (values.length > 0 && !chosen) {
      const known = values.map(({ value }) => value).join(", ");
      throw new SettingsError(
        `TEMPO_WORK_ATTRIBUTES sets ${key} to ${given}, which is none of its values: ${known}. Set it to one of them.`,
      );
    }
    return { attribute, value: chosen?.value ?? given };
  });
}

/** A type that Tempo fills itself, from the worklog's billable time. */
const FILLED_BY_TEMPO = "BILLABLE_SECONDS";

/** The required work attributes of an instance that are not set, with an example of how to set them. */
export interface UnsetRequirements {
  /** Names, keys and possible values, in words. */
  names: string;
  /** What TEMPO_WORK_ATTRIBUTES may be set to. */
  example: string;
}

/** What an instance requires on every worklog and nobody set; undefined where that is nothing. */
export function unsetRequirements(
  catalogue: WorkAttribute[],
  configured: WorkAttributeValues,
): UnsetRequirements | undefined {
  const missing = catalogue.filter(
    ({ key, required, type }) =>
      required && type !== FILLED_BY_TEMPO && !(Object.hasOwn(configured, key) && configured[key]),
  );
  if (missing.length === 0) return undefined;
  const names = missing.map(({ name, key, values }) =>
    values.length > 0
      ? `${name} (${key}: ${values.map(({ value }) => value).join(", ")})`
      : `${name} (${key})`,
  );
  const example = {
    ...configured,
    ...Object.fromEntries(missing.map(({ key, values }) => [key, values[0]?.value ?? "…"])),
  };
  return { names: names.join("; "), example: JSON.stringify(example) };
}

/**
 * A refusal with what the instance's catalogue adds to it: the required work attributes that are not set. Whether they
 * are the reason stands in the refusal's own words, which are left alone.
 */
export function explainRejection(
  refusal: RejectedError,
  catalogue: WorkAttribute[],
  configured: WorkAttributeValues,
): RejectedError {
  const unset = unsetRequirements(catalogue, configured);
  if (!unset) return refusal;
  return new RejectedError(
    `${refusal.message} This Tempo requires a work attribute that is not set: ${unset.names}. If that is the reason, ` +
      `set TEMPO_WORK_ATTRIBUTES, for example to ${unset.example}.`,
    refusal.httpStatus,
  );
}
