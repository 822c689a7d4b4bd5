import fc from "fast-check";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import { FAULTS, type Fault } from "../../helpers/faults.ts";
import { STORED_CHANGES, type StoredChange } from "../../helpers/stored-changes.ts";
import { type BatchEntry, ISSUES } from "./tally.ts";

/** The interruption of the first call at one of its requests to Tempo. */
export type Interruption =
  | "none"
  | "cancelled"
  | "killed before it is processed"
  | "killed after it is processed";

/** Who else posts the same batch while the first call runs. */
export type OtherClient = "none" | "on this machine" | "on another machine";

/** A batch that is posted, and posted again, on an upstream with faults. */
export interface Scenario {
  deployment: Deployment["kind"];
  entries: BatchEntry[];
  /** The number of entries that exist before. */
  existing: number;
  /** The most worklogs of a page of Tempo's. */
  pageSize: number;
  /** The probability that a request meets a fault. */
  rate: number;
  faults: Fault[];
  /** The time by which lists of worklogs are behind, in milliseconds. */
  lag: number;
  change: StoredChange;
  interruption: { kind: Interruption; atRequest: number };
  other: { client: OtherClient; after: number };
  /** The time between the first call, or its interruption, and the same batch again, in milliseconds. */
  pause: number;
  /** The seed of everything random in the scenario. */
  seed: number;
}

const DATES = Array.from({ length: 12 }, (_, day) => `2026-01-${String(day + 5).padStart(2, "0")}`);

const COMMENTS = [
  "",
  "Review",
  "Login flow",
  "Call",
  "A <b>bold</b> “claim” & more than 20 characters 🎉",
  "Two\n lines",
];

const entryOf = (issues: number, dates: number, hours: number[]) =>
  fc.record({
    issueKey: fc.constantFrom(...Object.keys(ISSUES).slice(0, issues)),
    hours: fc.constantFrom(...hours),
    date: fc.constantFrom(...DATES.slice(0, dates)),
    description: fc.constantFrom(...COMMENTS),
  });

const batchOf = (entry: fc.Arbitrary<BatchEntry>, minLength: number, maxLength: number) =>
  fc.array(entry, { minLength, maxLength, size: "max" });

/** Few issues, dates, hours and comments, so that equal entries are common. */
const entries = fc.oneof(
  { weight: 6, arbitrary: batchOf(entryOf(4, 12, [0.25, 0.5, 1, 2.25]), 1, 60) },
  // Often only the comment distinguishes two.
  { weight: 2, arbitrary: batchOf(entryOf(2, 1, [0.25]), 1, 60) },
  // More than a bulk request takes.
  { weight: 2, arbitrary: batchOf(entryOf(1, 12, [0.5]), 40, 120) },
  // Often more than the 24 hours of a day.
  { weight: 1, arbitrary: batchOf(entryOf(2, 2, [2.25, 8]), 1, 10) },
);

/** Faults after which a list that is behind hides nothing that the engine must see. */
const FAULTS_OF_LAGGING: readonly Fault[] = FAULTS.filter(
  (fault) =>
    fault.endsWith("not processed") || fault.startsWith("rate limit") || fault === "connection refused",
);

/** The longest lag with which the engine sees in time what was stored although its response was lost. */
const MAX_LAG_OF_LOST_RESPONSES = 9000;

/** The longest lag with which it sees what was stored although it was rejected: of a group, and of a single worklog. */
const MAX_LAG_OF_REJECTED_GROUP = 3500;
const MAX_LAG_OF_REJECTION = 0;

/** Batches under every mix of faults, at rates at which upstream still works most of the time. */
export const scenarios: fc.Arbitrary<Scenario> = fc
  .record({
    deployment: fc.constantFrom<Deployment["kind"]>("cloud", "datacenter"),
    entries,
    existing: fc.nat(3),
    pageSize: fc.constantFrom(7, 50, 5000),
    rate: fc.constantFrom(0, 0.01, 0.02, 0.05, 0.1, 0.2),
    // Mixes, and one fault alone, which a batch meets again and again; most often the one that is hardest to reconcile.
    faults: fc.oneof(
      { weight: 4, arbitrary: fc.subarray([...FAULTS], { minLength: 1 }) },
      { weight: 2, arbitrary: fc.constantFrom(...FAULTS).map((fault) => [fault]) },
      { weight: 1, arbitrary: fc.constant<Fault[]>(["gateway timeout, processed late"]) },
    ),
    lag: fc.oneof(
      { weight: 3, arbitrary: fc.constant(0) },
      { weight: 2, arbitrary: fc.constantFrom(200, 500, 2000, 3500, 5000, 9000, 15_000, 30_000) },
    ),
    change: fc.oneof(
      { weight: 1, arbitrary: fc.constant<StoredChange>("nothing") },
      { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(STORED_CHANGES) as StoredChange[])) },
    ),
    interruption: fc.record({
      kind: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Interruption>("none") },
        {
          weight: 1,
          arbitrary: fc.constantFrom<Interruption>(
            "cancelled",
            "killed before it is processed",
            "killed after it is processed",
          ),
        },
      ),
      atRequest: fc.integer({ min: 1, max: 40 }),
    }),
    other: fc.record({
      client: fc.oneof(
        { weight: 4, arbitrary: fc.constant<OtherClient>("none") },
        { weight: 1, arbitrary: fc.constantFrom<OtherClient>("on this machine", "on another machine") },
      ),
      after: fc.nat(30_000),
    }),
    pause: fc.constantFrom(0, 500, 3000, 20_000, 60_000),
    seed: fc.nat(),
  })
  .map(withinLimits);

/** The scenario with a lag and with faults that the engine promises to cope with. */
export function withinLimits(scenario: Scenario): Scenario {
  const lagging = { ...scenario, lag: possibleLag(scenario) };
  return { ...lagging, faults: possibleFaults(lagging) };
}

/** A process that is killed loses a response. */
function possibleLag({ lag, interruption }: Pick<Scenario, "lag" | "interruption">): number {
  return interruption.kind.startsWith("killed") ? Math.min(lag, MAX_LAG_OF_LOST_RESPONSES) : lag;
}

/** The faults that the engine promises to cope with at this lag; docs/reliability.md states the same limits. */
function possibleFaults({
  faults,
  lag,
  interruption,
}: Pick<Scenario, "faults" | "lag" | "interruption">): Fault[] {
  const isKilled = interruption.kind.startsWith("killed");
  return faults.filter((fault) => {
    if (FAULTS_OF_LAGGING.includes(fault)) return true;
    // A killed process leaves no trace of a rejection.
    if (fault === "rejected, processed") return lag <= MAX_LAG_OF_REJECTION && !isKilled;
    if (fault === "group rejected, partly stored") return lag <= MAX_LAG_OF_REJECTED_GROUP;
    return lag <= MAX_LAG_OF_LOST_RESPONSES;
  });
}
