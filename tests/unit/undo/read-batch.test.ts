import { expect, test } from "vitest";
import type { CallContext } from "../../../src/timesheet/call-context.ts";
import { ForbiddenError, UnavailableError } from "../../../src/timesheet/errors.ts";
import type { NewIntent } from "../../../src/timesheet/ledger/records.ts";
import type { FullWorklog, Timesheet } from "../../../src/timesheet/port.ts";
import { LIST_LAG_MS } from "../../../src/timesheet/timeline.ts";
import { absenceOf, type BatchWorklog, batchOfId, readBatch } from "../../../src/timesheet/undo/undo.ts";
import { runOf } from "../posting/run.ts";
import { type Content, existingWorklog, newWorklog } from "../posting/worklogs.ts";

/** A worklog as it is read by its id. */
const shown = (id: string, content: Content = {}): FullWorklog => ({
  ...existingWorklog(id, content),
  attributes: [],
});

/** Reads a batch of worklogs with the ids 1, 2 and so on, which is stored as `contents`. */
async function readStored(contents: Content[], expected: Partial<Timesheet>, isUnproven = false) {
  const { context, ledger } = runOf([], expected);
  const intents = contents.map((content): NewIntent => {
    const { issue, ...entry } = newWorklog(content);
    return { op: "create", wanted: ledger.wanted({ ...entry, issueId: issue.id }, issue.key) };
  });
  const fates = ledger.intend(intents).map(({ number }, index) => ({
    ...{ number, row: ledger.known(shown(String(index + 1), contents[index])) },
  }));
  ledger.done(fates.map((fate) => ({ ...fate, ...(isUnproven && { unproven: true }) })));
  const contexts: CallContext[] = [];
  const read = async () => {
    const batch = batchOfId(ledger, "1");
    if (!batch) throw new Error("Nothing was sent");
    return readBatch(batch, ledger, () => {
      contexts.push({ ...context });
      return contexts.at(-1) ?? context;
    });
  };
  const { clock } = context;
  return { read, ledger, contexts, clock, storedAt: clock.wallClock() };
}

/** A worklog of a batch without its records. */
const plain = ({ id, storedAt, sent, row: { date, seconds }, now }: BatchWorklog) => ({
  ...{ id, storedAt, issueKey: sent.wanted.issueKey, date, seconds, now },
});

test("what a batch has stored is read as Tempo holds it", async () => {
  const asked: unknown[] = [];
  const { read, contexts, storedAt } = await readStored(
    [{}, { issue: "2", date: "2026-01-06" }, { hours: 2 }],
    {
      async readWorklog(id, scope) {
        asked.push([id, contexts.indexOf(scope as CallContext)]);
        if (id === "3") return undefined;
        return { worklog: shown(id, id === "2" ? { issue: "2", date: "2026-01-06" } : {}), isOwn: true };
      },
    },
  );
  const common = { storedAt, date: "2026-01-05", seconds: 3600 };
  const { worklogs, changed } = await read();
  expect(worklogs.map(plain)).toEqual([
    { ...common, id: "1", issueKey: "PROJ-1", now: shown("1") },
    { ...common, id: "3", issueKey: "PROJ-1", seconds: 7200, now: "unfound" },
    {
      ...{ ...common, id: "2", issueKey: "PROJ-2", date: "2026-01-06" },
      now: shown("2", { issue: "2", date: "2026-01-06" }),
    },
  ]);
  expect(changed).toEqual([]);
  // Each with the time of a call of its own.
  expect(asked).toEqual([
    ["1", 1],
    ["3", 2],
    ["2", 3],
  ]);
});

test("a worklog that was stored late may not be found yet, however long ago its batch was sent", async () => {
  const { read, ledger, clock } = await readStored([], { readWorklog: async () => undefined });
  ledger.intend([{ op: "create", wanted: ledger.wanted(existingWorklog(""), "PROJ-1") }], { batch: 1 });
  await clock.sleep(LIST_LAG_MS);
  ledger.done([{ number: 1, row: ledger.known(shown("1")) }]);
  const storedAt = clock.wallClock();
  expect((await read()).worklogs.map(plain)).toEqual([
    { id: "1", issueKey: "PROJ-1", date: "2026-01-05", seconds: 3600, storedAt, now: "unfound" },
  ]);
});

test("no more worklogs are read at a time than the deployment takes", async () => {
  let [reading, most] = [0, 0];
  const { read } = await readStored(Array(7).fill({}), {
    async readWorklog(id) {
      reading += 1;
      most = Math.max(most, reading);
      await new Promise((resolve) => setImmediate(resolve));
      reading -= 1;
      return { worklog: shown(id), isOwn: true };
    },
  });
  expect((await read()).worklogs).toHaveLength(7);
  expect(most).toBe(2);
});

const OTHERS: FullWorklog["attributes"] = [{ key: "_Team_", value: "red" }];

test.each<
  [fate: string, what: string, now: Omit<Content, "attributes"> & Partial<Pick<FullWorklog, "attributes">>]
>([
  ["to be deleted", "as it was stored", {}],
  ["to be deleted", "billed otherwise", { billable: false }],
  ["kept", "created at another time, however alike it looks", { createdAt: 90_000 }],
  ["kept", "on another date", { date: "2026-01-06" }],
  ["kept", "of other hours", { hours: 2 }],
  ["kept", "of another comment", { comment: "by hand" }],
  ["kept", "on another issue", { issue: "2" }],
  ["kept", "of other attributes", { attributes: OTHERS }],
  ["kept", "of another start time", { startTime: "09:00:00" }],
])("a worklog is %s if it now is %s", async (fate, _, { attributes, ...others }) => {
  const createdAt = 50_000;
  const { read } = await readStored([{ createdAt }], {
    readWorklog: async (id) => ({
      worklog: { ...shown(id, { createdAt, ...others }), ...(attributes && { attributes }) },
      isOwn: true,
    }),
  });
  const { worklogs, changed } = await read();
  expect([worklogs.map(({ id }) => id), changed]).toEqual(fate === "kept" ? [[], ["1"]] : [["1"], []]);
});

const unchanged: Partial<Timesheet> = {
  readWorklog: async (id) => ({ worklog: shown(id), isOwn: true }),
};

test("a worklog that nothing proves to be the batch's own is kept", async () => {
  const { read } = await readStored([{}], unchanged, true);
  expect(await read()).toEqual({ worklogs: [], changed: ["1"] });
});

test("a worklog that was moved by a call is kept under its new id, and with both while the move is open", async () => {
  const { read, ledger } = await readStored([{}], unchanged);
  const { createdAt: _, ...wanted } = shown("", { issue: "2" });
  const [move] = ledger.intend([
    { op: "create", wanted: ledger.wanted(wanted, "PROJ-2"), replaces: ledger.known(shown("1")) },
  ]);
  ledger.done([{ number: move?.number ?? 0, row: ledger.known(shown("2", { issue: "2" })) }]);
  expect(await read()).toEqual({ worklogs: [], changed: ["1", "2"] });
  ledger.gone(["1"]);
  expect(await read()).toEqual({ worklogs: [], changed: ["2"] });
});

test.each<[what: string, readWorklog: Timesheet["readWorklog"], message: string]>([
  [
    "another user's",
    async (id) => ({ worklog: shown(id), isOwn: false }),
    "Worklog 1 belongs to another user, so it was not deleted. Only your own worklogs can be deleted. Check the id in the list of " +
      "your worklogs.",
  ],
  ["not to be read any more", () => Promise.reject(new ForbiddenError("Forbidden.")), "Forbidden."],
])("a worklog that is %s is shown with the reason", async (_, readWorklog, message) => {
  const { read } = await readStored([{}], { readWorklog });
  expect((await read()).worklogs).toMatchObject([{ id: "1", now: { code: "forbidden", message } }]);
});

test("a batch that cannot be read in full is not read in part", async () => {
  const { read } = await readStored([{}, {}], {
    async readWorklog(id) {
      if (id === "2") throw new UnavailableError("Tempo is away.");
      return { worklog: shown(id), isOwn: true };
    },
  });
  await expect(read()).rejects.toThrow("Tempo is away.");
});

test.each([
  [LIST_LAG_MS - 1, "unfound"],
  [LIST_LAG_MS, "gone"],
])("a worklog that is not found %i ms after it was sent is %s", (age, absence) => {
  const { context } = runOf([]);
  expect(absenceOf(context.clock.wallClock() - age, context)).toBe(absence);
});
