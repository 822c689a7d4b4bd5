/** The one place where a local time zone decides a date. */
export function today(): string {
  const now = new Date();
  const twoDigits = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${twoDigits(now.getMonth() + 1)}-${twoDigits(now.getDate())}`;
}
