import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { CommitIds } from "../../../../src/evidence/git/commit-ids.ts";

/** More than the tables hold at first, so that they grow several times. */
const COUNT = 5000;

const ids = (algorithm: string) =>
  Array.from({ length: COUNT }, (_, index) => createHash(algorithm).update(`${index}`).digest("hex"));

/** All of them want the same slot. */
const ALIKE = Array.from({ length: 1200 }, (_, index) => `00000000${index.toString(16).padStart(32, "0")}`);

test.each([
  ["SHA-1", ids("sha1")],
  ["SHA-256", ids("sha256")],
  ["one beginning", ALIKE],
  ["several lengths", ["", "a", "aa", "aaa", "z", "zz", ...ids("sha1"), ...ids("sha256")]],
])("each id of %s has the number of its place, however often it comes", (_, all) => {
  const numbers = new CommitIds();
  const places = [...all.keys()];
  expect(all.map((id) => numbers.add(id))).toEqual(places);
  expect(all.map((id) => numbers.add(id))).toEqual(places);
  expect(all.map((id) => numbers.numberOf(id))).toEqual(places);
});

test("an id that was not added has no number", () => {
  const numbers = new CommitIds();
  for (const id of ids("sha1")) numbers.add(id);
  expect(
    [...ids("sha256"), "", "0"].map((id) => numbers.numberOf(id)).filter((it) => it !== undefined),
  ).toEqual([]);
});
