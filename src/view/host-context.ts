import type { McpUiHostContext } from "@modelcontextprotocol/ext-apps";

/**
 * Gives the page the host's theme, colours and fonts. What the host does not give stays as the style sheet has it; its theme is
 * then the browser's.
 */
export function applyHostContext(page: Document, { theme, styles }: McpUiHostContext): void {
  const root = page.documentElement;
  const isDark = page.defaultView?.matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = theme ?? (isDark ? "dark" : "light");
  // Until the host's theme is known, a declared colour scheme can make the frame opaque.
  if (theme) root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) {
    if (name.startsWith("--") && value !== undefined) root.style.setProperty(name, value);
  }
  if (styles?.css?.fonts) applyFonts(page, styles.css.fonts);
}

const FONTS = "host-fonts";

function applyFonts(page: Document, css: string): void {
  const style = page.getElementById(FONTS) ?? page.createElement("style");
  style.id = FONTS;
  style.textContent = css;
  page.head.append(style);
}
