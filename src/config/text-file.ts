import { readFileSync } from "node:fs";

/** A file's text, without a byte order mark. */
export function readTextFile(path: string): string {
  return decodeText(readFileSync(path));
}

/** UTF-8, or UTF-16 where its byte order mark says so: Windows PowerShell writes that with `>`. */
export function decodeText(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

/** Why a file cannot be read, in the system's word for it. */
export function whyUnreadable(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unreadable";
}
