/** The one place where a local time zone decides which dates a call is about. */
export function today(): string {
  return localTime(new Date()).slice(0, "2026-01-05".length);
}

/** A moment in the local time zone, such as `2026-01-05 09:30`. */
export function localTime(moment: Date): string {
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  const date = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()].map(twoDigits).join("-");
  return `${date} ${[moment.getHours(), moment.getMinutes()].map(twoDigits).join(":")}`;
}
