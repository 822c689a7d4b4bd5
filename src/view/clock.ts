import { dateInZone, isTimeZone } from "../timesheet/zones.ts";

/** The one place of the view that knows the time. */

/** The date, YYYY-MM-DD, in the host's time zone; in the browser's own if the host gives none, or one that is unknown. */
export function today(timeZone: string | undefined): string {
  return dateInZone(known(timeZone))(Date.now());
}

export function later(milliseconds: number, run: () => void): void {
  setTimeout(run, milliseconds);
}

/** Rejects if the promise takes longer. */
export function within<Result>(milliseconds: number, promise: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          new Error(
            `The host has not responded for ${milliseconds / 1000} seconds; if it is asking you, what you allow may still happen.`,
          ),
        ),
      milliseconds,
    );
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Lists of Tempo may lag for some seconds. */
const LONGEST_WAIT_MS = 8000;

/** Reads, and again while Tempo does not list yet what was changed. */
export async function readUntil<Result>(
  isListed: (result: Result) => boolean,
  read: () => Promise<Result>,
): Promise<Result> {
  for (let wait = 1000; ; wait *= 2) {
    const result = await read();
    if (isListed(result) || wait > LONGEST_WAIT_MS) return result;
    await new Promise<void>((resolve) => later(wait, resolve));
  }
}

/** The time of day, such as 14:05. */
export function timeOfDay(locale: string, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: known(timeZone) }).format(
    new Date(),
  );
}

/** The zone, if the browser knows it. */
function known(timeZone: string | undefined): string | undefined {
  return timeZone !== undefined && isTimeZone(timeZone) ? timeZone : undefined;
}
