import type { Fault as AnswerFault } from "../helpers/faults.ts";
import type { Choose } from "./choose.ts";
import type { Fault, Weather } from "./scenario.ts";
import { TEMPO_CHANGES, type TempoChange } from "./tempo-changes.ts";

/** What goes wrong in a run. */
interface Kind {
  isWithinLimits: boolean;
  /** What one step meets. */
  faults(choose: Choose): Fault[];
  weather?(choose: Choose): Partial<Weather>;
}

export const CALM: Weather = { listLag: [0, 0], readLag: [0, 0], banks: false, change: "nothing" };

const HOUR_MS = 3_600_000;

/** Answers that are lost, late, or that say nothing, at lists that are up to date. */
const LOST: AnswerFault[] = [
  "connection lost, not processed",
  "connection lost, processed",
  "gateway error, processed",
  "gateway timeout, processed late",
  "no response, processed",
  "response cut off",
  "empty success, processed late",
  "rejected, processed",
  "rate limit, with Retry-After",
];

/** A call has few writes, and a change or a delete has one. */
const FEW = [1, 1, 1, 2, 3];

const killAtRequest = (choose: Choose): Fault => ({
  at: choose.of(["request", "write", "write"]),
  n: choose.of(FEW),
  does: "kill",
  when: choose.of(["before", "after", "after"]),
  late: choose.of([0, 0, 3000, 9000]),
  isGone: choose.chance(0.5),
});

const killAtFile = (choose: Choose): Fault => {
  const [n, isGone] = [choose.integer(1, 30), choose.chance(0.5)];
  if (choose.chance(0.25)) return { at: "file", n, does: "tear", isGone };
  return { at: "file", n, does: "kill", when: choose.of(["before", "after"]), isGone };
};

const pause = (choose: Choose): Fault => ({
  at: choose.of(["request", "write", "file"]),
  n: choose.integer(1, 6),
  does: "pause",
  ms: choose.of([5000, 13_000, 26_000, 60_000]),
});

const clockStep = (choose: Choose): Fault => ({
  at: "time",
  after: choose.integer(0, 8000),
  does: "clock",
  ofAll: choose.chance(0.5),
  ms: choose.of([-1, 1]) * choose.of([30_000, HOUR_MS, 24 * HOUR_MS]),
});

const diskError = (choose: Choose): Fault => {
  if (choose.chance(0.2))
    return { at: "sync", n: choose.integer(1, 2), does: "slow", ms: choose.of([1000, 4000, 13_000]) };
  const isFull = choose.chance(0.5);
  const calls = isFull ? choose.of([1, 5, 1000]) : 1;
  const code = isFull ? "ENOSPC" : choose.of(["EIO", "EIO", "ESTALE"]);
  return { at: "file", n: choose.integer(1, 30), does: "fail", code, calls, writesOnly: isFull };
};

const answer = (choose: Choose, faults: readonly (AnswerFault | "doubled")[], latest: number): Fault => ({
  at: choose.of(["request", "write", "write", "write"]),
  n: choose.of(FEW),
  does: "answer",
  fault: choose.of(faults),
  times: choose.of([1, 1, 1, 4]),
  details: { processedAfter: choose.integer(500, latest), retryAfter: 1, storedShare: 0.5 },
});

const revoke = (choose: Choose): Fault => ({
  at: "time",
  after: choose.integer(0, 3000),
  does: "revoke",
  ms: choose.of([500, 3000, 15_000]),
});

const restore = (choose: Choose): Fault => ({
  at: "time",
  after: choose.integer(0, 5000),
  does: "restore",
  ms: choose.of([5000, 60_000]),
});

const moveIssue = (choose: Choose): Fault => ({
  at: "time",
  after: choose.integer(0, 3000),
  does: "move issue",
  issueKey: choose.of(["PROJ-123", "PROJ-7"]),
});

const sometimes = (choose: Choose, probability: number, fault: (choose: Choose) => Fault): Fault[] =>
  choose.chance(probability) ? [fault(choose)] : [];

const change = (choose: Choose): TempoChange => choose.of(Object.keys(TEMPO_CHANGES) as TempoChange[]);

const lost = (choose: Choose) => answer(choose, LOST, 10_000);

/** The lags are those that docs/reliability.md promises for lists whose responses all arrive, or for those that do not. */
export const KINDS: Record<string, Kind> = {
  calm: { isWithinLimits: true, faults: () => [] },
  "killed at a request": { isWithinLimits: true, faults: (choose) => sometimes(choose, 0.35, killAtRequest) },
  "killed at a file call": { isWithinLimits: true, faults: (choose) => sometimes(choose, 0.5, killAtFile) },
  paused: { isWithinLimits: true, faults: (choose) => sometimes(choose, 0.3, pause) },
  "clock set": {
    isWithinLimits: true,
    faults: (choose) => [
      ...sometimes(choose, 0.5, clockStep),
      ...sometimes(choose, 0.25, killAtRequest),
      ...sometimes(choose, 0.15, lost),
    ],
  },
  "disk error": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.5, diskError), ...sometimes(choose, 0.1, lost)],
  },
  "answers lost or late": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.4, lost), ...sometimes(choose, 0.1, lost)],
  },
  "lists lag": {
    isWithinLimits: true,
    faults: () => [],
    weather: (choose) => ({
      listLag: [choose.of([0, 2000, 15_000, 30_000]), choose.of([500, 5000, 30_000])],
    }),
  },
  "lists lag, killed": {
    isWithinLimits: true,
    faults: (choose) => sometimes(choose, 0.35, killAtRequest),
    weather: (choose) => ({ listLag: [choose.of([0, 2000, 9000]), choose.of([500, 5000])] }),
  },
  "ids from two banks": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.2, killAtRequest), ...sometimes(choose, 0.2, lost)],
    weather: (choose) => ({ banks: true, change: choose.chance(0.5) ? change(choose) : "nothing" }),
  },
  "Tempo changes content": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.15, killAtRequest), ...sometimes(choose, 0.2, lost)],
    weather: (choose) => ({ change: change(choose) }),
  },
  "issue moved": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.2, moveIssue), ...sometimes(choose, 0.2, lost)],
  },
  "token revoked": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.3, revoke), ...sometimes(choose, 0.15, lost)],
  },
  "Tempo restored": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.15, restore), ...sometimes(choose, 0.1, killAtRequest)],
  },
  mixed: {
    isWithinLimits: true,
    faults: (choose) => [
      ...sometimes(choose, 0.1, killAtRequest),
      ...sometimes(choose, 0.1, killAtFile),
      ...sometimes(choose, 0.08, pause),
      ...sometimes(choose, 0.06, revoke),
      ...sometimes(choose, 0.06, moveIssue),
      ...sometimes(choose, 0.15, (it) =>
        answer(
          it,
          LOST.filter((fault) => fault !== "rejected, processed"),
          5000,
        ),
      ),
    ],
    weather: (choose) => ({
      listLag: [0, choose.of([0, 2000, 4000])],
      change: choose.chance(0.3) ? change(choose) : "nothing",
    }),
  },
  "outside: reads lag": {
    isWithinLimits: false,
    faults: (choose) => [...sometimes(choose, 0.25, lost), ...sometimes(choose, 0.1, killAtRequest)],
    weather: (choose) => ({
      listLag: [0, choose.of([0, 5000])],
      readLag: [choose.of([0, 5000]), choose.of([2000, 25_000])],
    }),
  },
  "outside: stored very late": {
    isWithinLimits: false,
    faults: (choose) =>
      sometimes(choose, 0.4, (it) =>
        answer(it, ["gateway timeout, processed late", "empty success, processed late"], 40_000),
      ),
  },
  "outside: lists lag, answers lost": {
    isWithinLimits: false,
    faults: (choose) => [...sometimes(choose, 0.3, lost), ...sometimes(choose, 0.1, killAtRequest)],
    weather: (choose) => ({ listLag: [choose.of([0, 15_000]), choose.of([15_000, 40_000])] }),
  },
  "outside: requests doubled": {
    isWithinLimits: false,
    faults: (choose) => sometimes(choose, 0.4, (it) => answer(it, ["doubled"], 1000)),
  },
};
