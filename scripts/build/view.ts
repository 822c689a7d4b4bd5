import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type BuildOptions, build } from "rolldown";
import type { OutputFiles } from "./bundled-packages.ts";

/** JSX becomes calls of `h`, which minify to 3 KB less than those of the automatic runtime, with its children in objects. */
const JSX: BuildOptions["transform"] = {
  jsx: { runtime: "classic", pragma: "h", pragmaFrag: "Fragment" },
  inject: { h: ["preact", "h"], Fragment: ["preact", "Fragment"] },
};

/** The view as one HTML file that loads nothing, and the modules in it, for their licences. */
export async function buildView(root: string): Promise<{ html: string; files: OutputFiles }> {
  const folder = join(root, "src/view");
  const [page, style, { output }] = await Promise.all([
    readFile(join(folder, "timesheet.html"), "utf8"),
    readFile(join(folder, "timesheet.css"), "utf8"),
    build({
      input: join(folder, "main.tsx"),
      platform: "browser",
      transform: { target: "es2022", ...JSX },
      write: false,
      output: { format: "iife", comments: false, minify: true },
    }),
  ]);
  const html = page
    .replace("<style></style>", () => `<style>${compact(style)}</style>`)
    .replace("<script></script>", () => `<script>${inScript(output[0].code)}</script>`);
  return { html, files: output };
}

/** Removes comments, and the spaces, semicolons and zeros that only readers need. */
function compact(css: string): string {
  return css
    .replaceAll(/\/\*.*?\*\//gs, "")
    .replaceAll(/\s*([{};,>])\s*/g, "$1")
    .replaceAll(";}", "}")
    .replaceAll(/: +/g, ":")
    .replaceAll(/\b0(?=\.\d)/g, "")
    .trim();
}

/** Escapes text that would end the script element. It can only stand in strings, where the escape means the same. */
function inScript(code: string): string {
  return code.trim().replaceAll(/<(?=\/script|!--)/gi, "\\x3C");
}
