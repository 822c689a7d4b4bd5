import { createHmac } from "node:crypto";

/** A hash of texts that reveals nothing of them without the key. */
export function keyedHash(key: Buffer, ...texts: string[]): string {
  return createHmac("sha256", key).update(JSON.stringify(texts)).digest("hex");
}

/** A short pseudonym for logs, equal on all replicas. */
export function logName(key: Buffer, ...texts: string[]): string {
  return keyedHash(key, ...texts).slice(0, 16);
}
