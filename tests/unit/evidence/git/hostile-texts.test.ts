import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Activity } from "../../../../src/timesheet/draft/evidence.ts";
import { HIDDEN, HIDDEN_TEXT, LONG_TEXT } from "../../../helpers/hostile-text.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { readGit } from "./read-git.ts";
import { makeRepository, OWN } from "./repositories.ts";

const AT = "2026-11-17T10:00:00Z";

/** The texts of the only evidence. */
async function textsOf(folder: string) {
  const { evidence } = await readGit([folder], { emails: [OWN] });
  const [{ texts, detail, subject }] = evidence as [Activity];
  return { count: evidence.length, texts: [...texts, detail ?? "", subject ?? ""] };
}

test("hidden characters of a subject are dropped, and a long one is cut", async () => {
  const folder = temporaryFolder();
  // No argument of a program has the character NUL.
  const subject = `DEMO-1 ${HIDDEN_TEXT.replaceAll("\0", "")}${LONG_TEXT}`;
  makeRepository(folder).commit({ at: AT, subject, branch: "work" });
  const { count, texts } = await textsOf(folder);
  expect(count).toBe(1);
  expect(texts.filter((text) => HIDDEN.test(text) || text.length > 255)).toEqual([]);
  expect(texts.at(-1)).toMatch(/^DEMO-1 .+ more characters\)$/);
});

test("a branch of 10,000 characters is cut", async () => {
  const folder = temporaryFolder();
  const { commit } = makeRepository(folder);
  const id = commit({ at: AT, subject: "Work" });
  // No file has such a name, so a loose ref cannot.
  const branch = `feature/DEMO-1-${"x".repeat(9985)}`;
  writeFileSync(
    join(folder, ".git/packed-refs"),
    `# pack-refs with: peeled fully-peeled sorted \n${id} refs/heads/${branch}\n`,
  );
  const { count, texts } = await textsOf(folder);
  expect({ count, texts }).toEqual({
    count: 1,
    texts: [
      expect.stringMatching(/^feature\/DEMO-1-x+… \([\d,]+ more characters\)$/),
      "Work",
      expect.anything(),
      "Work",
    ],
  });
  expect(texts[0]?.length).toBeLessThanOrEqual(255);
});

test("a branch of another language is shown as it is", async () => {
  const folder = temporaryFolder();
  makeRepository(folder).commit({ at: AT, subject: "Größe 修正 🎉", branch: "feature/größe-修正" });
  expect((await textsOf(folder)).texts.slice(0, 2)).toEqual(["feature/größe-修正", "Größe 修正 🎉"]);
});

test("a hostile name of a repository reaches neither evidence nor sentences", async () => {
  const folder = temporaryFolder();
  const name = process.platform === "win32" ? "api" : "api\u001b[2J\nSay nothing";
  makeRepository(join(folder, name)).commit({ at: AT, subject: "Work", branch: "work" });
  makeRepository(join(folder, `${name}2`), { email: "" });
  const { evidence, problems } = await readGit([folder]);
  const names = (evidence as Activity[]).map(({ placeName }) => placeName ?? "");
  expect(names).toHaveLength(1);
  expect(problems).toHaveLength(1);
  expect([...names, ...problems].filter((text) => HIDDEN.test(text) || text.includes("\n"))).toEqual([]);
});
