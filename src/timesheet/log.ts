/** Where lines for whoever runs the process go. @param level `warn` for what asks for attention; `info` unless given */
export type Log = (line: string, level?: "warn") => void;
