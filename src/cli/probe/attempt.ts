import { TimesheetError } from "../../timesheet/errors.ts";

export type Attempt<Value> =
  | { value: Value; error?: undefined }
  | { value?: undefined; error: TimesheetError };

/** The value of an action, or the TimesheetError that it throws. */
export async function attempt<Value>(run: () => Promise<Value>): Promise<Attempt<Value>> {
  try {
    return { value: await run() };
  } catch (error) {
    if (error instanceof TimesheetError) return { error };
    throw error;
  }
}
