/** Whether an error of the file system has a code, such as ENOENT. */
export function isCode(error: unknown, code: string): boolean {
  return codeOf(error) === code;
}

/** The code of an error of the file system, or its message. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? String(error.code) : error.message;
}
