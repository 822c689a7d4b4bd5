import { describe, expect, test } from "vitest";
import { ForbiddenError, UnavailableError } from "../../../src/timesheet/errors.ts";
import type { View } from "../../../src/timesheet/ledger/view.ts";
import type { FullWorklog, NewWorklog } from "../../../src/timesheet/port.ts";
import type { Batch } from "../../../src/timesheet/posting/batch.ts";
import { recognise } from "../../../src/timesheet/posting/recognise.ts";
import { AMBIGUOUS_FOR_MS, LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "./run.ts";
import { changed, deleted, notStored, type Step, sent, stored, unsure } from "./steps.ts";
import { build, type Content, existingWorklog, type Named, newWorklog } from "./worklogs.ts";

const A = { comment: "a" };
const X = { comment: "x" };
const TUESDAY = "2026-01-06";

interface Row {
  /** The requests of earlier calls, and the time since. */
  steps?: Step[];
  age?: number;
  /** The rows to post; A unless given. */
  wanted?: Content[];
  listed?: Named;
  /** Worklogs that only a read by id shows; `false` for one that the user may not see. */
  read?: Record<string, Content | false>;
  /** The outcome of each row, or that it is sent; "sent, perhaps w7" names what it may be already. */
  outcomes: (string | RegExp)[];
}

const TABLES: Record<string, [behaviour: string, row: Row][]> = {
  "a row that exists": [
    ["is logged already", { listed: { w1: A }, outcomes: ["logged as w1"] }],
    ["is logged once", { wanted: [A, A], listed: { w1: A }, outcomes: ["logged as w1", "sent"] }],
    [
      "is logged as the result of an equal entry, whatever that looks like",
      { steps: [sent(A), stored(1, "w2", A)], listed: { w1: A, w2: X }, outcomes: ["logged as w2"] },
    ],
    ["is sent if nothing equal exists", { listed: { w1: X }, outcomes: ["sent"] }],
  ],
  "a row that an earlier call has stored": [
    [
      "is logged on the date that its worklog has now",
      {
        steps: [sent(A), stored(1, "w1", A), changed("w1", A, { ...A, date: TUESDAY })],
        read: { w1: { ...A, date: TUESDAY } },
        outcomes: ["logged as w1"],
      },
    ],
    [
      "is unknown if its worklog is on another issue, which only the user can judge",
      {
        steps: [sent(A), stored(1, "w1", { ...A, createdAt: 50_000 })],
        listed: { w1: { ...A, issue: "2", createdAt: 50_000 } },
        outcomes: [/^outcome_unknown: .* as worklog w1, which is on another issue now/],
      },
    ],
    [
      "is unknown if a call has moved its worklog to another issue",
      {
        steps: [sent(A), stored(1, "w1", A), changed("w1", A, { ...A, issue: "2" })],
        listed: { w1: { ...A, issue: "2" } },
        outcomes: [/^outcome_unknown: .* as worklog w1, which is on another issue now/],
      },
    ],
    [
      "is unknown if the user may not see its worklog any more",
      {
        steps: [sent(A), stored(1, "w1", A)],
        read: { w1: false },
        outcomes: [/^outcome_unknown: .* as worklog w1, to which you have no access any more/],
      },
    ],
    [
      "is unknown while Tempo may not show its worklog yet",
      {
        steps: [sent(A), stored(1, "w1", A)],
        age: LIST_LAG_MS - 1,
        outcomes: [/^outcome_unknown: .* as worklog w1 less than a minute ago/],
      },
    ],
    [
      "is sent if its worklog is gone",
      { steps: [sent(A), stored(1, "w1", A)], age: LIST_LAG_MS, outcomes: ["sent"] },
    ],
    [
      "is sent if another worklog has the id",
      {
        steps: [sent(A), stored(1, "w1", { ...A, createdAt: 50_000 })],
        age: LIST_LAG_MS,
        read: { w1: { ...A, createdAt: 90_000 } },
        outcomes: ["sent"],
      },
    ],
    [
      "is sent without a look if its worklog was deleted here",
      { steps: [sent(A), stored(1, "w1", A), deleted("w1")], outcomes: ["sent"] },
    ],
    [
      "is logged as the second result if the first is gone",
      {
        steps: [sent(A), stored(1, "w1", A), sent(A), stored(2, "w2", A)],
        age: LIST_LAG_MS,
        read: { w2: { ...A, date: TUESDAY } },
        outcomes: ["logged as w2"],
      },
    ],
    [
      "accounts for one row if its worklog is listed",
      {
        steps: [sent(A), stored(1, "w1", A)],
        wanted: [A, A],
        listed: { w1: A },
        outcomes: ["logged as w1", "sent"],
      },
    ],
    [
      "accounts for one row",
      {
        steps: [sent(A), stored(1, "w1", A)],
        wanted: [A, A],
        read: { w1: { ...A, date: TUESDAY } },
        outcomes: ["logged as w1", "sent"],
      },
    ],
    [
      "is not sent while a delete of its worklog is in doubt",
      {
        steps: [sent(A), stored(1, "w1", { ...A, date: TUESDAY }), deleting("w1", { ...A, date: TUESDAY })],
        read: { w1: { ...A, date: TUESDAY } },
        outcomes: [/^not_sent: Not sent: Tempo has not said what became of an earlier request/],
      },
    ],
  ],
  "a row that an earlier call left unsure": [
    [
      "is unknown while a candidate exists",
      {
        steps: [sent(A), unsure(1, "w1", "w2")],
        age: AMBIGUOUS_FOR_MS - 1,
        listed: { w1: X, w2: X },
        read: { w1: X, w2: X },
        outcomes: [/^outcome_unknown: .* \(worklog w1, 1 h; worklog w2, 1 h\)/],
      },
    ],
    [
      "is sent after ten minutes, and what it may be is named",
      {
        steps: [sent(A), unsure(1, "w1", "w2")],
        age: AMBIGUOUS_FOR_MS,
        listed: { w1: X, w2: X },
        read: { w1: X, w2: X },
        outcomes: ["sent, perhaps w1"],
      },
    ],
    [
      "names the candidate whose hours are nearest",
      {
        steps: [sent(A), unsure(1, "w1", "w2")],
        age: AMBIGUOUS_FOR_MS,
        read: { w1: { ...X, hours: 4 }, w2: { ...X, hours: 1.25 } },
        outcomes: ["sent, perhaps w2"],
      },
    ],
    ...[{ billable: false }, { attributes: { _Account_: "OPS" } }].map((own): [string, Row] => [
      `names the candidate that has its ${Object.keys(own)}, of those with its hours`,
      {
        steps: [sent({ ...A, ...own }), sent(A), unsure(1, "w1", "w2"), unsure(2, "w1", "w2")],
        age: AMBIGUOUS_FOR_MS,
        wanted: [{ ...A, ...own }, A],
        read: { w1: X, w2: { ...X, ...own } },
        outcomes: ["sent, perhaps w2", "sent, perhaps w1"],
      },
    ]),
    [
      "is named with a candidate of its own",
      {
        steps: [sent(A), unsure(1, "w1"), sent(A), unsure(2, "w1", "w2")],
        age: AMBIGUOUS_FOR_MS,
        wanted: [A, A],
        read: { w1: X, w2: X },
        outcomes: ["sent, perhaps w1", "sent, perhaps w2"],
      },
    ],
    ["is sent if no candidate exists", { steps: [sent(A), unsure(1, "w1")], outcomes: ["sent"] }],
    [
      "is sent if the user may see none",
      { steps: [sent(A), unsure(1, "w1")], read: { w1: false }, outcomes: ["sent"] },
    ],
    [
      "is sent if the candidate is the result of another entry by now",
      {
        steps: [sent(A), sent(X), unsure(1, "w1"), stored(2, "w1", X)],
        listed: { w1: X },
        read: { w1: X },
        outcomes: ["sent"],
      },
    ],
  ],
};

describe.each(Object.entries(TABLES))("%s", (_, rows) => {
  test.each(rows)("%s", async (_, row) => {
    const { steps = [], age = 0, wanted = [A], listed = {}, read = {}, outcomes } = row;
    const { batch, context, writer, ledger, advance } = runOf(wanted.map(newWorklog), {
      async readWorklog(id) {
        const content = read[id];
        if (content === false) throw new ForbiddenError("No access.", 403);
        const attributes = Object.entries(content?.attributes ?? {}).map(([key, value]) => ({ key, value }));
        const worklog: FullWorklog = { ...existingWorklog(id, content), attributes };
        return content && { worklog, isOwn: true };
      },
    });
    for (const step of steps) step(ledger);
    advance(age);
    await recognise(batch, viewOf(listed), { ...context, deadline: 0 }, writer);
    const found = wordsOf(batch);
    expect(found).toEqual(outcomes.map((it) => (typeof it === "string" ? it : expect.stringMatching(it))));
  });
});

describe("a worklog that was stored late", () => {
  test.each<[what: string, steps: Step[], number: number | undefined]>([
    ["is the result of an equal entry that counted as not stored", [sent(A), notStored(1)], 1],
    ["is the result of an equal entry that was unsure", [sent(A), unsure(1, "w9")], 1],
    ["is not of one before which it existed", [sent(A, { seen: ["w1"] }), notStored(1)], undefined],
    ["is not of one that is in doubt", [sent(A)], undefined],
    ["is not of another entry", [sent(X), notStored(1)], undefined],
    [
      "is not of one that gave an attribute which it lacks",
      [sent({ ...A, attributes: { account: "OPS" } }), notStored(1)],
      undefined,
    ],
  ])("%s", async (_, steps, number) => {
    const { batch, context, writer, ledger } = runOf([newWorklog(A)]);
    for (const step of steps) step(ledger);
    await recognise(batch, viewOf({ w1: { ...A, attributes: {} } }), context, writer);
    expect(wordsOf(batch)).toEqual(["logged as w1"]);
    expect(ledger.ownerOf({ id: "w1" })?.number).toBe(number);
  });
});

test("a worklog that is gone is remembered as such", async () => {
  const { batch, context, writer, ledger, advance } = runOf([newWorklog(A)], {
    readWorklog: async () => undefined,
  });
  for (const step of [sent(A), stored(1, "w1", A)]) step(ledger);
  advance(LIST_LAG_MS);
  await recognise(batch, viewOf({}), context, writer);
  expect(ledger.isGone("w1")).toBe(true);
});

test("a worklog that cannot be read for now ends the call: nothing was sent", async () => {
  const { batch, context, writer, ledger } = runOf([newWorklog(A)], {
    readWorklog: () => Promise.reject(new UnavailableError("Tempo is away.", 503)),
  });
  for (const step of [sent(A), stored(1, "w1", A)]) step(ledger);
  await expect(recognise(batch, viewOf({}), context, writer)).rejects.toThrow("Tempo is away.");
});

function deleting(id: string, content: Content): Step {
  return (ledger) => {
    ledger.intend([{ op: "delete", before: ledger.known(existingWorklog(id, content)) }]);
  };
}

function viewOf(listed: Named): View {
  const rows = [...build(listed, (content, id) => existingWorklog(id, content)).values()];
  return { rows, missing: [], isBehind: false };
}

/** The outcomes of the rows of a batch. */
function wordsOf(batch: Batch): string[] {
  const left = new Set<NewWorklog>(batch.left());
  for (const row of left) batch.stored(row, { ...existingWorklog("sent"), isOwn: true });
  return batch.outcomes().map((outcome, index) => {
    if ("failure" in outcome) return `${outcome.failure.code}: ${outcome.failure.message}`;
    const row = batch.worklogs[index] as NewWorklog;
    if (!left.has(row)) return `logged as ${outcome.stored.id}`;
    const id = outcome.possibleDuplicateId;
    return id === undefined ? "sent" : `sent, perhaps ${id}`;
  });
}
