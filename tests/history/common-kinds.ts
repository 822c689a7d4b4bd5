import type { Choose } from "./choose.ts";
import {
  answer,
  change,
  clockStep,
  interruptedMove,
  killAtRequest,
  killAtSlowWrite,
  lost,
  lostAtLag,
  moveIssue,
  pause,
  restore,
  revoke,
  slowWrite,
  sometimes,
} from "./choose-faults.ts";
import type { Kind, Kinds } from "./kind.ts";
import type { Fault } from "./scenario.ts";

/**
 * The kinds of runs wherever the state is kept. The lags are those that docs/reliability.md promises for lists whose responses all arrive, or for those that do not.
 */
export const COMMON_KINDS = {
  calm: { isWithinLimits: true, faults: () => [], equals: 0.1 },
  "killed at a request": { isWithinLimits: true, faults: (choose) => sometimes(choose, 0.35, killAtRequest) },
  paused: { isWithinLimits: true, faults: (choose) => sometimes(choose, 0.3, pause) },
  "clock set": {
    isWithinLimits: true,
    faults: (choose) => [
      ...sometimes(choose, 0.5, clockStep),
      ...sometimes(choose, 0.25, killAtRequest),
      ...sometimes(choose, 0.15, lost),
    ],
  },
  "answers lost or late": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.4, lost), ...sometimes(choose, 0.1, lost)],
  },
  "slow writes": {
    isWithinLimits: true,
    about: "repeats",
    faults: (choose) => sometimes(choose, 0.6, slowWrite),
    weather: (choose) => ({ listLag: [0, choose.of([0, 0, 2000, 5000])] }),
  },
  "slow writes, killed": {
    isWithinLimits: true,
    about: "repeats",
    faults: (choose) => [
      ...sometimes(choose, 0.3, killAtSlowWrite),
      ...sometimes(choose, 0.1, killAtRequest),
      ...sometimes(choose, 0.3, slowWrite),
    ],
  },
  "lists lag": {
    isWithinLimits: true,
    equals: 0.1,
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
  "moves interrupted": {
    isWithinLimits: true,
    about: "moves",
    faults: interruptedMove,
    weather: (choose) => ({ listLag: [0, choose.of([0, 0, 2000, 5000])] }),
  },
  "issue moved": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.2, moveIssue), ...sometimes(choose, 0.2, lost)],
  },
  "token revoked": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.3, revoke), ...sometimes(choose, 0.15, lost)],
  },
  "site in two spellings": {
    isWithinLimits: true,
    faults: (choose) => [...sometimes(choose, 0.2, killAtRequest), ...sometimes(choose, 0.2, lost)],
    weather: () => ({ addresses: 2 }),
  },
  "outside: reads lag": {
    isWithinLimits: false,
    faults: (choose) => [...sometimes(choose, 0.25, lostAtLag), ...sometimes(choose, 0.1, killAtRequest)],
    weather: (choose) => ({
      listLag: [0, choose.of([0, 5000])],
      readLag: [choose.of([0, 5000]), choose.of([2000, 25_000])],
    }),
  },
  "outside: stored very late": {
    isWithinLimits: false,
    faults: (choose) =>
      sometimes(choose, 0.4, (it) =>
        answer(it, ["gateway timeout, processed late", "empty success, processed late"], 400_000),
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
  "outside: equal entries, answers lost": {
    isWithinLimits: false,
    equals: 0.5,
    faults: (choose) => [...sometimes(choose, 0.4, lost), ...sometimes(choose, 0.1, slowWrite)],
  },
  "outside: Tempo changes what is moved": {
    isWithinLimits: false,
    about: "moves",
    faults: interruptedMove,
    weather: (choose) => ({ change: change(choose) }),
  },
  "outside: Tempo restored": {
    isWithinLimits: false,
    faults: (choose) => [...sometimes(choose, 0.15, restore), ...sometimes(choose, 0.1, killAtRequest)],
  },
} as const satisfies Kinds;

/** A little of all. @param others what the state meets beside that */
export const mixed = (others: (choose: Choose) => Fault[]): Kind => ({
  isWithinLimits: true,
  faults: (choose) => [
    ...sometimes(choose, 0.1, killAtRequest),
    ...others(choose),
    ...sometimes(choose, 0.1, slowWrite),
    ...sometimes(choose, 0.08, pause),
    ...sometimes(choose, 0.06, revoke),
    ...sometimes(choose, 0.06, moveIssue),
    ...sometimes(choose, 0.15, lostAtLag),
  ],
  weather: (choose) => ({
    listLag: [0, choose.of([0, 2000, 4000])],
    change: choose.chance(0.3) ? change(choose) : "nothing",
  }),
});
