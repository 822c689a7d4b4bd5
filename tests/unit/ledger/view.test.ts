import { describe, expect, test } from "vitest";
import { ForbiddenError, UnavailableError } from "../../../src/timesheet/errors.ts";
import type { Ledger } from "../../../src/timesheet/ledger/ledger.ts";
import { readVisible, viewOf } from "../../../src/timesheet/ledger/view.ts";
import type { FullWorklog } from "../../../src/timesheet/port.ts";
import { LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { runOf } from "../posting/run.ts";
import { changed, deleted, type Step, sent, stored } from "../posting/steps.ts";
import { build, type Content, existingWorklog, type Named } from "../posting/worklogs.ts";

const A = { comment: "a", createdAt: 50_000 };
const B = { ...A, comment: "b" };
const C = { ...A, comment: "c" };
const RED = { ...A, attributes: { _Team_: "red" } };
const BLUE = { ...A, attributes: { _Team_: "blue" } };
const NINE = { ...A, startTime: "09:00:00" };
const TEN = { ...A, startTime: "10:00:00" };
const TUESDAY = "2026-01-06";
const MONDAY = { startDate: "2026-01-05", endDate: "2026-01-05" };

/** Worklogs by id as reads show them; `false` for one that the user may not see. */
type Read = Record<string, Content | false>;

function readingOf(read: Read, reads: string[] = []) {
  return async (id: string) => {
    reads.push(id);
    const content = read[id];
    if (content === false) throw new ForbiddenError("No access.", 403);
    const worklog: FullWorklog = { ...existingWorklog(id, content), attributes: [] };
    return content && { worklog, isOwn: true };
  };
}

const storedNow = (id: string, content: Content): Step => {
  return (ledger: Ledger) => {
    const number = ledger.nextNumber();
    sent(content)(ledger);
    stored(number, id, content)(ledger);
  };
};

interface Row {
  /** The steps of this user's calls, all at one time. */
  steps: Step[];
  age?: number;
  listed?: Named;
  /** The worklogs that reads by id show. */
  read?: Read;
  /** The comments by id. */
  rows: Record<string, string>;
  missing?: string[];
  isBehind?: true;
  /** Ids that are read; those of `read` unless given. */
  reads?: string[];
}

const TABLES: Record<string, [behaviour: string, row: Row][]> = {
  "a worklog that was stored less than a minute ago": [
    [
      "is read by its id if the list lacks it",
      { steps: [storedNow("1", A)], read: { 1: A }, rows: { 1: "a" }, isBehind: true },
    ],
    ["is not read if the list shows it", { steps: [storedNow("1", A)], listed: { 1: A }, rows: { 1: "a" } }],
    [
      "is as the list shows it, if that is no look that it has had: another client has changed it",
      { steps: [storedNow("1", A)], listed: { 1: C }, rows: { 1: "c" } },
    ],
    [
      "is missing if no read shows it either",
      { steps: [storedNow("1", A)], rows: {}, missing: ["1"], reads: ["1"] },
    ],
    ["is not there if the user may not see it", { steps: [storedNow("1", A)], read: { 1: false }, rows: {} }],
    [
      "is left out if it was moved to a date that is not asked for",
      { steps: [storedNow("1", A)], read: { 1: { ...A, date: TUESDAY } }, rows: {} },
    ],
    [
      "is not read if its date is not asked for",
      { steps: [storedNow("1", { ...A, date: TUESDAY })], rows: {} },
    ],
    ["is not read if it was deleted since", { steps: [storedNow("1", A), deleted("1")], rows: {} }],
    [
      "is read up to a minute later",
      { steps: [storedNow("1", A)], age: LIST_LAG_MS, read: { 1: A }, rows: { 1: "a" }, isBehind: true },
    ],
    ["is not read any more after that", { steps: [storedNow("1", A)], age: LIST_LAG_MS + 1, rows: {} }],
  ],
  "a worklog that was changed less than a minute ago": [
    [
      "is read if the list shows it as it was",
      { steps: [changed("1", A, B)], listed: { 1: A }, read: { 1: B }, rows: { 1: "b" }, isBehind: true },
    ],
    [
      "is read if the list shows it as it was before a change before",
      {
        steps: [changed("1", A, B), changed("1", B, C)],
        listed: { 1: A },
        read: { 1: C },
        rows: { 1: "c" },
        isBehind: true,
      },
    ],
    [
      "is read if the list shows it with the attributes that it had",
      {
        steps: [changed("1", RED, BLUE)],
        listed: { 1: RED },
        read: { 1: BLUE },
        rows: { 1: "a" },
        isBehind: true,
      },
    ],
    [
      "is read if the list shows it without the attributes that it was given",
      {
        steps: [changed("1", { ...A, attributes: {} }, RED)],
        listed: { 1: { ...A, attributes: {} } },
        read: { 1: RED },
        rows: { 1: "a" },
        isBehind: true,
      },
    ],
    [
      "is read if the list shows it with the start time that it had",
      {
        steps: [changed("1", NINE, TEN)],
        listed: { 1: NINE },
        read: { 1: TEN },
        rows: { 1: "a" },
        isBehind: true,
      },
    ],
    [
      "is not read if the list shows it as it is",
      { steps: [changed("1", A, B)], listed: { 1: B }, rows: { 1: "b" } },
    ],
    [
      "is not read if the list shows no attributes, and it as it is otherwise",
      { steps: [changed("1", RED, BLUE)], listed: { 1: A }, rows: { 1: "a" } },
    ],
    [
      "is not read if the list shows it otherwise: another client has changed it",
      { steps: [changed("1", A, B)], listed: { 1: C }, rows: { 1: "c" } },
    ],
    [
      "is on its new date, though the list lacks it there",
      {
        steps: [changed("1", { ...A, date: TUESDAY }, A)],
        read: { 1: A },
        rows: { 1: "a" },
        isBehind: true,
      },
    ],
    [
      "is not on its old date any more, though the list shows it there",
      {
        steps: [changed("1", A, { ...A, date: TUESDAY })],
        listed: { 1: A },
        read: { 1: { ...A, date: TUESDAY } },
        rows: {},
      },
    ],
    [
      "is missing if no read shows it, whatever the list says",
      { steps: [changed("1", A, B)], listed: { 1: A }, rows: {}, missing: ["1"], reads: ["1"] },
    ],
    [
      "is not missing on its old date if no read shows it",
      { steps: [changed("1", A, { ...A, date: TUESDAY })], listed: { 1: A }, rows: {}, reads: ["1"] },
    ],
    [
      "is not read if it was changed back, and the list shows it so",
      { steps: [changed("1", A, B), changed("1", B, A)], listed: { 1: A }, rows: { 1: "a" } },
    ],
    [
      "is as the list shows it after a minute",
      { steps: [changed("1", A, B)], age: LIST_LAG_MS + 1, listed: { 1: A }, rows: { 1: "a" } },
    ],
  ],
  "a worklog that was deleted less than a minute ago": [
    [
      "is left out, though the list shows it",
      { steps: [deleted("1")], listed: { 1: A, 2: B }, rows: { 2: "b" } },
    ],
    [
      "does not hide another one with its id",
      {
        steps: [storedNow("1", A), deleted("1")],
        listed: { 1: { ...B, createdAt: 90_000 } },
        rows: { 1: "b" },
      },
    ],
    [
      "is there if the list shows it after a minute",
      { steps: [deleted("1")], age: LIST_LAG_MS + 1, listed: { 1: A }, rows: { 1: "a" } },
    ],
  ],
  "other worklogs": [
    [
      "are as the list shows them",
      { steps: [storedNow("1", A)], listed: { 1: A, 2: B }, rows: { 1: "a", 2: "b" } },
    ],
  ],
};

describe.each(Object.entries(TABLES))("%s", (_, rows) => {
  test.each(rows)("%s", async (_, row) => {
    const { steps, age = 0, listed = {}, read = {}, missing = [], isBehind = false } = row;
    const ranges: unknown[] = [];
    const reads: string[] = [];
    const { context, ledger, advance } = runOf([], {
      async getExistingWorklogs(range) {
        ranges.push(range);
        return [...build(listed, (content, id) => existingWorklog(id, content)).values()];
      },
      readWorklog: readingOf(read, reads),
    });
    for (const step of steps) step(ledger);
    advance(age);
    const view = await viewOf(MONDAY, context, ledger);
    expect({
      rows: Object.fromEntries(view.rows.map(({ id, comment }) => [id, comment])),
      missing: view.missing.map(({ id }) => id),
      isBehind: view.isBehind,
      reads,
    }).toEqual({ rows: row.rows, missing, isBehind, reads: row.reads ?? Object.keys(read) });
    expect(ranges).toEqual([MONDAY]);
  });
});

test("a list does not show how a worklog looked more than a minute ago: another client has changed it back", async () => {
  const { context, ledger, advance } = runOf([], {
    getExistingWorklogs: async () => [existingWorklog("1", A)],
  });
  changed("1", A, B)(ledger);
  advance(LIST_LAG_MS - 1000);
  changed("1", B, C)(ledger);
  advance(1001);
  expect((await viewOf(MONDAY, context, ledger)).rows).toEqual([existingWorklog("1", A)]);
});

test("no more worklogs are read at a time than the deployment takes", async () => {
  let [reading, most] = [0, 0];
  const { context, ledger } = runOf([], {
    getExistingWorklogs: async () => [],
    async readWorklog(id) {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise((resolve) => setImmediate(resolve));
      reading -= 1;
      return { worklog: { ...existingWorklog(id, A), attributes: [] }, isOwn: true };
    },
  });
  for (const id of ["1", "2", "3", "4", "5"]) storedNow(id, A)(ledger);
  expect((await viewOf(MONDAY, context, ledger)).rows).toHaveLength(5);
  expect(most).toBe(2);
});

test("a worklog is visible if it is the user's own; what is no refusal ends the read", async () => {
  const worklog: FullWorklog = { ...existingWorklog("1"), attributes: [] };
  const { context } = runOf([], {
    async readWorklog(id) {
      if (id === "4") throw new UnavailableError("Tempo is away.", 503);
      if (id === "3") throw new ForbiddenError("No access.", 403);
      return id === "0" ? undefined : { worklog, isOwn: id === "1" };
    },
  });
  const read = (id: string) => readVisible(id, context);
  expect([await read("1"), await read("2"), await read("0"), await read("3")]).toEqual([
    ...[worklog, "gone", "gone", "hidden"],
  ]);
  await expect(read("4")).rejects.toThrow("Tempo is away.");
});
