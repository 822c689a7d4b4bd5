import type { Fault as AnswerFault } from "../helpers/faults.ts";
import type { Choose } from "./choose.ts";
import { TEMPO_CHANGES, type TempoChange } from "./content.ts";
import type { Action, Fault, OwnFault } from "./scenario.ts";

const HOUR_MS = 3_600_000;

/** Answers that are lost, late, or that say nothing, at lists that are up to date. */
export const LOST: AnswerFault[] = [
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

export const killAtRequest = (choose: Choose): Fault => ({
  at: choose.of(["request", "write", "write"]),
  n: choose.of(FEW),
  does: "kill",
  when: choose.of(["before", "after", "after"]),
  late: choose.of([0, 0, 3000, 9000]),
  isGone: choose.chance(0.5),
});

export const killAtFile = (choose: Choose): Fault => {
  const [n, isGone] = [choose.integer(1, 30), choose.chance(0.5)];
  if (choose.chance(0.25)) return { at: "file", n, does: "tear", isGone };
  return { at: "file", n, does: "kill", when: choose.of(["before", "after"]), isGone };
};

export const pause = (choose: Choose): Fault => ({
  at: choose.of(["request", "write", "file"]),
  n: choose.integer(1, 6),
  does: "pause",
  ms: choose.of([5000, 13_000, 26_000, 60_000]),
});

export const clockStep = (choose: Choose): Fault => ({
  at: "time",
  after: choose.integer(0, 8000),
  does: "clock",
  ofAll: choose.chance(0.5),
  ms: choose.of([-1, 1]) * choose.of([30_000, HOUR_MS, 24 * HOUR_MS]),
});

export const diskError = (choose: Choose): Fault => {
  if (choose.chance(0.2))
    return { at: "sync", n: choose.integer(1, 2), does: "slow", ms: choose.of([1000, 4000, 13_000]) };
  const isFull = choose.chance(0.5);
  const calls = isFull ? choose.of([1, 5, 1000]) : 1;
  const code = isFull ? "ENOSPC" : choose.of(["EIO", "EIO", "ESTALE"]);
  return { at: "file", n: choose.integer(1, 30), does: "fail", code, calls, writesOnly: isFull };
};

export const answer = (
  choose: Choose,
  faults: readonly (AnswerFault | OwnFault)[],
  latest: number,
): Fault => ({
  at: choose.of(["request", "write", "write", "write"]),
  n: choose.of(FEW),
  does: "answer",
  fault: choose.of(faults),
  times: choose.of([1, 1, 1, 4]),
  details: { processedAfter: choose.integer(500, latest), retryAfter: 1, storedShare: 0.5 },
});

/** A write that takes as long as one on the issue of a whole company does, or that takes effect after a gateway has given it up. */
export const slowWrite = (choose: Choose): Fault => {
  const fault = choose.of(["slow", "slow answer", "gateway timeout, processed late"] as const);
  const processedAfter =
    fault === "gateway timeout, processed late"
      ? choose.integer(15_000, 60_000)
      : choose.integer(25_000, 200_000);
  const [n, times] = [choose.of(FEW), choose.of([1, 1, 4])];
  return { at: "write", n, does: "answer", fault, times, details: { processedAfter } };
};

/** A process dies while a write takes as long. */
export const killAtSlowWrite = (choose: Choose): Fault => ({
  at: "write",
  n: choose.of(FEW),
  does: "kill",
  when: "after",
  late: choose.integer(25_000, 200_000),
  isGone: choose.chance(0.5),
});

export const revoke = (choose: Choose): Fault => ({
  at: "time",
  after: choose.integer(0, 3000),
  does: "revoke",
  ms: choose.of([500, 3000, 15_000]),
});

export const restore = (choose: Choose): Fault => ({
  at: "time",
  after: choose.integer(0, 5000),
  does: "restore",
  ms: choose.of([5000, 60_000]),
});

export const moveIssue = (choose: Choose): Fault => ({
  at: "time",
  after: choose.integer(0, 3000),
  does: "move issue",
  issueKey: choose.of(["PROJ-123", "PROJ-7"]),
});

/** A move of two requests is interrupted after the first, or before its end, and at times a post at its only one. */
export const interruptedMove = (choose: Choose, action: Action): Fault[] => {
  const isMove = action.does === "update" && action.issueKey !== undefined;
  if (choose.chance(action.does === "bulk" ? 0.65 : isMove ? 0.4 : 0.9)) return [];
  if (choose.chance(0.3) || !(isMove || action.does === "bulk")) return [lostAtLag(choose)];
  const kill = { at: "write", does: "kill", isGone: choose.chance(0.5) } as const;
  const [n, when] = choose.of<[number, "before" | "after"]>(
    isMove
      ? [
          [1, "after"],
          [1, "after"],
          [2, "before"],
          [2, "before"],
          [2, "before"],
          [2, "after"],
        ]
      : [
          [1, "before"],
          [1, "after"],
        ],
  );
  return [{ ...kill, n, when, late: choose.of([0, 0, 0, 3000]) }];
};

export const sometimes = (choose: Choose, probability: number, fault: (choose: Choose) => Fault): Fault[] =>
  choose.chance(probability) ? [fault(choose)] : [];

export const change = (choose: Choose): TempoChange => choose.of(Object.keys(TEMPO_CHANGES) as TempoChange[]);

export const lost = (choose: Choose) => answer(choose, LOST, 10_000);

/** The same where lists or reads lag: what is rejected and carried out all the same is not covered there. */
export const lostAtLag = (choose: Choose) =>
  answer(
    choose,
    LOST.filter((fault) => fault !== "rejected, processed"),
    5000,
  );
