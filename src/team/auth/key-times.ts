import { groupBy } from "../../timesheet/group-by.ts";
import { endOf } from "./access-key-lines.ts";
import type { KeyUse } from "./access-keys.ts";

interface Series {
  labels: { key: string };
  /** Seconds since 1970. */
  value: number;
}

/** The times of access keys by name, since a name may have several keys. */
export function keyTimes(keys: readonly KeyUse[]): { lastUsed: Series[]; expiry: Series[] } {
  const lastUsed: Series[] = [];
  const expiry: Series[] = [];
  for (const [key, uses] of groupBy(keys, ({ name }) => name)) {
    const labels = { key };
    lastUsed.push({ labels, value: (uses[0]?.lastUsed ?? 0) / 1000 });
    const ends = uses.flatMap(({ expires }) => (expires === undefined ? [] : [endOf(expires) / 1000]));
    if (ends.length === uses.length) expiry.push({ labels, value: Math.max(...ends) });
  }
  return { lastUsed, expiry };
}
