/** A fenced block of a Markdown document. */
export interface FencedBlock {
  /** The language named by the opening fence; empty if it names none. */
  language: string;
  /** The content without the indentation of the fence in a list. */
  text: string;
  /** The headings above it, by their level. */
  headings: Record<number, string>;
  /** The line of the opening fence, counted from 1. */
  line: number;
}

/** The fenced blocks of a Markdown document, in order. */
export function fencedBlocks(markdown: string): FencedBlock[] {
  const blocks: FencedBlock[] = [];
  let headings: Record<number, string> = {};
  let open: { block: FencedBlock; indent: string; lines: string[] } | undefined;
  for (const [index, line] of markdown.split(/\r?\n/).entries()) {
    if (open) {
      if (line !== `${open.indent}\`\`\``) {
        open.lines.push(line.startsWith(open.indent) ? line.slice(open.indent.length) : line);
      } else {
        blocks.push({ ...open.block, text: open.lines.join("\n") });
        open = undefined;
      }
      continue;
    }
    const [, indent = "", language] = /^( *)```(\w*)$/.exec(line) ?? [];
    const [, marks, title] = /^(#+) (.+)$/.exec(line) ?? [];
    if (language !== undefined) {
      open = { block: { language, text: "", headings, line: index + 1 }, indent, lines: [] };
    } else if (marks !== undefined && title !== undefined) {
      const above = Object.entries(headings).filter(([level]) => Number(level) < marks.length);
      headings = { ...Object.fromEntries(above), [marks.length]: title };
    }
  }
  if (open) throw new Error(`the fence opened in line ${open.block.line} is never closed`);
  return blocks;
}
