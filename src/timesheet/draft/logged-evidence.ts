import { groupBy } from "../group-by.ts";
import { sum } from "../missing-days.ts";
import { compareText } from "../totals.ts";
import { saysComment } from "./comments.ts";
import type { DraftInput } from "./draft.ts";
import type { Item } from "./items.ts";
import type { KnownIssue } from "./known-issues.ts";
import type { Timed } from "./times.ts";
import { learntTitle } from "./titles.ts";

/** Hours of a date that are logged on an issue, with their comment if it is known. */
export interface LoggedHours {
  issueId: string;
  seconds: number;
  comment?: string;
}

/** The evidence of a date, by what worklogs of the date say of it. */
export interface OpenEvidence {
  /** The evidence that no worklog on another issue names. */
  open: Timed[];
  /** The names of the evidence of which a worklog on another issue has all that counts. */
  loggedRefs: string[];
  /** Seconds that are logged for other evidence, by the id of the issue. */
  secondsByIssue: Map<string, number>;
}

/** The facts by which evidence is known. */
interface Facts {
  input: Pick<DraftInput, "issues" | "stepSeconds">;
  issueOf: (item: Item) => KnownIssue | undefined;
}

/**
 * Finds the evidence that was logged on another issue than its own, or has none: a worklog has its title or subject as its comment, and no
 * evidence of the worklog's issue has. Its hours are that evidence's, so that they are taken from nothing else.
 *
 * @param timed the evidence of a date, ascending
 * @param logged what is logged on the date
 */
export function withoutLogged(
  timed: readonly Timed[],
  logged: readonly LoggedHours[],
  facts: Facts,
): OpenEvidence {
  const taken = new Set<Timed>();
  const secondsByIssue = new Map<string, number>();
  for (const hours of mergedByComment(logged)) {
    const { issueId, comment = "", seconds } = hours;
    const found = comment === "" ? [] : namedBy({ issueId, comment }, timed, taken, facts);
    const ofHours = coveredBy(seconds, found, facts.input.stepSeconds);
    for (const it of ofHours) taken.add(it);
    const left = Math.max(0, seconds - sum(ofHours, (it) => it.seconds));
    secondsByIssue.set(issueId, (secondsByIssue.get(issueId) ?? 0) + left);
  }
  const open = timed.filter((it) => !taken.has(it));
  const openRefs = new Set(open.map(({ item }) => item.ref));
  const refs = [...taken].flatMap(({ item: { ref } }) =>
    ref === undefined || openRefs.has(ref) ? [] : [ref],
  );
  return { open, loggedRefs: [...new Set(refs)], secondsByIssue };
}

/** One for each issue and comment, in an order that no list of worklogs changes. */
function mergedByComment(logged: readonly LoggedHours[]): LoggedHours[] {
  const keyOf = ({ issueId, comment = "" }: LoggedHours) => `${issueId}\0${learntTitle(comment)}`;
  return [...groupBy(logged, keyOf)]
    .sort(([a], [b]) => compareText(a, b))
    .map(([key, hours]) => ({
      issueId: hours[0]?.issueId ?? "",
      comment: key.slice(key.indexOf("\0") + 1),
      seconds: sum(hours, ({ seconds }) => seconds),
    }));
}

/** The evidence that a comment names, with all of its group; none if evidence of the worklog's issue has that name. */
function namedBy(
  { issueId, comment }: { issueId: string; comment: string },
  timed: readonly Timed[],
  taken: ReadonlySet<Timed>,
  { input, issueOf }: Facts,
): Timed[] {
  const named = timed.filter(({ item }) => saysComment(item, comment, issueId, input.issues));
  const isOwn = ({ item }: Timed) => issueOf(item)?.issue.id === issueId;
  if (named.some(isOwn)) return [];
  const refs = new Set(named.map(({ item }) => item.ref));
  return timed.filter((it) => refs.has(it.item.ref) && !taken.has(it));
}

/** The part of evidence that hours are for: its first piece at least, and all if less than a step would be left. */
function coveredBy(seconds: number, found: readonly Timed[], stepSeconds: number): Timed[] {
  const covered: Timed[] = [];
  let left = seconds;
  for (const it of found) {
    if (covered.some((other) => other.seconds > 0) && 2 * left < it.seconds) break;
    covered.push(it);
    left -= it.seconds;
  }
  const rest = found.slice(covered.length);
  return sum(rest, (it) => it.seconds) < stepSeconds ? [...found] : covered;
}
