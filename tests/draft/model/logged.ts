import type { DraftInput } from "../../../src/timesheet/draft/draft.ts";
import type { Evidence } from "../../../src/timesheet/draft/evidence.ts";
import type { Group } from "./groups.ts";
import { isOfIssue, keysIn } from "./keys.ts";
import { isMeeting, momentOfEvidence } from "./timeline.ts";

/** Evidence on a date, and its seconds there. */
export interface OnDate {
  it: Evidence;
  index: number;
  own: number;
}

/** Hours of a date. */
interface Hours {
  issueId: string;
  seconds: number;
  comment?: string;
}

/** Rule 5, second half: evidence that a worklog on another issue has as its comment is logged there, up to its hours. */
export function loggedElsewhere(
  evidence: readonly OnDate[],
  hours: readonly Hours[],
  groups: readonly Group[],
  idOf: (index: number) => string | undefined,
  input: DraftInput,
): { taken: Set<number>; used: Map<string, number> } {
  const taken = new Set<number>();
  const used = new Map<string, number>();
  const refOf = (index: number) => groups.find(({ members }) => members.includes(index))?.ref ?? "";
  const names = [...new Set(hours.map((it) => JSON.stringify([it.issueId, plain(it.comment ?? "")])))].sort();
  for (const name of names) {
    const [issueId, comment] = JSON.parse(name) as [string, string];
    const isNamed = ({ it }: OnDate) => comment !== "" && commentsOf(it, issueId, input).includes(comment);
    const named = evidence.filter(isNamed);
    if (named.some(({ index }) => idOf(index) === issueId)) continue;
    const refs = named.map(({ index }) => refOf(index));
    const found = evidence
      .filter(({ index }) => refs.includes(refOf(index)) && !taken.has(index))
      .sort((a, b) => momentOfEvidence(a.it) - momentOfEvidence(b.it));
    const budget = sum(
      hours.filter((it) => it.issueId === issueId && plain(it.comment ?? "") === comment),
      ({ seconds }) => seconds,
    );
    let spent = 0;
    let count = 0;
    for (const { own } of found) {
      if (spent > 0 && 2 * (budget - spent) < own) break;
      spent += own;
      count += 1;
    }
    if (sum(found.slice(count), ({ own }) => own) < input.stepSeconds) count = found.length;
    const covered = found.slice(0, count);
    for (const { index } of covered) taken.add(index);
    used.set(
      issueId,
      (used.get(issueId) ?? 0) +
        Math.min(
          budget,
          sum(covered, ({ own }) => own),
        ),
    );
  }
  return { taken, used };
}

/**
 * The comments that an entry of the issue with this evidence alone may have: its title or subject as it is; or without its keys, if they
 * are those of the issue alone, which a title keeps, or those of others alone.
 */
function commentsOf(it: Evidence, issueId: string, input: DraftInput): string[] {
  const text = isMeeting(it) ? it.title : it.kind === "commit" ? (it.subject ?? "") : "";
  const keys = keysIn(text).filter((key) => isOfIssue(input, key));
  const own = keys.filter((key) => input.issues.get(key)?.id === issueId);
  const isMixed = own.length > 0 && own.length < keys.length;
  if (isMixed || (own.length > 0 && isMeeting(it))) return [plain(text)];
  const rest = keys.reduce((left, key) => left.replace(key, own.length > 0 ? "" : "\u2026"), text);
  return [plain(text), plain(keys.length > 0 ? trimmed(rest) : text)];
}

/** Takes marks from both ends of a text. */
function trimmed(text: string): string {
  const isMark = (character: string | undefined) =>
    character !== undefined && " :,;/|-\u2026".includes(character);
  if (isMark(text[0])) return trimmed(text.slice(1));
  return isMark(text.at(-1)) ? trimmed(text.slice(0, -1)) : text;
}

const plain = (text: string) => text.split(/\s+/).join("").toLowerCase();

const sum = <Item>(items: readonly Item[], secondsOf: (item: Item) => number) =>
  items.reduce((all, item) => all + secondsOf(item), 0);
