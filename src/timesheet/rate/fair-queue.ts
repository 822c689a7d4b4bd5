import { onAbort } from "../on-abort.ts";

type Job = () => Promise<void>;

/** Runs up to `concurrency` jobs at a time, round-robin over users, each once it has a slot. */
export class FairQueue {
  readonly #concurrency: number;
  readonly #slot: (abandoned: AbortSignal | undefined) => Promise<void>;
  /** The user whose turn is next comes first. */
  readonly #waiting = new Map<string, Job[]>();
  #running = 0;

  /** @param slot resolves when the next one may start, or once the signal has fired */
  constructor(concurrency: number, slot: (abandoned: AbortSignal | undefined) => Promise<void>) {
    this.#concurrency = concurrency;
    this.#slot = slot;
  }

  /** A job that is abandoned before its turn uses no slot, and fails with the signal's reason. */
  run<Result>(user: string, start: () => Promise<Result>, abandoned?: AbortSignal): Promise<Result> {
    return new Promise((resolve, reject) => {
      const job: Job = async () => {
        try {
          await this.#slot(abandoned);
          abandoned?.throwIfAborted();
          resolve(await start());
        } catch (error) {
          reject(error);
        } finally {
          stopListening();
        }
      };
      const leave = () => {
        if (this.#remove(user, job)) reject(abandoned?.reason);
      };
      if (abandoned?.aborted) return reject(abandoned.reason);
      const stopListening = onAbort(abandoned, leave);
      const jobs = this.#waiting.get(user);
      if (jobs) jobs.push(job);
      else this.#waiting.set(user, [job]);
      this.#startNext();
    });
  }

  #startNext(): void {
    while (this.#running < this.#concurrency) {
      const job = this.#takeNext();
      if (!job) return;
      this.#running += 1;
      void job().then(() => {
        this.#running -= 1;
        this.#startNext();
      });
    }
  }

  #takeNext(): Job | undefined {
    const [next] = this.#waiting;
    if (!next) return undefined;
    const [user, jobs] = next;
    const job = jobs.shift();
    this.#waiting.delete(user);
    if (jobs.length > 0) this.#waiting.set(user, jobs);
    return job;
  }

  /** Returns whether it was still waiting. */
  #remove(user: string, job: Job): boolean {
    const jobs = this.#waiting.get(user);
    if (!jobs?.includes(job)) return false;
    jobs.splice(jobs.indexOf(job), 1);
    if (jobs.length === 0) this.#waiting.delete(user);
    return true;
  }
}
