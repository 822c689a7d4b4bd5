import type { Activity, Evidence } from "../../../src/timesheet/draft/evidence.ts";
import { ISSUES, jiraEvent, meeting, workIn } from "../world.ts";
import type { Dice } from "./dice.ts";
import type { Block, Day } from "./truth.ts";
import type { Task, User } from "./user.ts";

/** The evidence that a day leaves behind, of which much is missing, late or of others' making. */
export function tracesOf(day: Day, user: User, dice: Dice): Evidence[] {
  const found: Evidence[] = [
    ...day.appointments.map(({ attended: _, issueKey: __, ...it }) => meeting(it)),
    ...day.blocks.flatMap((block) => tracesOfBlock(block, user, dice)),
    ...day.errands.map(({ end, issueKey }) => jiraEvent(end, "comment", issueKey)),
    ...passing(day, dice),
  ];
  return withCheckouts(found, day, dice);
}

function tracesOfBlock(block: Block, user: User, dice: Dice): Activity[] {
  const { chance } = dice;
  // The user reads, thinks or telephones.
  if (chance(0.07)) return [];
  return [
    ...(chance(0.85) ? commits(block, user, dice) : []),
    ...(chance(user.assisted) ? sessions(block, user, dice) : []),
    ...stepsInJira(block, user, dice),
  ];
}

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
  return kept.map((second) => commit(block.task, block.start + second * 1000));
}

function commit({ issueKey, repository, branch, keyIn }: Task, at: number): Activity {
  const subject = keyIn === "subjects" ? `${issueKey}: Change a part` : "Change a part";
  return workIn(repository, { kind: "commit", source: "git", at, branch, subject });
}

/** An assistant writes along, and sometimes goes on alone while the user is away. */
function sessions(block: Block, user: User, { chance, between, pick }: Dice): Activity[] {
  const length = secondsIn(block);
  const alone = chance(0.06) ? between(20, 90) * 60 : 0;
  const task = chance(0.03) ? pick(user.tasks) : block.task;
  const found: Activity[] = [];
  for (let second = between(30, 400); second < length + alone; second += between(30, 400)) {
    const { repository, branch } = task;
    found.push(
      workIn(repository, { kind: "session", source: "sessions", at: block.start + second * 1000, branch }),
    );
  }
  return found;
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
function withCheckouts(found: readonly Evidence[], { blocks }: Day, { chance }: Dice): Evidence[] {
  const committed = new Set(found.flatMap((it) => (it.kind === "commit" ? [it.place] : [])));
  const left = blocks.flatMap(({ task: { repository, branch }, end }) => {
    const it = workIn(repository, { kind: "checkout", source: "git", at: end - 1000, branch });
    return committed.has(it.place) || !chance(0.4) ? [] : [it];
  });
  return [...found, ...left];
}
