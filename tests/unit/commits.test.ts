import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { ROOT } from "../helpers/root.ts";

/** The time from which this rule holds. */
const SINCE = "2026-11-23T15:33:00Z";

const LONGEST = 72;

const BEGINS_WITH_A_VERB =
  /^(Act|Add|Document|Find|Fix|Format|Make|Measure|Merge|Move|Name|Plan|Read|Release|Remove|Rename|Replace|Revert|Rewrite|Run|Simplify|Split|Test|Update|Use|Wrap) /;

const isPlain = (subject: string) => subject.length <= LONGEST && BEGINS_WITH_A_VERB.test(subject);

function git(...args: string[]): string | undefined {
  const { status, stdout } = spawnSync("git", args, { cwd: ROOT, encoding: "utf8" });
  return status === 0 ? stdout.trim() : undefined;
}

/**
 * The commits that this clone has, as id and subject: none without git, or in a folder inside another repository. Merges and
 * commits of bots have generated subjects.
 */
function commits(): { id: string; subject: string }[] {
  if (git("rev-parse", "--show-prefix") !== "") return [];
  const log = git("log", "--no-merges", `--since=${SINCE}`, "--format=%h%x00%an%x00%s") || "";
  return log
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\0") as [id: string, author: string, subject: string])
    .flatMap(([id, author, subject]) => (author.endsWith("[bot]") ? [] : { id, subject }));
}

test.each([
  ["Fix a test of HAProxy that failed when a replica's first check was late", true],
  [`Fix ${"x".repeat(LONGEST - 4)}`, true],
  [`Fix ${"x".repeat(LONGEST - 3)}`, false],
  ["Hold that equal posts at once are stored once", false],
  ["Fixes a test", false],
])("the subject %s is plain: %s", (subject, expected) => {
  expect(isPlain(subject)).toBe(expected);
});

test("the subject of each commit begins with a plain verb and has at most 72 characters", () => {
  expect(commits().filter(({ subject }) => !isPlain(subject))).toEqual([]);
});
