import type { CallContext } from "./call-context.ts";
import type { AttributeValue, Issue } from "./port.ts";

/**
 * The work attributes that a call gives to worklogs of an issue, as they are sent. Sends no request if it gives none.
 *
 * @throws InvalidInputError for an unknown key, or a value that is not open to the issue
 */
export async function givenAttributes(
  given: Readonly<Record<string, string>> | undefined,
  issue: Issue,
  context: CallContext,
): Promise<AttributeValue[]> {
  if (given === undefined || Object.keys(given).length === 0) return [];
  return context.timesheet.givenAttributes(given, issue, context);
}
