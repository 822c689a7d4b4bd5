import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Comment, commentsOf } from "../helpers/comments.ts";
import { ROOT } from "../helpers/root.ts";

const EXCLUDED = /^(src|evals)\/generated\/|\/node_modules\//;

/** A sentence or a noun phrase begins otherwise: these leave a reader to look for what they belong to. */
const FRAGMENT =
  /^(about|against|among|and|as|at|because of|besides?|between|but|by|during|for|from|how|in|into|like|of|on|or|over|per|than|that of|those of|through|to|under|what|whatever|where|whose|with|within|without|(after|before|since|until)\b(?!.*,))\b/i;

const NOT_A_ROLE = /\b(any|every|no|some)(body| ?one)\b(?! of)|\bpeople\b/i;

async function allComments(): Promise<Comment[]> {
  const found = await Promise.all(
    ["src", "tests", "scripts", "evals"].map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true })).map(
        (path) => `${folder}/${path.replaceAll("\\", "/")}`,
      ),
    ),
  );
  const paths = found.flat().filter((path) => /\.[cm]?tsx?$/.test(path) && !EXCLUDED.test(path));
  const comments = await Promise.all(
    paths.map(async (path) => commentsOf(path, await readFile(join(ROOT, path), "utf8"))),
  );
  return comments.flat();
}

const comments = await allComments();
const matching = (pattern: RegExp) =>
  comments
    .filter(({ text }) => pattern.test(text))
    .map(({ place, text }) => `${place} ${text.slice(0, 100)}`);

test("no comment begins with a fragment", () => {
  expect(comments.length).toBeGreaterThan(2000);
  expect(matching(FRAGMENT)).toEqual([]);
});

test("comments say user, client or caller", () => {
  expect(matching(NOT_A_ROLE)).toEqual([]);
});
