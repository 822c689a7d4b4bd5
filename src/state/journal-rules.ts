import { createHmac } from "node:crypto";

/** The time for which records are kept. */
export const KEPT_MS = 62 * 24 * 3_600_000;

/** Comments are stored only as this hash. */
export function hashComment(key: Buffer, comment: string): string {
  return createHmac("sha256", key).update(comment).digest("base64url").slice(0, 22);
}
