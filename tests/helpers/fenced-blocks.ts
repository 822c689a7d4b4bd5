/** A fenced block of a Markdown document. */
export interface FencedBlock {
  /** What stands behind the opening fence; empty where nothing does. */
  language: string;
  text: string;
  /** The headings that it stands under, by their level. */
  headings: Record<number, string>;
  /** The line of the opening fence, counted from 1. */
  line: number;
}

/** The fenced blocks of a Markdown document, in order. */
export function fencedBlocks(markdown: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let headings: Record<number, string> = {};
  let open: { block: FencedBlock; lines: string[] } | undefined;
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    if (open) {
      if (line !== "```") open.lines.push(line);
      else {
        blocks.push({ ...open.block, text: open.lines.join("\n") });
        open = undefined;
      }
      continue;
    }
    const language = /^```(\w*)$/.exec(line)?.[1];
    const [, marks, title] = /^(#+) (.+)$/.exec(line) ?? [];
    if (language !== undefined) {
      open = { block: { language, text: "", headings, line: index + 1 }, lines: [] };
    } else if (marks !== undefined && title !== undefined) {
      const above = Object.entries(headings).filter(([level]) => Number(level) < marks.length);
      headings = { ...Object.fromEntries(above), [marks.length]: title };
    }
  }
  if (open) throw new Error(`the fence opened in line ${open.block.line} is never closed`);
  return blocks;
}
