import type { Clock } from "../timesheet/clock.ts";
import type { CallScope } from "../timesheet/port.ts";

/** Concurrent calls share one load, which no caller's cancelling cuts short. After a failure each loads for itself. */
export function memoizeAsync<Value>(
  load: (scope: CallScope) => Promise<Value>,
): (scope: CallScope) => Promise<Value> {
  let loading: Promise<Value> | undefined;
  const start = ({ deadline }: CallScope) => {
    loading = load({ deadline, signal: new AbortController().signal }).catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
  return (scope) => loading?.catch(() => loading ?? start(scope)) ?? start(scope);
}

/** Keeps what was loaded by key for some milliseconds, and no longer. Concurrent calls share a load; a failure is not kept. */
export function remember<Key, Value>(
  clock: Pick<Clock, "now">,
  duration: number,
  load: (key: Key, scope: CallScope) => Promise<Value>,
): (key: Key, scope: CallScope) => Promise<Value> {
  const entries = new Map<Key, { load: (scope: CallScope) => Promise<Value>; expiresAt: number }>();
  return (key, scope) => {
    const known = entries.get(key);
    if (known && known.expiresAt > clock.now()) return known.load(scope);
    // A server lives for weeks.
    for (const [old, { expiresAt }] of entries) if (expiresAt <= clock.now()) entries.delete(old);
    const entry = {
      load: memoizeAsync((loadScope) => load(key, loadScope)),
      expiresAt: clock.now() + duration,
    };
    entries.set(key, entry);
    return entry.load(scope);
  };
}
