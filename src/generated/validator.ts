// Rendered from contracts/ by `npm run generate`. Do not edit.

/** One violation of a schema, as ajv reports it. */
export interface Violation {
  /** JSON pointer to the offending value. */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** A precompiled validator: true if the value matches its schema; otherwise `errors` holds the violations. */
export interface Validator {
  (value: unknown): boolean;
  errors?: Violation[] | null;
}
