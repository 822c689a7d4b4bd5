import type { Clock } from "../timesheet/clock.ts";
import { onAbort } from "../timesheet/on-abort.ts";
import type { CallScope } from "../timesheet/port.ts";
import { cancelledWhileWaiting } from "./http/network-errors.ts";

/** A load that calls share. */
interface Load<Value> {
  value: Promise<Value>;
  isDone: boolean;
  /** Calls that wait for it. */
  waiting: number;
  cancelling: AbortController;
}

export interface Memoized<Value> {
  (scope: CallScope): Promise<Value>;
  /** The value, once it is loaded. */
  known(): Value | undefined;
}

/**
 * Concurrent calls share one load. A call that is cancelled stops waiting at once, and the load is cut short when its last call is.
 * After a failure, the calls that waited for it share one more load.
 */
export function memoizeAsync<Value>(load: (scope: CallScope) => Promise<Value>): Memoized<Value> {
  let known: Value | undefined;
  let shared: Load<Value> | undefined;
  const forget = (failed: Load<Value>) => {
    if (shared === failed) shared = undefined;
  };
  const start = ({ deadline }: CallScope): Load<Value> => {
    const cancelling = new AbortController();
    const value = load({ deadline, signal: cancelling.signal });
    const started: Load<Value> = { value, isDone: false, waiting: 0, cancelling };
    shared = started;
    value.then(
      (loaded) => {
        started.isDone = true;
        known = loaded;
      },
      () => forget(started),
    );
    return started;
  };
  const wait = ({ signal }: CallScope, started: Load<Value>): Promise<Value> => {
    if (started.isDone) return started.value;
    return new Promise((resolve, reject) => {
      started.waiting += 1;
      const stopListening = onAbort(signal, () => {
        started.waiting -= 1;
        if (started.waiting === 0) {
          forget(started);
          started.cancelling.abort();
        }
        reject(cancelledWhileWaiting("an answer"));
      });
      started.value.finally(stopListening).then(resolve, reject);
    });
  };
  const memoized = (scope: CallScope) => {
    if (!shared) return wait(scope, start(scope));
    return wait(scope, shared).catch((error: unknown) => {
      if (scope.signal.aborted) throw error;
      return wait(scope, shared ?? start(scope));
    });
  };
  return Object.assign(memoized, { known: () => known });
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
