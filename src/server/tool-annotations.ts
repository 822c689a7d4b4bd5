import type { ToolAnnotations } from "@modelcontextprotocol/server";
import type { CallSettings } from "../config/settings.ts";
import type { Tool } from "../tools/tool.ts";

type AllHints = { [Name in keyof ToolAnnotations]-?: NonNullable<ToolAnnotations[Name]> };

/**
 * The title and all of the protocol's hints; docs/directories.md justifies them. A repeated call changes nothing more, unless duplicates
 * are allowed: what exists is not stored again.
 */
export function annotationsOf(
  { title, effect, repeated }: Pick<Tool, "title" | "effect" | "repeated">,
  duplicates: CallSettings["duplicates"],
): AllHints {
  return {
    title,
    readOnlyHint: effect === "read",
    destructiveHint: effect !== "read" && effect !== "create",
    idempotentHint: repeated === undefined || duplicates === "skip",
    openWorldHint: true,
  };
}
