import type { CallToolResult } from "@modelcontextprotocol/server";
import { TimesheetError } from "../timesheet/errors.ts";
import type { Journal } from "../timesheet/journal.ts";
import { describeError, ERROR_KEY } from "./describe-error.ts";

/** The failed call's result: one text for the assistant, a code for programs, and no `structuredContent`. */
export function errorResult(error: unknown, toolName: string, journal: Journal | undefined): CallToolResult {
  const { text, cause } = describeError(error, toolName);
  return {
    isError: true,
    content: [{ type: "text", text: [text, ...changes(error, journal)].join(" ") }],
    _meta: { [ERROR_KEY]: cause },
  };
}

/** A call that broke after a write must not read as "nothing happened". */
function changes(error: unknown, journal: Journal | undefined): string[] {
  if (error instanceof TimesheetError || !journal) return [];
  const { stored, deleted, possiblyDeleted, uncertain } = journal;
  return [
    ...(stored.length > 0
      ? [`The hours are stored in Tempo as worklog ${stored.join(", ")}: do not post them again.`]
      : []),
    ...(deleted.length > 0 ? [`Worklog ${deleted.join(", ")} is deleted.`] : []),
    ...(possiblyDeleted.size > 0
      ? [`Whether worklog ${[...possiblyDeleted].join(", ")} is deleted is unknown.`]
      : []),
    ...(uncertain.length > 0 ? [`Whether these are stored is unknown: ${uncertain.join(", ")}.`] : []),
  ];
}
