import type { Icon, ToolAnnotations } from "@modelcontextprotocol/server";
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

/** A calendar with a tick. */
const CALENDAR = "M4 5h16v15H4zM4 10h16M8 3v4M16 3v4M8 15l3 3 5-5";

/** The server's icon: one for light pages and one for dark ones. */
export const SERVER_ICONS: Icon[] = [
  { ...drawn(CALENDAR, "#12355b"), theme: "light" },
  { ...drawn(CALENDAR, "#9cc2ff"), theme: "dark" },
];

const STROKES: Record<Tool["effect"], string> = {
  read: "M4 6h16M4 12h16M4 18h10",
  create: "M12 5v14M5 12h14",
  update: "M5 16 16 5l3 3L8 19l-4 1z",
  delete: "M5 7h14M9 7V4h6v3M7 7l1 13h8l1-13",
  submit: "M12 20V5M6 11l6-6 6 6",
};

/** A green that has a contrast of more than 3 to 1 on white and on black, so that one icon suits both themes. */
const ANY_THEME = "#2f8f63";

/** The icon of a tool, which shows what kind of change it makes. */
export function iconsOf({ effect }: Pick<Tool, "effect">): Icon[] {
  return [drawn(STROKES[effect], ANY_THEME)];
}

/** An icon of lines, in the list itself: a host needs no request to draw it. */
function drawn(path: string, colour: string): Icon {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="${path}" fill="none" stroke="${colour}" stroke-width="2"/></svg>`;
  return { src: `data:image/svg+xml;base64,${btoa(svg)}`, mimeType: "image/svg+xml", sizes: ["any"] };
}
