import { Rejected } from "../timesheet/errors.ts";

/** Values of work attributes by key, put on every worklog that is posted: `TEMPO_WORK_ATTRIBUTES`. */
export type WorkAttributeValues = Record<string, string>;

/** A work attribute of an instance, as far as posting needs it. */
export interface WorkAttribute {
  key: string;
  name: string;
  required: boolean;
  /** What may be sent, where it is a list. */
  values: string[];
}

/**
 * A refusal with what the instance's catalogue adds to it: the required work attributes that are not set, with an
 * example of how to set them. The refusal's own words are left alone; where the catalogue cannot be read, they are all.
 */
export async function explainRejection(
  refusal: Rejected,
  readCatalogue: () => Promise<WorkAttribute[]>,
  configured: WorkAttributeValues,
): Promise<Rejected> {
  const catalogue = await readCatalogue().catch(() => []);
  const missing = catalogue.filter(({ key, required }) => required && !Object.hasOwn(configured, key));
  if (missing.length === 0) return refusal;
  const names = missing.map(({ name, key, values }) =>
    values.length > 0 ? `${name} (${key}: ${values.join(", ")})` : `${name} (${key})`,
  );
  const example = {
    ...configured,
    ...Object.fromEntries(missing.map(({ key, values }) => [key, values[0] ?? "…"])),
  };
  return new Rejected(
    `${refusal.message} This Tempo requires a work attribute on every worklog that is not set: ${names.join("; ")}. ` +
      `Set TEMPO_WORK_ATTRIBUTES, for example to ${JSON.stringify(example)}.`,
    refusal.httpStatus,
  );
}
