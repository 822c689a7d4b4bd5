import fc from "fast-check";
import type { SandboxWorklog } from "../../../src/sandbox/state.ts";
import type { Deployment } from "../../../src/tempo/deployment.ts";
import type { WorklogChanges } from "../../../src/timesheet/editing/merge.ts";
import { FAULTS, type Fault } from "../../helpers/faults.ts";
import { COLLEAGUE, worklog } from "../../helpers/seeds.ts";
import type { StoredChange } from "../../helpers/stored-changes.ts";
import type { Interruption } from "./scenario.ts";

type Content = Omit<SandboxWorklog, "id">;

export interface Edit {
  /** Which of the scenario's worklogs; one beyond them does not exist. */
  target: number;
  changes: WorklogChanges;
  interruption: { kind: Interruption; atRequest: number };
  /** A change to the same worklog by another client, so many milliseconds after the call began. */
  other: { does: "nothing" | "edits" | "deletes"; after: number };
  /** The time until the next edit, in milliseconds. */
  pause: number;
}

/** Worklogs that are changed one after another, on an upstream with faults. */
export interface EditScenario {
  deployment: Deployment["kind"];
  behaviour: {
    omittedFields: "kept" | "reset";
    updateReply: "object" | "array";
    timeSeparator: " " | "T";
  };
  worklogs: Content[];
  edits: Edit[];
  rate: number;
  faults: Fault[];
  change: StoredChange;
  /** The seed of everything random in the scenario. */
  seed: number;
}

const DATES = ["2026-01-05", "2026-01-06", "2026-01-07"];
const COMMENTS = ["", "Review", "Login flow", "A <b>bold</b> claim & more", "Two\n lines"];

const worklogs = fc.record({
  startDate: fc.constantFrom(...DATES),
  startTime: fc.constantFrom("09:00:00", "14:30:00"),
  timeSpentSeconds: fc.constantFrom(1200, 3600, 7200, 5 * 3600),
  billable: fc.constantFrom(0, 0.5, 1, 1),
  description: fc.constantFrom(...COMMENTS),
  attributes: fc.constantFrom<Record<string, string>[]>(
    {},
    { _Team_: "blue" },
    { _Team_: "red", _Account_: "ACME" },
  ),
  isOwn: fc.constantFrom(...Array<boolean>(9).fill(true), false),
});

const changes: fc.Arbitrary<WorklogChanges> = fc
  .record(
    {
      hours: fc.constantFrom(0.33, 0.5, 1, 2, 6, 7.5, 20),
      date: fc.constantFrom(...DATES),
      startTime: fc.constantFrom("09:00", "10:15"),
      description: fc.constantFrom(...COMMENTS),
      billable: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .filter((some) => Object.keys(some).length > 0);

const edits = fc.record({
  /** One in 21 does not exist. */
  target: fc.nat(20),
  changes,
  interruption: fc.record({
    kind: fc.constantFrom<Interruption[]>(
      ...Array<Interruption>(12).fill("none"),
      "cancelled",
      "killed before it is processed",
      "killed after it is processed",
    ),
    atRequest: fc.integer({ min: 1, max: 8 }),
  }),
  other: fc.record({
    does: fc.constantFrom<Edit["other"]["does"][]>(
      ...Array<Edit["other"]["does"]>(8).fill("nothing"),
      "edits",
      "edits",
      "deletes",
    ),
    after: fc.oneof(fc.nat(2000), fc.nat(20_000)),
  }),
  pause: fc.constantFrom(0, 0, 500, 3000, 20_000),
});

export const editScenarios: fc.Arbitrary<EditScenario> = fc
  .record({
    deployment: fc.constantFrom<Deployment["kind"][]>("cloud", "datacenter"),
    behaviour: fc.record({
      omittedFields: fc.constantFrom<("kept" | "reset")[]>("kept", "reset"),
      updateReply: fc.constantFrom<("object" | "array")[]>("object", "array"),
      timeSeparator: fc.constantFrom<(" " | "T")[]>(" ", "T"),
    }),
    worklogs: fc.array(
      worklogs.map(({ billable, isOwn, ...parts }) => ({
        ...worklog(parts),
        billableSeconds: billable * parts.timeSpentSeconds,
        ...(!isOwn && { accountId: COLLEAGUE.accountId }),
      })),
      { minLength: 1, maxLength: 4 },
    ),
    edits: fc.array(edits, { minLength: 1, maxLength: 5 }),
    rate: fc.constantFrom(0, 0.05, 0.2, 0.5, 0.8),
    faults: fc.oneof(
      fc.subarray([...FAULTS], { minLength: 1 }),
      fc.constantFrom(...FAULTS).map((fault) => [fault]),
      fc.constant<Fault[]>(["gateway timeout, processed late"]),
    ),
    change: fc.constantFrom<StoredChange[]>(
      "nothing",
      "nothing",
      "nothing",
      "rounds up to 15 minutes",
      "sets billable time to 0",
      "fills in an empty comment",
      "strips tags",
    ),
    seed: fc.nat(),
  })
  .map((scenario) => ({
    ...scenario,
    edits: scenario.edits.map((edit) => ({ ...edit, target: targetOf(edit, scenario) })),
  }));

function targetOf({ target }: Edit, { worklogs: { length } }: Pick<EditScenario, "worklogs">): number {
  return target === 20 ? length : target % length;
}
