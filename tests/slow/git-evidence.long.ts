import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeLargeRepository } from "../helpers/large-repository.ts";
import { readGit } from "../unit/evidence/git/read-git.ts";

const REPOSITORIES = 5;
const COMMITS = 20_000;
const MAX_SECONDS = 2;
const MAX_MEGABYTES = 150;

const RANGE = { startDate: "2026-11-01", endDate: "2026-11-30" };
const END = Date.parse("2026-12-15T00:00:00Z") / 1000;

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "git-evidence-"));
  for (let index = 0; index < REPOSITORIES; index += 1) {
    const emails = ["kim", "lee", "sam", "alex", "robin"].map((name) => `${name}@example.com`);
    makeLargeRepository(join(folder, `repository-${index}`), {
      commits: COMMITS,
      end: END + index,
      emails: emails as [string, ...string[]],
      openBranches: 20,
    });
  }
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test(`a month of ${REPOSITORIES} repositories of ${COMMITS} commits takes less than ${MAX_SECONDS} s and ${MAX_MEGABYTES} MB`, async () => {
  const seconds: number[] = [];
  const before = process.memoryUsage().rss;
  let most = before;
  for (let run = 0; run < 5; run += 1) {
    const start = performance.now();
    const { evidence, leftOut, found, problems } = await readGit([folder], { range: RANGE });
    seconds.push((performance.now() - start) / 1000);
    most = Math.max(most, process.memoryUsage().rss);
    process.stdout.write(`${found}: ${seconds.at(-1)?.toFixed(2)} s, ${JSON.stringify(leftOut)}\n`);
    expect({ found, problems }).toEqual({
      found: `5 repositories, ${evidence.length.toLocaleString("en")} commits`,
      problems: [],
    });
    expect(evidence.length).toBeGreaterThan(1000);
    expect(evidence.filter((it) => it.kind !== "commit" || !it.detail?.startsWith("feature/DEMO-"))).toEqual(
      [],
    );
  }
  const megabytes = (most - before) / 2 ** 20;
  process.stdout.write(`memory: ${Math.round(megabytes)} MB more\n`);
  expect(Math.max(...seconds)).toBeLessThan(MAX_SECONDS);
  expect(megabytes).toBeLessThan(MAX_MEGABYTES);
});
