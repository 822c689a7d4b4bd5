import { shortText } from "../../text/lengths.ts";
import { type DateRange, isWithin, utcDate } from "../../timesheet/dates.ts";
import {
  type Activity,
  type LeftOutReason,
  LONG_LIVED,
  type ReadEvidence,
} from "../../timesheet/draft/evidence.ts";
import { dateInZone } from "../../timesheet/zones.ts";
import type { Checkout, History, KeptCommit } from "./read-repository.ts";

type OwnWork = Pick<ReadEvidence, "evidence" | "leftOut"> & { commits: number; checkouts: number };

/** A commit of the range in one of the repositories that have it. */
interface Copy {
  commit: KeptCommit;
  history: History;
  reason: LeftOutReason | undefined;
  isByAnother: boolean;
}

/** The user's commits whose author date is in the range, and the checkouts of days without one. */
export function ownWork(histories: readonly History[], range: DateRange, zone: string): OwnWork {
  const dateOf = dateInZone(zone);
  const copies = new Map<string, Copy>();
  const checkouts: Activity[] = [];
  for (const history of histories) {
    const dates = new Set<string>();
    for (const commit of history.commits) {
      const date = dateOf(commit.authoredAt);
      if (!isWithin(range, date)) continue;
      const reason = reasonAgainst(commit, history.emails);
      if (reason === undefined) dates.add(date);
      const copy = { commit, history, reason, isByAnother: isByAnother(commit, history) };
      const key = [commit.authoredAt, commit.email, commit.subject].join("\0");
      const other = copies.get(key);
      const better = !other || isBetter(copy, other) ? copy : other;
      copies.set(key, { ...better, isByAnother: copy.isByAnother && other?.isByAnother !== false });
    }
    const alone = history.checkouts.filter(({ at }) => {
      const date = dateOf(at);
      return isWithin(range, date) && !dates.has(date);
    });
    checkouts.push(...eachOnce(alone).map((checkout) => checkoutActivity(checkout, history)));
  }
  const leftOut: OwnWork["leftOut"] = {};
  const commits: Activity[] = [];
  for (const copy of copies.values()) {
    if (copy.reason === undefined) commits.push(commitActivity(copy));
    else leftOut[copy.reason] = (leftOut[copy.reason] ?? 0) + 1;
  }
  return {
    evidence: [...commits, ...checkouts],
    leftOut,
    commits: commits.length,
    checkouts: checkouts.length,
  };
}

function reasonAgainst(commit: KeptCommit, emails: ReadonlySet<string>): LeftOutReason | undefined {
  if (commit.isBot) return "bot";
  if (!emails.has(commit.email)) return "by others";
  return commit.isMerge ? "merge" : undefined;
}

/**
 * Whether another person made the commit, be it with the user's name. Others rebase and cherry-pick the user's own commits too, so one on a
 * branch that was checked out here is the user's; a long-lived branch is checked out everywhere.
 */
function isByAnother({ committer, branch }: KeptCommit, { emails, checkedOut }: History): boolean {
  if (emails.has(committer)) return false;
  return branch === undefined || LONG_LIVED.test(branch) || !checkedOut.has(branch);
}

/** Another clone may lack the user's address, or the branch; a copy by rebase or cherry-pick is younger than the original. */
function isBetter(copy: Copy, other: Copy): boolean {
  if ((copy.reason === undefined) !== (other.reason === undefined)) return copy.reason === undefined;
  const [one, two] = [copy.commit, other.commit];
  if ((one.branch === undefined) !== (two.branch === undefined)) return one.branch !== undefined;
  return one.committedAt < two.committedAt;
}

function commitActivity({ commit, history, isByAnother }: Copy): Activity {
  const { authoredAt, subject, branch } = commit;
  return {
    ...activity(history, branch, [subject]),
    kind: "commit",
    at: authoredAt,
    subject,
    ...(isByAnother && { isByAnother }),
  };
}

function checkoutActivity({ at, from }: Checkout, history: History): Activity {
  const branch = from !== undefined && history.defaults.has(from) ? undefined : from;
  return { ...activity(history, branch, []), kind: "checkout", at };
}

function activity({ repository }: History, branch: string | undefined, further: readonly string[]) {
  const detail = branch === undefined ? "" : shortText(branch);
  return {
    source: "git" as const,
    texts: [detail, ...further].filter((text) => text !== ""),
    place: repository.place,
    placeName: shortText(repository.placeName),
    ...(detail !== "" && { detail }),
  };
}

/** Two working trees may leave the same branch at the same moment. */
function eachOnce(checkouts: readonly Checkout[]): Checkout[] {
  return [...new Map(checkouts.map((checkout) => [`${checkout.at} ${checkout.from}`, checkout])).values()];
}

/** Whether so much happened since the range began that its first days were not read. */
export function isIncomplete({ readSince }: History, { startDate }: DateRange): boolean {
  return readSince > 0 && utcDate(readSince) > startDate;
}
