import { describe, expect, test } from "vitest";
import { rejected } from "../../helpers/fault-script.ts";
import { COLLEAGUE } from "../../helpers/seeds.ts";
import { DAYS, openUndo } from "./open-undo.ts";

type Opened = ReturnType<typeof openUndo>;

/** The undo of a batch of three worklogs. */
interface Row {
  /** An event during the deletes of the batch. */
  meanwhile: (opened: Opened) => unknown;
  /** The time of the call, if it is not the usual one. */
  budget?: number;
  code: number;
  /** The outcomes without their reasons. */
  outcome: string[];
  left: number[];
}

/** Runs something before Tempo handles the n-th delete. */
const beforeDelete = ({ tempo }: Opened, number: number, act: () => unknown) =>
  tempo.onDelete(number, async (request, serve) => {
    act();
    return serve(request);
  });

test.each<[what: string, row: Row]>([
  [
    "are all rejected end with the code of that",
    {
      meanwhile: ({ tempo }) => tempo.onDelete("all", rejected(400)),
      code: 6,
      outcome: ["1290000 failed", "1290001 failed", "1290002 failed", "Deleted 0 of 3, 3 not deleted"],
      left: [1290000, 1290001, 1290002],
    },
  ],
  [
    "fail for several reasons end with the code of a part",
    {
      meanwhile({ tempo }) {
        tempo.onDelete(1, rejected(400));
        tempo.onDelete("all", rejected(403));
      },
      code: 9,
      outcome: ["1290000 failed", "1290001 failed", "1290002 failed", "Deleted 0 of 3, 3 not deleted"],
      left: [1290000, 1290001, 1290002],
    },
  ],
  [
    "fail in part end with the code of a part",
    {
      meanwhile: ({ tempo }) => tempo.onDelete(3, rejected(400)),
      code: 9,
      outcome: ["1290000 deleted", "1290001 deleted", "1290002 failed", "Deleted 2 of 3, 1 not deleted"],
      left: [1290002],
    },
  ],
  [
    "have no outcome from the second on end with the code of that",
    {
      meanwhile({ tempo }) {
        tempo.onDelete(({ number }) => number > 1, "gateway error, not processed");
      },
      budget: 8000,
      code: 8,
      outcome: ["1290000 deleted", "1290001 failed", "Deleted 1 of 3, 1 perhaps deleted, 1 not deleted"],
      left: [1290001, 1290002],
    },
  ],
  [
    "cannot be reached from the second on end with the code of a part",
    {
      meanwhile({ tempo }) {
        tempo.onDelete(({ number }) => number > 1, "connection refused");
      },
      code: 9,
      outcome: ["1290000 deleted", "1290001 failed", "Deleted 1 of 3, 2 not deleted"],
      left: [1290001, 1290002],
    },
  ],
  [
    "are interrupted after the first end with the code of that",
    {
      meanwhile: (opened) => beforeDelete(opened, 1, () => opened.interruption.abort()),
      code: 130,
      outcome: ["1290000 deleted", "1290001 failed", "Deleted 1 of 3, 2 not deleted"],
      left: [1290001, 1290002],
    },
  ],
  [
    "meet one that was deleted elsewhere a moment ago end with a code of their own",
    {
      meanwhile: (opened) => beforeDelete(opened, 1, () => opened.sandbox.state.worklogs.delete(1290001)),
      code: 12,
      outcome: [
        "1290000 deleted",
        "1290001 not found, perhaps not yet",
        "1290002 deleted",
        "Deleted 2 of 3, 1 not deleted",
      ],
      left: [],
    },
  ],
  [
    "meet one that became a colleague's end with the code of a part",
    {
      meanwhile: (opened) =>
        beforeDelete(opened, 1, () => {
          const found = opened.sandbox.state.worklogs.get(1290001);
          if (found) found.accountId = COLLEAGUE.accountId;
        }),
      code: 9,
      outcome: ["1290000 deleted", "1290001 failed", "1290002 deleted", "Deleted 2 of 3, 1 not deleted"],
      left: [1290001],
    },
  ],
])("deletes that %s", async (_, { meanwhile, budget, code, outcome, left }) => {
  const opened = openUndo();
  await opened.post(...DAYS);
  meanwhile(opened);
  const ended = await opened.undo(undefined, budget);
  const again = "; tempofiller undo --batch 1 tries again";
  expect({
    code: ended.code,
    outcome: ended.outcome?.map((line) => line.replace(/ failed: .+/, " failed").replace(again, "")),
    left: opened.stored(),
  }).toEqual({ code, outcome, left });
});

test("the reason why Tempo keeps a worklog is shown, without a secret", async () => {
  const { post, undo, tempo } = openUndo();
  await post(DAYS[0]);
  tempo.onDelete("all", rejected(400, "Period S3CRET is closed"));
  const { outcome } = await undo();
  expect(outcome).toEqual([
    expect.stringMatching(/^1290000 failed: .*Period \[redacted\] is closed/),
    "Deleted 0 of 1, 1 not deleted; tempofiller undo --batch 1 tries again",
  ]);
});

describe("a bug", () => {
  const bug = new TypeError("a bug");
  const isBug = expect.objectContaining({ message: "a bug" });

  test("while a batch is read is no refusal", async () => {
    const { post, undo, timesheet, stored } = openUndo();
    await post(...DAYS);
    timesheet.readWorklog = () => Promise.reject(bug);
    await expect(undo()).rejects.toEqual(isBug);
    expect(stored()).toHaveLength(3);
  });

  test("while a batch is deleted is no reason of Tempo's", async () => {
    const { post, undo, timesheet, stored } = openUndo();
    await post(...DAYS);
    timesheet.deleteWorklog = () => Promise.reject(bug);
    await expect(undo()).rejects.toEqual(isBug);
    expect(stored()).toHaveLength(3);
  });
});
