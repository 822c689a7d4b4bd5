import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
import { exposureOf, NON_BLOCKING } from "../state/others.ts";
import { shellWord } from "../text/shell-word.ts";
import { SettingsError } from "../timesheet/errors.ts";

const KB = 1024;
const MB = 1024 * KB;

/** The longest files that are read, in bytes. */
export const MAX_FILE_BYTES = {
  /** One token or one URL. */
  secret: 64 * KB,
  settings: 64 * KB,
  /** The authorities that an operating system trusts have about 250 KB. */
  certificates: 4 * MB,
  /** Enough for some 40,000 keys. */
  accessKeys: 4 * MB,
  /** The longest message of MCP. */
  arguments: 10 * MB,
  /** Enough for a hundred thousand rows of a time tracker. */
  import: 20 * MB,
  /** Some hosts keep their history in the file of their servers. */
  host: 64 * MB,
};

const CHUNK_BYTES = 64 * KB;

class UnusableFileError extends Error {}

/** The text of a file that a setting names. @param name of the setting. @throws SettingsError */
export function readNamedFile(name: string, path: string, maxBytes: number): string {
  try {
    return readOwnFile(`${name} points to ${path}, which`, path, maxBytes, "any");
  } catch (error) {
    if (error instanceof SettingsError) throw error;
    throw new SettingsError(`${name} points to ${path}, which cannot be read (${whyUnreadable(error)}).`);
  }
}

/** @param subject of the sentence @throws SettingsError if another user may have written it, see `exposureOf`; else like `readTextFile` */
export function readOwnFile(subject: string, path: string, maxBytes: number, owner?: "any"): string {
  const text = readTextFile(path, maxBytes);
  const exposure = exposureOf(path, owner);
  if (!exposure) return text;
  const { why, command, target } = exposure;
  throw new SettingsError(
    `${subject} is not used, since ${why}. Look at what it contains, then run: ${command} ${shellWord(target)}`,
  );
}

/** @throws for what is no regular file or a link to one, such as a device or a pipe, and for a longer one; see `whyUnreadable` */
export function readTextFile(path: string, maxBytes: number): string {
  const bytes = readFileBytes(path, maxBytes);
  try {
    return decodeText(bytes);
  } catch (error) {
    // The comments between certificates may have any encoding; what counts is ASCII.
    if (bytes.includes("-----BEGIN ")) return bytes.toString("latin1");
    throw error;
  }
}

/** @throws like `readTextFile` */
export function readFileBytes(path: string, maxBytes: number): Buffer {
  const file = openSync(path, constants.O_RDONLY | NON_BLOCKING);
  try {
    const status = fstatSync(file);
    // The read says of a folder what it is.
    if (!status.isFile() && !status.isDirectory()) throw new UnusableFileError("not a regular file");
    return readAtMost(file, maxBytes);
  } finally {
    closeSync(file);
  }
}

/** The file may grow meanwhile, and some files of the system give no size. */
function readAtMost(file: number, maxBytes: number): Buffer {
  const chunks: Buffer[] = [];
  let length = 0;
  for (;;) {
    const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, maxBytes + 1 - length));
    const count = readSync(file, chunk);
    if (count === 0) return Buffer.concat(chunks);
    chunks.push(chunk.subarray(0, count));
    length += count;
    if (length > maxBytes) throw new UnusableFileError(`larger than ${sizeText(maxBytes)}`);
  }
}

/** All of a stream. @throws for a longer one; see `whyUnreadable` */
export async function readStreamBytes(stream: NodeJS.ReadableStream, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of stream) {
    chunks.push(Buffer.from(chunk));
    length += chunk.length;
    if (length > maxBytes) throw new UnusableFileError(`larger than ${sizeText(maxBytes)}`);
  }
  return Buffer.concat(chunks);
}

function sizeText(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`;
  return bytes < MB ? `${bytes / KB} KB` : `${bytes / MB} MB`;
}

/**
 * Decodes UTF-8, or UTF-16 if its byte order mark or a zero as second byte says so: Windows PowerShell writes that with `>`.
 *
 * @throws for any other text, which would lose what cannot be decoded; see `whyUnreadable`
 */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    const name = encoding.slice(0, "utf-16".length).replace(/-$/, "").toUpperCase();
    const length = decodableLength(bytes, encoding);
    const line = bytes.subarray(0, length).filter((byte) => byte === LINE_END).length + 1;
    throw new UnusableFileError(
      `it is not text in ${name}, from byte ${length + 1} in line ${line} on: save it as UTF-8`,
    );
  }
}

const LINE_END = 10;

function encodingOf([first, second]: Uint8Array): "utf-8" | "utf-16le" | "utf-16be" {
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return second === 0 || (first === 0xff && second === 0xfe) ? "utf-16le" : "utf-8";
}

/** The number of bytes from the beginning that can be decoded to whole characters. */
function decodableLength(bytes: Uint8Array, encoding: string): number {
  const decodes = (length: number, stream: boolean) => {
    try {
      new TextDecoder(encoding, { fatal: true }).decode(bytes.subarray(0, length), { stream });
      return true;
    } catch {
      return false;
    }
  };
  let [least, most] = [0, bytes.length];
  while (least < most) {
    const length = Math.ceil((least + most) / 2);
    if (decodes(length, true)) least = length;
    else most = length - 1;
  }
  while (!decodes(least, false)) least -= 1;
  return least;
}

/** Whether other users may read, write or run a file. Never on Windows, which has no such modes. */
export function isReadableByOthers(path: string): boolean {
  return process.platform !== "win32" && (statSync(path).mode & 0o077) !== 0;
}

/** A few words for brackets: the code of the system, or what the file is. */
export function whyUnreadable(error: unknown): string {
  if (error instanceof UnusableFileError) return error.message;
  return (error as NodeJS.ErrnoException).code ?? "unreadable";
}
