import type { Activity } from "../../../src/timesheet/draft/evidence.ts";
import { groupBy } from "../../../src/timesheet/group-by.ts";
import { ISSUES, jiraEvent, workIn } from "../world.ts";
import type { Dice } from "./dice.ts";
import { type Line, runLines, sessionLines } from "./transcripts.ts";
import type { Block, Day } from "./truth.ts";
import type { User } from "./user.ts";

/** The evidence that a day leaves behind beside its calendar, of which much is missing, late or of others' making. */
export interface Traces {
  activities: Activity[];
  /** The transcripts of sessions with assistants. */
  lines: Line[];
}

export function tracesOf(day: Day, user: User, dice: Dice): Traces {
  const { chance } = dice;
  // The user reads, thinks or telephones in the others.
  const blocks = day.blocks.filter(() => !chance(0.07));
  const committed = blocks.flatMap((block) => (chance(0.85) ? commits(block, user, dice) : []));
  const found = [
    ...onceADay(committed, dice),
    ...blocks.flatMap((block) => stepsInJira(block, user, dice)),
    ...day.errands.map(({ end, issueKey }) => jiraEvent(end, "comment", issueKey)),
    ...passing(day, dice),
  ];
  return {
    activities: [...found, ...checkouts(committed, day, dice)],
    lines: [
      ...blocks.flatMap((block) => (chance(user.assisted) ? sessionLines(block, user, dice) : [])),
      ...day.runs.flatMap((run) => runLines(run, dice)),
    ],
  };
}

/** Some days have one commit anyway: the share of all is then in the middle of what real repositories have. */
const SQUASHED = 0.58;

const secondsIn = ({ start, end }: Block) => Math.round((end - start) / 1000);

/** They come late in the work, the last one perhaps after it; of squashed ones the first author date is what is left. */
function commits(block: Block, { commitsPerHour }: User, { chance, between }: Dice): Activity[] {
  const length = secondsIn(block);
  const expected = (length / 3600) * commitsPerHour;
  const count = Math.floor(expected) + (chance(expected % 1) ? 1 : 0);
  const times = Array.from({ length: count }, () => Math.max(between(0, length), between(0, length)));
  if (chance(0.6)) times.push(length - between(0, Math.min(300, length)));
  if (chance(0.06)) times.push(length + between(60, 600));
  times.sort((one, other) => one - other);
  const kept = chance(0.15) ? times.slice(0, 1) : times;
  const { branch, subjectKey, task } = block;
  const subject = subjectKey === undefined ? "Change a part" : `${subjectKey}: Change a part`;
  return kept.map((second) => {
    const at = block.start + second * 1000;
    return workIn(task.repository, { kind: "commit", source: "git", at, branch, subject });
  });
}

/**
 * Real repositories have one commit on 55 to 70 of 100 days with commits of the user. The user makes it at the end, or has all squashed to
 * the date of the first: which of the two is assumed.
 */
function onceADay(commits: readonly Activity[], { chance }: Dice): Activity[] {
  const byPlace = groupBy(commits, ({ place }) => place);
  return [...byPlace.values()].flatMap((ofDay) => {
    if (!chance(SQUASHED)) return ofDay;
    const inOrder = ofDay.toSorted((one, other) => one.at - other.at);
    return chance(0.5) ? inOrder.slice(0, 1) : inOrder.slice(-1);
  });
}

function stepsInJira(block: Block, { inJira }: User, { chance, between }: Dice): Activity[] {
  const at = (second: number) => block.start + second * 1000;
  const length = secondsIn(block);
  return [
    ...(chance(inJira * 0.5) ? [jiraEvent(at(between(0, 200)), "status", block.issueKey)] : []),
    ...(chance(inJira * 0.3) ? [jiraEvent(at(between(0, length)), "comment", block.issueKey)] : []),
    ...(chance(inJira * 0.5) ? [jiraEvent(at(length - between(0, 90)), "status", block.issueKey)] : []),
  ];
}

/** The user cleans up an issue in passing, which is no work on it. */
function passing({ blocks }: Day, { chance, between, pick }: Dice): Activity[] {
  const [block] = blocks;
  if (!block || !chance(0.08)) return [];
  return [jiraEvent(block.start + between(0, secondsIn(block)) * 1000, "edit", pick(ISSUES).key)];
}

/** A checkout is an event only on days without a commit in the repository, and belongs to the branch that it leaves. */
function checkouts(commits: readonly Activity[], { blocks }: Day, { chance }: Dice): Activity[] {
  const committed = new Set(commits.map(({ place }) => place));
  return blocks.flatMap(({ task: { repository }, branch, end }) => {
    const it = workIn(repository, { kind: "checkout", source: "git", at: end - 1000, branch });
    return committed.has(it.place) || !chance(0.4) ? [] : [it];
  });
}
