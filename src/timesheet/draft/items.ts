import { type Words, words } from "../../text/words.ts";
import { addDays, type DateRange } from "../dates.ts";
import { InvalidInputError } from "../errors.ts";
import { groupBy } from "../group-by.ts";
import { compareText } from "../totals.ts";
import type { LocalDays } from "../zones.ts";
import type { DraftInput } from "./draft.ts";
import { type Activity, type Evidence, type Meeting, SOURCE_NAMES } from "./evidence.ts";
import { titleOf } from "./titles.ts";

/** Evidence on a date of the user's zone. */
export interface Item<Kind extends Evidence = Evidence> {
  evidence: Kind;
  /** Its first moment, in milliseconds since 1970. */
  at: number;
  /** The same, in whole seconds. */
  second: number;
  /** Undefined for a meeting that begins outside the dates of the draft. */
  date: string | undefined;
  title: string;
  /** Whether it is of the range, and not before it, where only issues are inferred from it. */
  isInRange: boolean;
  /** The draft's name for its group, by `nameGroups`; undefined for evidence before the range. */
  ref: string | undefined;
}

/** The evidence of a draft in one order, whatever order it came in. */
export interface Items {
  activities: Item<Activity>[];
  meetings: Item<Meeting>[];
}

/** @param days from the first date of the evidence to the last date of the range */
export function itemsOf(evidence: readonly Evidence[], range: DateRange, days: LocalDays): Items {
  const start = days.startOf(range.startDate);
  const end = days.startOf(addDays(range.endDate, 1));
  const items = evidence.map((it): Item => {
    const at = it.kind === "meeting" ? it.start : it.at;
    const second = Math.floor(at / 1000);
    const isInRange = second < end && (it.kind === "meeting" ? it.end / 1000 > start : second >= start);
    const known = { evidence: it, at, second, date: days.dateOf(second), title: titleOf(it) };
    return { ...known, isInRange, ref: undefined };
  });
  items.sort(compareItems);
  const meetings = items.filter((item): item is Item<Meeting> => item.evidence.kind === "meeting");
  const activities = items.filter((item): item is Item<Activity> => item.evidence.kind !== "meeting");
  return { activities: withoutIdleCheckouts(activities.filter(({ date }) => date !== undefined)), meetings };
}

/** Commits say better when the work of a day was done. */
function withoutIdleCheckouts(activities: readonly Item<Activity>[]): Item<Activity>[] {
  const placeOf = ({ date, evidence }: Item<Activity>) => `${date} ${evidence.place}`;
  const committed = new Set(activities.filter(({ evidence }) => evidence.kind === "commit").map(placeOf));
  return activities.filter((item) => item.evidence.kind !== "checkout" || !committed.has(placeOf(item)));
}

/**
 * Names groups in the order of their first items: the source's letter, and a number. An occurrence of a meeting is a group of its own.
 *
 * @param issueIdOf the issue of evidence: work of which it differs, or is absent, is in two groups
 */
export function nameGroups(
  { activities, meetings }: Items,
  issueIdOf: (item: Item) => string | undefined,
): void {
  const counts = new Map<string, number>();
  const nextName = (letter: string) => {
    const count = (counts.get(letter) ?? 0) + 1;
    counts.set(letter, count);
    return `${letter}${count}`;
  };
  const worked = activities.filter(({ isInRange }) => isInRange);
  for (const [key, group] of groupBy(worked, (item) => keyOfGroup(item, issueIdOf(item)))) {
    const name = nextName(key.charAt(0));
    for (const item of group) item.ref = name;
  }
  for (const item of meetings) if (item.isInRange) item.ref = nextName(item.evidence.source.charAt(0));
}

function keyOfGroup({ evidence, date, title }: Item<Activity>, issueId = ""): string {
  const { source, place = "", detail = "" } = evidence;
  return [source, date, issueId, ...(source === "jira" ? [title] : [place, detail])].join("\0");
}

/** Orders by the first moment, source and title; after those, by anything else that tells evidence apart. */
function compareItems(a: Item, b: Item): number {
  return (
    a.at - b.at ||
    SOURCE_NAMES.indexOf(a.evidence.source) - SOURCE_NAMES.indexOf(b.evidence.source) ||
    compareText(a.title, b.title) ||
    compareText(contentOf(a), contentOf(b))
  );
}

function contentOf({ evidence }: Item): string {
  return JSON.stringify(evidence, Object.keys(evidence).sort());
}

/** Names are shown in messages as far as this. */
const MAX_SHOWN = 20;

/** @throws InvalidInputError if arguments name evidence that the draft does not have, or contradict each other */
export function checkRefs({ activities, meetings }: Items, { assign, leaveOut }: DraftInput): void {
  const refs = new Set([...activities, ...meetings].map(({ ref }) => ref));
  const isAssigned = new Map<string, string>();
  for (const { ref, issueKey } of assign) {
    const other = isAssigned.get(ref);
    if (other !== undefined && other !== issueKey.toUpperCase())
      throw refused("assign", `${shown(ref)} is given to ${other} and to ${issueKey.toUpperCase()}`);
    isAssigned.set(ref, issueKey.toUpperCase());
  }
  for (const [argument, names] of [
    ["assign", [...isAssigned.keys()]],
    ["leaveOut", leaveOut],
  ] as const) {
    const [first, ...others] = [...new Set(names)].filter((it) => !refs.has(it));
    if (first === undefined) continue;
    const more = others.length === 0 ? "" : `, nor ${others.length} more of the names in it`;
    throw refused(argument, `this draft has no evidence named ${shown(first)}${more}`);
  }
  const both = leaveOut.find((ref) => isAssigned.has(ref));
  if (both !== undefined) throw refused("leaveOut", words`${shown(both)} is in ${ARGUMENTS.assign} too`);
}

/** The arguments, as assistants and users of a shell write them. */
const ARGUMENTS = {
  assign: { assistant: "`assign`", shell: "--assign" },
  leaveOut: { assistant: "`leaveOut`", shell: "--leave-out" },
} satisfies Record<string, Words>;

function refused(argument: keyof typeof ARGUMENTS, problem: Words): InvalidInputError {
  return new InvalidInputError(
    words`${ARGUMENTS[argument]}: ${problem}. Nothing was sent; draft the same dates again without it, and use the names of that draft.`,
  );
}

function shown(ref: string): string {
  return JSON.stringify(ref.length > MAX_SHOWN ? `${ref.slice(0, MAX_SHOWN)}…` : ref);
}
