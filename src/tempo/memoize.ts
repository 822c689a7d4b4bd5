import type { CallScope } from "../timesheet/port.ts";

/**
 * Loads a value once for the life of the process; a failure is not kept. Concurrent calls share one load, which no caller's
 * cancelling cuts short. A call that shared a failed load starts its own, since the other call's time may just have run out.
 */
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
