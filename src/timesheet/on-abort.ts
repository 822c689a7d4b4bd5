import { setMaxListeners } from "node:events";

/**
 * Runs `listener` once `signal` aborts, at once if it has. Any number of requests may wait on the signal of one call, where Node
 * would warn of a leak from the eleventh listener on.
 *
 * @returns stops waiting for it
 */
export function onAbort(signal: AbortSignal | undefined, listener: () => void): () => void {
  if (!signal) return () => {};
  if (signal.aborted) {
    listener();
    return () => {};
  }
  setMaxListeners(0, signal);
  signal.addEventListener("abort", listener, { once: true });
  return () => signal.removeEventListener("abort", listener);
}
