import type { DraftInput } from "../../../src/timesheet/draft/draft.ts";
import type { Evidence } from "../../../src/timesheet/draft/evidence.ts";
import { localTime } from "../local-time.ts";
import { isMeeting, momentOfEvidence } from "./timeline.ts";

/** Evidence that is named together: a meeting, or all work on a branch on a date that is of one issue, or of none. */
export interface Group {
  ref: string;
  date: string;
  title: string;
  /** Indexes of the evidence. */
  members: number[];
}

/**
 * The groups of the range's evidence, by the draft's names for them.
 *
 * @param keys the issue of each evidence, whatever the user says of it
 */
export function groupsOf(
  { evidence, range, zone }: Pick<DraftInput, "evidence" | "range" | "zone">,
  keys: readonly (string | undefined)[],
): Group[] {
  const groups: (Group & { source: string; first: number; sort: string })[] = [];
  evidence.forEach((it, index) => {
    const { date } = localTime(momentOfEvidence(it), zone);
    const last = localTime(isMeeting(it) ? it.end - 1000 : it.at, zone).date;
    if (last < range.startDate || range.endDate < date) return;
    const sort = JSON.stringify(isMeeting(it) ? [index] : [...sortOfWork(it, date), keys[index] ?? null]);
    const same = groups.find((group) => group.source === it.source && group.sort === sort);
    if (same) {
      same.members.push(index);
      same.first = Math.min(same.first, momentOfEvidence(it));
    } else {
      const first = momentOfEvidence(it);
      groups.push({ ref: "", date, title: titleOf(it), members: [index], source: it.source, first, sort });
    }
  });
  groups.sort((one, other) => one.first - other.first || (one.title < other.title ? -1 : 1));
  const counts = new Map<string, number>();
  return groups.map(({ source, date, title, members }) => {
    const count = (counts.get(source) ?? 0) + 1;
    counts.set(source, count);
    return { ref: `${source.charAt(0)}${count}`, date, title, members };
  });
}

function sortOfWork(it: Exclude<Evidence, { kind: "meeting" }>, date: string): unknown[] {
  return it.source === "jira" ? [date, it.texts[0]] : [date, it.place ?? null, it.detail ?? null];
}

export function titleOf(it: Evidence): string {
  if (isMeeting(it)) return it.title;
  if (it.source === "jira") return it.texts[0] ?? "";
  return [it.placeName, it.detail].filter((part) => part !== undefined).join(" ");
}
