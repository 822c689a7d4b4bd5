import { InvalidInputError } from "../timesheet/errors.ts";

interface OffTool {
  name: string;
  set?: string | undefined;
  effect: string;
}

/** The rule that an argument breaks which a tool has with the set `details` alone. */
export const ARGUMENT_IS_OFF =
  "is an argument of the tool set details, which is off: leave it out and tell the user, or add details to TEMPO_TOOLSETS and restart the server";

/** The error for a call of a tool that is not offered: it says which setting switches it off, or on. */
export function toolIsOff(
  { name, set, effect }: OffTool,
  { readOnly, toolSets }: { readOnly: boolean; toolSets: ReadonlySet<string> },
): InvalidInputError {
  if (readOnly && effect !== "read")
    return new InvalidInputError(
      `${name} is off: TEMPO_READ_ONLY, or the header Tempofiller-Read-Only, allows only what reads.`,
    );
  if (set !== undefined && toolSets.has(set))
    return new InvalidInputError(`${name} is off: TEMPOFILLER_TEAM_TOOLS leaves it out.`);
  return new InvalidInputError(
    `${name} is off. To switch it on, add its set, ${set}, to TEMPO_TOOLSETS and restart the server.`,
  );
}
