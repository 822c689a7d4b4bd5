import type { Log } from "../timesheet/log.ts";
import { unusableFolder } from "./files.ts";

/** The most tries of an operation on the disk: one that refuses a write once may take it when it is asked again. */
export const MAX_TRIES = 2;

/** Works on without what the disk refuses in a state folder, and says so once. */
export class DiskFailures {
  readonly #folder: string;
  readonly #log: Log;
  #isSaid = false;

  constructor(folder: string, log: Log) {
    this.#folder = folder;
    this.#log = log;
  }

  /** @param action may be taken twice @param otherwise the result if the disk refuses it each time */
  attempt<Result>(action: () => Result, otherwise: Result): Result {
    for (let tries = 1; ; tries += 1)
      try {
        return action();
      } catch (error) {
        if (tries < MAX_TRIES) continue;
        this.report(error);
        return otherwise;
      }
  }

  report(error: unknown): void {
    if (!this.#isSaid) this.#log(unusableFolder(this.#folder, error).message, "warn");
    this.#isSaid = true;
  }
}
