import { parseSync } from "rolldown/utils";

export interface Comment {
  /** The path and the line. */
  place: string;
  /** The text in one line, without slashes and stars. */
  text: string;
}

const DIRECTIVE = /^(@|biome-ignore|eslint|<reference|v8 ignore|Stryker)/;

/** The comments of a TypeScript file, without directives and what has no description. Line comments that follow one another are one. */
export function commentsOf(path: string, source: string): Comment[] {
  const comments: { isLine: boolean; start: number; end: number; text: string }[] = [];
  for (const { type, value, start, end } of parseSync(path, source).comments) {
    const isLine = type === "Line";
    const last = comments.at(-1);
    if (isLine && last?.isLine && /^\n[ \t]*$/.test(source.slice(last.end, start)))
      Object.assign(last, { end, text: `${last.text} ${plain(value)}` });
    else comments.push({ isLine, start, end, text: plain(value) });
  }
  return comments
    .filter(({ text }) => text !== "" && !DIRECTIVE.test(text))
    .map(({ start, text }) => ({ place: `${path}:${source.slice(0, start).split("\n").length}`, text }));
}

function plain(comment: string): string {
  return comment
    .replace(/^\*+/, "")
    .replaceAll(/\n\s*\*/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();
}
