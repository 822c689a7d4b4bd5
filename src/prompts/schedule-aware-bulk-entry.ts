import { readHours, readRange, readText } from "./arguments.ts";

/** Schedule first, then the worklogs, then one bulk: so nothing lands on a day off or on top of what stands. */
export function write(args: { dateRange: string; issueKey: string; hoursPerDay?: string }): string {
  const { startDate, endDate } = readRange("dateRange", args.dateRange);
  const issueKey = readText("issueKey", args.issueKey);
  const hours = args.hoursPerDay === undefined ? undefined : readHours("hoursPerDay", args.hoursPerDay);
  const range = JSON.stringify({ startDate, endDate });
  const share =
    hours === undefined
      ? "book what is missing: its `requiredHours` less the hours booked on it, on whatever issue"
      : `book ${hours} hours, but no more than is missing: its \`requiredHours\` less the hours booked on it, on ` +
        "whatever issue";
  return [
    `Book the hours of ${startDate} to ${endDate} on ${issueKey} in Tempo.`,
    "",
    `1. Call get_schedule with ${range}. Only days whose \`isWorkingDay\` is true count: days off and holidays get nothing.`,
    `2. Call get_worklogs with ${range}, without an issue: what is booked on each day already.`,
    `3. For each working day, ${share}. Pass over days on which nothing is missing.`,
    "4. Show the days and hours that you are going to book, and ask whether they are right.",
    `5. Then make one call of bulk_post_worklogs with all of them, an entry a day: issueKey ${issueKey}, its date, its hours.`,
    "6. Tell from its reply how many hours are booked. `alreadyLogged` means that an equal worklog stood there before and " +
      "nothing new was stored. If entries failed, say why, and repeat them as the tool says.",
  ].join("\n");
}
