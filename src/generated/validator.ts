// Rendered from contracts/ by `npm run generate`. Do not edit.

/** What a validator says of one violation, in ajv's terms. */
export interface Violation {
  /** JSON pointer to the offending value. */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  message?: string;
}

/** A precompiled validator: true where the value keeps its schema; otherwise `errors` says where it does not. */
export interface Validator {
  (value: unknown): boolean;
  errors?: Violation[] | null;
}
