export interface Clock {
  /** Milliseconds; never goes back. */
  now(): number;
  /** Milliseconds since 1970, to compare a server's dates with. */
  wallClock(): number;
  /** Resolves after so many milliseconds, or as soon as the signal fires. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  random(): number;
}
