import type { Properties, Property } from "./property.ts";

/** The user's answer to an invitation: undefined if the user accepted it, did not answer, or is not invited, as the organiser need not be. */
export type Attendance = "declined" | "tentative" | undefined;

/** Whether a line names one of the user's addresses. Lines of other attendees are never kept. */
export function isOwnAttendee(line: string, emails: readonly string[]): boolean {
  const lower = line.toLowerCase();
  return emails.some((email) => lower.includes(email));
}

/** A meeting is declined by any of the user's addresses, unless another one accepts it. */
export function attendanceOf(properties: Properties, emails: readonly string[]): Attendance {
  const answers = (properties.get("ATTENDEE") ?? [])
    .filter((attendee) => isOwn(attendee, emails))
    .map(({ parameters }) => parameters.get("PARTSTAT")?.toUpperCase());
  if (answers.includes("ACCEPTED")) return undefined;
  // The user sends another attendee instead.
  if (answers.includes("DECLINED") || answers.includes("DELEGATED")) return "declined";
  return answers.includes("TENTATIVE") ? "tentative" : undefined;
}

/** API quirk: iCloud has the address in a parameter, and an id as the value. */
function isOwn({ value, parameters }: Property, emails: readonly string[]): boolean {
  const addresses = [value.trim().replace(/^mailto:/i, ""), parameters.get("EMAIL") ?? ""];
  return addresses.some((address) => emails.includes(address.toLowerCase()));
}
