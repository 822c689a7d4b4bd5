import { expect, test } from "vitest";
import type { TimesheetError } from "../../../src/timesheet/errors.ts";
import { entry } from "../../helpers/inputs.ts";
import { worklog } from "../../helpers/seeds.ts";
import { DAYS, openUndo, postLost } from "./open-undo.ts";

type Opened = ReturnType<typeof openUndo>;

interface Row {
  prepare?: (opened: Opened) => Promise<unknown>;
  options?: Parameters<Opened["run"]>[0];
  budget?: number;
  code: TimesheetError["code"];
  message: string;
  printed?: string;
  stored?: number[];
}

const UNTIL =
  "It may still take effect until <time>, 250 seconds from now. Run tempofiller undo --batch 1 then.";
const FIVE_DAYS = [5, 6, 7, 8, 9].map((day) => entry(`2026-01-0${day}`));
const FIVE_NAMED = FIVE_DAYS.map(({ date }) => `8 h on PROJ-123 for ${date}`).join("; ");

test.each<[cause: string, row: Row]>([
  [
    "the worklog is to be confirmed without a terminal",
    {
      prepare: ({ post }) => post(entry()),
      options: { yes: false },
      code: "invalid_input",
      message: "Nothing was deleted: there is no terminal to ask on. Add --batch 1 --yes to delete it.",
      printed:
        "The last batch (1) on https://sandbox.invalid, sent <time>:\n\nPROJ-123  2026-01-05  8 h  1290000\n\n",
      stored: [1290000],
    },
  ],
  [
    "a part of the last batch is in doubt",
    {
      prepare: (opened) => postLost(opened, entry()),
      budget: 8000,
      code: "outcome_unknown",
      message: `Nothing was deleted: Tempo has not said what became of a part of the last batch (1): 8 h on PROJ-123 for 2026-01-05. ${UNTIL}`,
      printed: "The last batch (1) has an entry without an outcome. Looking for what became of it …\n",
    },
  ],
  [
    "five entries of a named batch are in doubt, which are named",
    {
      prepare: (opened) => postLost(opened, ...FIVE_DAYS),
      options: { batch: "1" },
      budget: 8000,
      code: "outcome_unknown",
      message: `Nothing was deleted: Tempo has not said what became of a part of batch 1: ${FIVE_NAMED}. ${UNTIL}`,
      printed: "Batch 1 has 5 entries without an outcome. Looking for what became of it …\n",
    },
  ],
  [
    "more than that are in doubt, of which five are named",
    {
      prepare: (opened) => postLost(opened, ...FIVE_DAYS, entry("2026-01-12"), entry("2026-01-13")),
      options: { batch: "1" },
      budget: 8000,
      code: "outcome_unknown",
      message: `Nothing was deleted: Tempo has not said what became of a part of batch 1: ${FIVE_NAMED}; 2 more. ${UNTIL}`,
      printed: "Batch 1 has 7 entries without an outcome. Looking for what became of it …\n",
    },
  ],
])("nothing is deleted if %s", async (_, row) => {
  const { prepare, options, budget, code, message, printed = "", stored = [] } = row;
  const opened = openUndo();
  await prepare?.(opened);
  const error: TimesheetError = await opened.run(options, budget).then(
    () => expect.fail("it was undone"),
    (failure) => failure,
  );
  expect({ code: error.code, message: withoutTimes(error.message) }).toEqual({ code, message });
  expect({ printed: withoutTimes(opened.printed()), stored: opened.stored() }).toEqual({ printed, stored });
});

test("nothing is deleted if the last batch may be what was logged elsewhere since, which is named", async () => {
  const opened = openUndo();
  await postLost(opened, DAYS[0], DAYS[1]);
  const createdAt = new Date(opened.clock.wallClock()).toISOString().slice(0, 19);
  for (const [index, startDate] of [DAYS[0].date, DAYS[1].date].entries())
    opened.sandbox.state.worklogs.set(1290000 + index, {
      id: 1290000 + index,
      ...worklog({ startDate, timeSpentSeconds: 5400, description: "Other", createdAt }),
    });
  await expect(opened.run()).rejects.toMatchObject({
    code: "not_found",
    message:
      "There is nothing to undo: nothing of the last batch (1) is known to be stored; it is unknown whether 8 h on PROJ-123 for 2026-01-05; " +
      "8 h on PROJ-123 for 2026-01-06 are stored; they may be worklog 1290000, 1290001: look at it in Tempo. tempofiller journal shows the batches.",
  });
  expect(opened.stored()).toEqual([1290000, 1290001]);
});

/** A text without the local times in it. */
function withoutTimes(text: string): string {
  return text.replaceAll(/\d{4}-\d\d-\d\d \d\d:\d\d|\d\d:\d\d:\d\d/g, "<time>");
}
