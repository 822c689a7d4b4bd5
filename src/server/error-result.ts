import type { CallToolResult } from "@modelcontextprotocol/server";
import type { CallChanges } from "../timesheet/call-context.ts";
import { TimesheetError } from "../timesheet/errors.ts";
import { describeError, ERROR_KEY } from "./describe-error.ts";

/** Has no `structuredContent`. */
export function errorResult(
  error: unknown,
  toolName: string,
  changes: CallChanges | undefined,
): CallToolResult {
  const { text, cause } = describeError(error, toolName);
  return {
    isError: true,
    content: [{ type: "text", text: [text, ...describeChanges(error, changes)].join(" ") }],
    _meta: { [ERROR_KEY]: cause },
  };
}

/** A call that broke after a write must not read as "nothing happened". */
function describeChanges(error: unknown, changes: CallChanges | undefined): string[] {
  if (error instanceof TimesheetError || !changes) return [];
  const {
    stored,
    deleted,
    possiblyDeleted,
    edited,
    possiblyEdited,
    submitted,
    possiblySubmitted,
    possiblyStored,
  } = changes;
  return [
    ...(stored.length > 0
      ? [`The hours are stored in Tempo as worklog ${stored.join(", ")}: do not post them again.`]
      : []),
    ...(deleted.length > 0 ? [`Worklog ${deleted.join(", ")} is deleted.`] : []),
    ...(possiblyDeleted.size > 0
      ? [`It is unknown whether worklog ${[...possiblyDeleted].join(", ")} is deleted.`]
      : []),
    ...(edited.length > 0 ? [`Worklog ${edited.join(", ")} is changed.`] : []),
    ...(possiblyEdited.size > 0
      ? [`It is unknown whether worklog ${[...possiblyEdited].join(", ")} is changed.`]
      : []),
    ...(submitted.length > 0 ? [`The timesheet from ${submitted.join(", ")} is submitted.`] : []),
    ...(possiblySubmitted.size > 0
      ? [`It is unknown whether the timesheet from ${[...possiblySubmitted].join(", ")} is submitted.`]
      : []),
    ...(possiblyStored.length > 0
      ? [`It is unknown whether these are stored: ${possiblyStored.join(", ")}.`]
      : []),
  ];
}
