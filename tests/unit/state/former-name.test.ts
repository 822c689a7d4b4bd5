import { expect, test } from "vitest";
import { acquireEach, withFormer } from "../../../src/state/former-name.ts";
import type { JournalRecord, ReadRecord } from "../../../src/timesheet/journal/records.ts";
import { journalInMemory } from "../../../src/timesheet/journal/records.ts";

/** Acquires leases of some names and records each step in a line. */
function leases(free: readonly string[], { fails = "", lost = "" } = {}) {
  const steps: string[] = [];
  const acquire = async (name: string) => {
    steps.push(`take ${name}`);
    if (name === fails) throw new Error(name);
    if (!free.includes(name)) return undefined;
    return {
      number: 1,
      mayWrite: () => name !== lost,
      confirm: async () => void steps.push(`confirm ${name}`),
      release: async () => void steps.push(`release ${name}`),
    };
  };
  return { steps, acquire };
}

test("leases are taken in the order of their names, and confirmed as they are given", async () => {
  const { steps, acquire } = leases(["a", "b"]);
  const lease = await acquireEach(["b", "a"], acquire);
  await lease?.confirm();
  await lease?.release();
  expect(lease?.mayWrite()).toBe(true);
  expect(steps).toEqual(["take a", "take b", "confirm b", "confirm a", "release a", "release b"]);
});

test("a lease that is lost keeps all of them from writing", async () => {
  const { acquire } = leases(["a", "b"], { lost: "b" });
  expect((await acquireEach(["a", "b"], acquire))?.mayWrite()).toBe(false);
});

test.each([[["a", "b"]], [["b", "a"]]])(
  "if another process has one of %j, the others are released",
  async (names) => {
    const { steps, acquire } = leases(["a"]);
    expect(await acquireEach(names, acquire)).toBeUndefined();
    expect(steps).toEqual(["take a", "take b", "release a"]);
  },
);

test("if one of them cannot be taken, the others are released", async () => {
  const { steps, acquire } = leases(["a"], { fails: "b" });
  await expect(acquireEach(["a", "b"], acquire)).rejects.toThrow("b");
  expect(steps).toEqual(["take a", "take b", "release a"]);
});

test("entries of the former journal have negative numbers, come first, and refer to each other alone", () => {
  const stored = { id: "7", date: "2026-01-05", seconds: 60, billableSeconds: 60, comment: "" };
  const sent = { ...stored, issueId: "1", issueKey: "P-1", afterId: "0" };
  const own: ReadRecord = { at: 9, type: "unknown", entries: [1, -1], former: "internal" };
  const former: ReadRecord[] = [
    { at: 1, type: "sending", batch: 2, entries: [{ ...sent, entry: 3, again: [2, -5] }] },
    { at: 2, type: "stored", worklogs: [-4, 3].map((entry) => ({ ...stored, entry })) },
    { at: 3, type: "retrying", entries: [3, -4] },
    { at: 4, type: "notStored", entries: [3] },
    { at: 4, type: "unknown", entries: [3, -4] },
    { at: 5, type: "deleted", ids: ["7"] },
  ];
  expect(withFormer(journalInMemory([own]), "internal", () => former).readNew()).toEqual([
    { at: 1, type: "sending", batch: -2, entries: [{ ...sent, entry: -3, again: [-2] }] },
    { at: 2, type: "stored", worklogs: [{ ...stored, entry: -3 }] },
    { at: 3, type: "retrying", entries: [-3] },
    { at: 4, type: "notStored", entries: [-3] },
    { at: 4, type: "unknown", entries: [-3] },
    { at: 5, type: "deleted", ids: ["7"] },
    own,
  ]);
});

test("what a record says of a former journal under another name is left out, and the names are recorded", () => {
  const stored = { id: "7", date: "2026-01-05", seconds: 60, billableSeconds: 60, comment: "" };
  const sent = { ...stored, issueId: "1", issueKey: "P-1", afterId: "0" };
  const shared: JournalRecord[] = [];
  const hostOf = (formerName: string) =>
    withFormer(
      { readNew: () => [...shared], append: (record) => shared.push(record), hash: (comment) => comment },
      formerName,
      () => [],
    );
  const [one, other] = [hostOf("internal"), hostOf("alias")];
  const own: JournalRecord = { at: 1, type: "unknown", entries: [5] };
  const former: JournalRecord[] = [
    { at: 2, type: "sending", batch: 6, entries: [{ ...sent, entry: 6, again: [5, -5] }] },
    { at: 3, type: "stored", worklogs: [5, -5].map((entry) => ({ ...stored, entry })) },
    { at: 4, type: "retrying", entries: [-5] },
    { at: 5, type: "notStored", entries: [5, -5] },
  ];
  for (const record of [own, ...former]) one.append(record);
  const named = former.map((record) => ({ ...record, former: "internal" }));
  expect(one.readNew()).toEqual([own, ...named]);
  expect(other.readNew()).toEqual([
    own,
    { ...named[0], entries: [{ ...sent, entry: 6, again: [5] }] },
    { ...named[1], worklogs: [{ ...stored, entry: 5 }] },
    { ...named[2], entries: [] },
    { ...named[3], entries: [5] },
  ]);
});
