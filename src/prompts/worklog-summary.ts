import { datesOfMonth } from "../timesheet/calendar-month.ts";
import { readFlag, readName, readText } from "./arguments.ts";

/** Schedule first, then the worklogs; the figures come from the replies' own totals. */
export function write(args: { username: string; month: string; includeAnalysis?: string }): string {
  const username = readName("username", args.username);
  const month = readText("month", args.month);
  const analysis = readFlag("includeAnalysis", args.includeAnalysis ?? "false");
  const range = JSON.stringify(datesOfMonth(month));
  return [
    `Sum up the hours that ${username} booked in Tempo in ${month}.`,
    "",
    `1. Call get_schedule with ${range}: the hours that each day requires.`,
    `2. Call get_worklogs with ${range}: what is booked, with totals per issue.`,
    "3. Answer with the hours booked beside the hours required and the difference; the issues, most hours first, " +
      "each with its hours and its share; and the working days on which less or more is booked than required.",
    ...(analysis
      ? [
          "4. Add what stands out: days that are empty or overfull, hours on days off, entries without a comment, and " +
            "how the hours are spread over issues and weeks. Keep apart what the figures show and what you suppose.",
        ]
      : []),
    "",
    "Take totals from the replies' `summary` and `byIssue` instead of adding up rows. Both tools know only the " +
      `person whose token they use; if that is not ${username}, say so instead of giving these figures that name. ` +
      "Book nothing and delete nothing.",
  ].join("\n");
}
