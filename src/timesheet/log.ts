export type LogLevel = "info" | "warn" | "error";

/** Facts beside the message, for a log that programs read. No token, header or comment is ever one. */
export type LogFields = Record<string, string | number | boolean | string[] | undefined>;

/**
 * Lines for whoever runs the process.
 *
 * @param level `info` unless given
 * @param fields shown by logs in JSON only
 */
export type Log = (message: string, level?: LogLevel, fields?: LogFields) => void;
