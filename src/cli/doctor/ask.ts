import { TimesheetError } from "../../timesheet/errors.ts";

/** What came of a question to upstream. */
export type Answer<Value> = { value: Value; error?: never } | { value?: never; error: TimesheetError };

/** Waits for an answer, and takes a failure for one. */
export async function ask<Value>(question: Promise<Value>): Promise<Answer<Value>> {
  try {
    return { value: await question };
  } catch (error) {
    if (error instanceof TimesheetError) return { error };
    throw error;
  }
}
