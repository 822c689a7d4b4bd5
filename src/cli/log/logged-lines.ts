import type { PostedWorklog } from "../../generated/responses.ts";
import { oneLine } from "../../text/characters.ts";
import { balanceOf, type DayHours } from "../../timesheet/day-balance.ts";
import { toHours, toSeconds } from "../../timesheet/hours.ts";
import { columns } from "../columns.ts";

interface Asked {
  hours: number;
  startTime: string | undefined;
  today: string;
}

/** Shows what was stored, and each day's hours if they are known. Those of upcoming days are not missing yet. */
export function loggedLines(
  worklogs: readonly PostedWorklog[],
  asked: Asked,
  days: readonly DayHours[] = [],
): string[] {
  const [{ issueKey = "", issueSummary = "" } = {}] = worklogs;
  const byDate = new Map(days.map((day) => [day.date, day]));
  const rows = worklogs.map((worklog) => {
    const day = byDate.get(worklog.date);
    return [
      worklog.date,
      worklog.timeSpent ?? `${worklog.hours} h`,
      worklog.startTime?.slice(0, 5) ?? "",
      worklog.id,
      day ? dayNow(day, asked) : "",
      notesOf(worklog, asked).join("; "),
    ];
  });
  return [oneLine(`${issueKey} ${issueSummary}`).trimEnd(), ...columns(withoutEmpty(rows))];
}

function dayNow(day: DayHours, { today }: Asked): string {
  const { missingSeconds } = balanceOf(day);
  const missing = missingSeconds > 0 && day.date <= today ? `, ${toHours(missingSeconds)} h missing` : "";
  return `${toHours(day.bookedSeconds)} of ${toHours(day.requiredSeconds)} h that day${missing}`;
}

function notesOf(worklog: PostedWorklog, { hours: asked, startTime }: Asked): string[] {
  const { hours, alreadyLogged, possibleDuplicateId } = worklog;
  const sent = toHours(toSeconds(asked));
  const isLater =
    startTime !== undefined && worklog.startTime !== undefined && worklog.startTime.slice(0, 5) !== startTime;
  return [
    ...(alreadyLogged
      ? ["logged already, so nothing was stored again; to log it again, give another -m"]
      : []),
    ...(hours === sent ? [] : [`Tempo made ${hours} h of ${sent} h`]),
    ...(isLater && !alreadyLogged ? [`not at ${startTime}, since it comes after what is logged`] : []),
    ...(possibleDuplicateId === undefined
      ? []
      : [`worklog ${possibleDuplicateId} may be a second copy: look at both in Tempo`]),
  ];
}

/** Rows without the columns that are empty in all of them. */
function withoutEmpty(rows: readonly string[][]): string[][] {
  return rows.map((row) => row.filter((_, index) => rows.some((other) => other[index] !== "")));
}
