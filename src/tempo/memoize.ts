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
