import type { CallScope } from "../timesheet/port.ts";

/**
 * A value that is asked for once in the life of the process; a failure is not remembered. Calls that ask at the same time
 * share the answer, so that one's withdrawal does not cut it. One that shared a failure asks anew: it may have been for the
 * other's time only.
 */
export function memoizeAsync<Value>(
  ask: (scope: CallScope) => Promise<Value>,
): (scope: CallScope) => Promise<Value> {
  let answer: Promise<Value> | undefined;
  const share = ({ deadline }: CallScope) => {
    answer = ask({ deadline, signal: new AbortController().signal }).catch((error: unknown) => {
      answer = undefined;
      throw error;
    });
    return answer;
  };
  return (scope) => answer?.catch(() => answer ?? share(scope)) ?? share(scope);
}
