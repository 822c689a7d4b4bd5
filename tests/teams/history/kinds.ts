import type { Choose } from "../../history/choose.ts";
import { killAtRequest, lost, pause, sometimes } from "../../history/choose-faults.ts";
import { COMMON_KINDS, mixed } from "../../history/common-kinds.ts";
import type { Kinds, Repertoire } from "../../history/kind.ts";
import type { Fault } from "../../history/scenario.ts";

/** A call has a few statements, and one for each of its writes. */
const LAST_STATEMENT = 12;

const killAtStatement = (choose: Choose): Fault => ({
  at: "statement",
  n: choose.integer(1, LAST_STATEMENT),
  does: "kill",
  when: choose.of(["before", "after"]),
  late: choose.of([0, 0, 3000, 20_000]),
  isGone: true,
});

const pauseAtStatement = (choose: Choose): Fault => {
  const { ms } = pause(choose) as { ms: number };
  return { at: "statement", n: choose.integer(1, LAST_STATEMENT), does: "pause", ms };
};

const failure = (choose: Choose): Fault => {
  const [n, times] = [choose.integer(1, LAST_STATEMENT), choose.of([1, 1, 2, 5])];
  const does = choose.of(["break", "lose response", "lose response", "slow"] as const);
  if (does === "slow") return { at: "statement", n, does, ms: choose.of([500, 1900, 4000]) };
  if (does === "break") return { at: "statement", n, does, times };
  return { at: "statement", n, does, late: choose.of([0, 0, 1500, 20_000]), times };
};

const away = (choose: Choose): Fault => ({
  at: "time",
  after: choose.integer(0, 5000),
  does: "database away",
  ms: choose.of([1000, 5000, 20_000, 90_000]),
});

const clockOfDatabase = (choose: Choose): Fault => ({
  at: "time",
  after: choose.integer(0, 8000),
  does: "database clock",
  ms: choose.of([-1, 1]) * choose.of([30_000, 3_600_000, 86_400_000]),
});

/** The kinds of runs where replicas share a database. */
const KINDS: Kinds = {
  ...COMMON_KINDS,
  "killed at a statement": {
    isWithinLimits: true,
    faults: (choose) => sometimes(choose, 0.5, killAtStatement),
  },
  "paused at a statement": {
    isWithinLimits: true,
    faults: (choose) => sometimes(choose, 0.3, pauseAtStatement),
  },
  "statements fail": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.5, failure), ...sometimes(choose, 0.1, lost)],
  },
  "database away": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.3, away), ...sometimes(choose, 0.1, lost)],
  },
  "clock of the database set": {
    isWithinLimits: true,
    faults: (choose) => [
      ...sometimes(choose, 0.4, clockOfDatabase),
      ...sometimes(choose, 0.2, killAtRequest),
      ...sometimes(choose, 0.15, lost),
    ],
  },
  mixed: mixed((choose) => [
    ...sometimes(choose, 0.1, killAtStatement),
    ...sometimes(choose, 0.15, failure),
    ...sometimes(choose, 0.05, away),
  ]),
};

/** Two or three replicas of a server. */
export const WITH_DATABASE: Repertoire = { kinds: KINDS, cast: { processes: [2, 3], hasUndo: false } };
