import { wrapped } from "../../text/characters.ts";

const NAME_WIDTH = 28;
const MAX_TEXT_WIDTH = 78;
const MIN_TEXT_WIDTH = 30;

export type Row = readonly [name: string, text: string];

/** Rows under a title, their texts in a column. A name that is too wide has a line of its own. */
export function section(title: string, rows: readonly Row[], width: number): string {
  return `${title}\n${rows.flatMap((row) => lines(row, width)).join("\n")}\n`;
}

export function paragraph(text: string, width: number): string {
  return `${wrapped(text, Math.min(width, NAME_WIDTH + MAX_TEXT_WIDTH)).join("\n")}\n`;
}

function lines([name, text]: Row, width: number): string[] {
  const room = Math.max(MIN_TEXT_WIDTH, Math.min(MAX_TEXT_WIDTH, width - NAME_WIDTH - 2));
  const [first = "", ...others] = wrapped(text, room);
  const isWide = name.length > NAME_WIDTH - 2;
  const column = [...(isWide ? ["", first] : [first]), ...others];
  return column.map((line, index) => `  ${(index === 0 ? name : "").padEnd(NAME_WIDTH)}${line}`.trimEnd());
}
