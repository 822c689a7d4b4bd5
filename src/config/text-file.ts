import { readFileSync, statSync } from "node:fs";

export function readTextFile(path: string): string {
  return decodeText(readFileSync(path));
}

/** Decodes UTF-8, or UTF-16 if its byte order mark or a zero as second byte says so: Windows PowerShell writes that with `>`. */
export function decodeText(bytes: Uint8Array): string {
  const isUtf16 = bytes[1] === 0 || (bytes[0] === 0xff && bytes[1] === 0xfe);
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

/** Whether other users may read, write or run a file. Never on Windows, which has no such modes, nor for a pipe. */
export function isReadableByOthers(path: string): boolean {
  return hasModes(path, 0o077);
}

/** Whether other users may write to a file. Never on Windows, nor for a pipe. */
export function isWritableByOthers(path: string): boolean {
  return hasModes(path, 0o022);
}

function hasModes(path: string, modes: number): boolean {
  const status = statSync(path);
  return process.platform !== "win32" && status.isFile() && (status.mode & modes) !== 0;
}

export function whyUnreadable(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unreadable";
}
