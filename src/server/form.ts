import type { ClientCapabilities, ServerContext as RequestContext } from "@modelcontextprotocol/server";
import { oneLine } from "../text/characters.ts";
import { declaredWith } from "./client-capabilities.ts";

/** The most that a host has to show; a plan can have 500 worklogs. */
const MAX_LINES = 60;

/** The form's only field. */
export const FIELD = "confirmed";

/** A form with a yes or a no, as MCP's elicitation describes it. */
export function formOf(title: string, question: readonly string[]) {
  // Texts of others must neither add lines to the question nor drive a terminal.
  const lines = question.map(oneLine);
  const more = lines.length - MAX_LINES;
  const shown = more > 0 ? [...lines.slice(0, MAX_LINES), `… and ${more} more`] : lines;
  return {
    mode: "form" as const,
    message: shown.join("\n"),
    requestedSchema: {
      type: "object" as const,
      properties: { [FIELD]: { type: "boolean" as const, title } },
      required: [FIELD],
    },
  };
}

/**
 * The moment at which the client of a call can show a form: during the call, before a retry that brings the answer along (2026-07-28),
 * or never. Elicitation without a mode means forms, as it did before there were modes.
 */
export function elicitationMode(
  request: RequestContext["mcpReq"],
  initialized: ClientCapabilities | undefined,
): "inline" | "retry" | undefined {
  const declared = declaredWith(request);
  const { elicitation } = declared ?? initialized ?? {};
  if (!elicitation || (elicitation.url && !elicitation.form)) return undefined;
  return declared ? "retry" : "inline";
}
