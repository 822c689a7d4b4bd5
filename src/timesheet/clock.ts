/** Time and chance, handed in so that tests can run a day of retries in a second. */
export interface Clock {
  /** Milliseconds since some fixed moment; it never goes back. */
  now(): number;
  /** Milliseconds since 1970, to compare a server's dates with. */
  wallClock(): number;
  /** Resolves after so many milliseconds, or as soon as the signal fires. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** From 0 up to, but not including, 1. */
  random(): number;
}
