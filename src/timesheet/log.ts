/** Writes a line for the operator. @param level `warn` for a line that needs attention; default `info` */
export type Log = (line: string, level?: "warn") => void;
