const DEFAULT_WIDTH = 80;

/** Characters in a line: what the terminal says, else `COLUMNS`, else 80. */
export function lineWidth(terminal: number | undefined, columns: string | undefined): number {
  if (terminal !== undefined && terminal > 0) return terminal;
  return /^[1-9]\d{0,3}$/.test(columns ?? "") ? Number(columns) : DEFAULT_WIDTH;
}
