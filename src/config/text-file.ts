import { readFileSync } from "node:fs";

export function readTextFile(path: string): string {
  return decodeText(readFileSync(path));
}

/** Decodes UTF-8, or UTF-16 if its byte order mark says so: Windows PowerShell writes that with `>`. */
export function decodeText(bytes: Uint8Array): string {
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isUtf16 ? "utf-16le" : "utf-8").decode(bytes);
}

export function whyUnreadable(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "unreadable";
}
