import { createHmac } from "node:crypto";

/** A hash of texts that says nothing of them to those without the key. */
export function keyedHash(key: Buffer, ...texts: string[]): string {
  return createHmac("sha256", key).update(JSON.stringify(texts)).digest("hex");
}

/** Of somebody, for the log: short, and the same wherever the key is. */
export function logName(key: Buffer, ...texts: string[]): string {
  return keyedHash(key, ...texts).slice(0, 16);
}
