import { expect, test } from "vitest";
import type { ExistingWorklog } from "../../../src/timesheet/port.ts";
import { BatchJournal } from "../../../src/timesheet/posting/batch-journal.ts";
import { asIfMoved } from "../../../src/timesheet/posting/settle-moves.ts";
import { writer } from "../../helpers/writer.ts";
import { fullWorklog } from "../editing/worklogs.ts";
import { runOf } from "./run.ts";
import { existingWorklog, newWorklog, storedWorklog } from "./worklogs.ts";

const OLD = fullWorklog({ id: "7" });
const OTHER = existingWorklog("5");
/** The time at which moves are sent. */
const CREATED_AT = runOf([]).run.context.clock.wallClock();
const SHOWN = existingWorklog("8", { issue: "2", createdAt: CREATED_AT });

interface Planned {
  listed: readonly ExistingWorklog[];
  /** Those that the list does not show yet. */
  unlisted?: readonly ExistingWorklog[];
  /** Whether no response has named the new worklog. */
  hasNoOutcome?: true;
  /** Whether another process may be writing. */
  hasLostLease?: true;
}

/** The worklogs that a plan counts while the move of worklog 7 from issue 1 to issue 2, as worklog 8, is open, and what is known of the move then. */
function count({ listed, unlisted = [], hasNoOutcome, hasLostLease }: Planned) {
  const row = newWorklog({ issue: "2" });
  const { run, journal, log } = runOf([row]);
  const batch = new BatchJournal(journal, { moves: OLD });
  batch.sending([row]);
  if (!hasNoOutcome) batch.stored([[row, storedWorklog("8", { createdAt: CREATED_AT })]]);
  const counted = asIfMoved(
    listed,
    [...unlisted],
    run.context,
    writer(journal, () => !hasLostLease),
  );
  return {
    listed: counted.existing.map(({ id }) => id),
    unlisted: counted.stored.map(({ id }) => id),
    result: journal.moves.open().map(({ stored }) => stored?.id),
    log,
  };
}

const changed = <Worklog extends ExistingWorklog>(worklog: Worklog) => ({ ...worklog, seconds: 1800 });

const logged = (place: string) => [
  `worklog 7 of 2026-01-05 was to be moved to PROJ-2, which is not finished: its hours may also be there${place}; look at both ` +
    "issues in Tempo, and delete one if they are the same hours",
];
const KNOWN = { unlisted: [], result: ["8"], log: logged(" as worklog 8") };
const NOT_KNOWN = { unlisted: [], result: [undefined], log: logged("") };

test.each<[what: string, planned: Planned, counted: object]>([
  ["the new worklog", { listed: [OTHER, OLD, SHOWN] }, { ...KNOWN, listed: ["5", "8"] }],
  [
    "the new worklog, though it was changed since",
    { listed: [OLD, changed(SHOWN)] },
    { ...KNOWN, listed: ["8"] },
  ],
  ["the old worklog if it was changed since", { listed: [changed(OLD), SHOWN] }, { ...KNOWN, listed: ["7"] }],
  [
    "both if both were changed since, so that nothing proves them to be the same hours",
    { listed: [changed(OLD), changed(SHOWN)] },
    { ...KNOWN, listed: ["7", "8"] },
  ],
  [
    "the new worklog before the list shows it",
    { listed: [OLD], unlisted: [SHOWN] },
    { ...KNOWN, listed: [], unlisted: ["8"] },
  ],
  [
    "the old worklog if it was changed since, and no list shows the new one yet",
    { listed: [changed(OLD)], unlisted: [SHOWN] },
    { ...KNOWN, listed: ["7"] },
  ],
  [
    "the new worklog if the list does not show the old one yet",
    { listed: [SHOWN], unlisted: [OLD, OTHER] },
    { ...KNOWN, listed: ["8"], unlisted: ["5"] },
  ],
  ["the old worklog if the new one is on no date of it", { listed: [OLD] }, { ...KNOWN, listed: ["7"] }],
  ["the new worklog if the old one is on no date of it", { listed: [SHOWN] }, { ...KNOWN, listed: ["8"] }],
  [
    "neither if both are on other dates, and nothing is said of them",
    { listed: [OTHER] },
    { ...KNOWN, listed: ["5"], log: [] },
  ],
  [
    "the worklog that equals the new one, if no response has named that",
    { listed: [OLD, SHOWN], hasNoOutcome: true },
    { ...KNOWN, listed: ["8"] },
  ],
  [
    "both if no response has named the new one, and the call must not record which it is",
    { listed: [OLD, SHOWN], hasNoOutcome: true, hasLostLease: true },
    { ...NOT_KNOWN, listed: ["7", "8"] },
  ],
  [
    "the old worklog while nothing is known of the new one",
    { listed: [OLD, OTHER], hasNoOutcome: true },
    { ...NOT_KNOWN, listed: ["7", "5"] },
  ],
  [
    "an equal worklog too, which a response that has named another keeps from being the new one",
    { listed: [OLD, { ...SHOWN, id: "9" }, SHOWN] },
    { ...KNOWN, listed: ["9", "8"] },
  ],
])("a plan counts %s, of a move that is open", (_, planned, counted) => {
  expect(count(planned)).toEqual(counted);
});
