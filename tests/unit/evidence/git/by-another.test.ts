import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Activity } from "../../../../src/timesheet/draft/evidence.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { readGit } from "./read-git.ts";
import { makeRepository, OWN, type TestRepository } from "./repositories.ts";

const AT = "2026-11-17T10:00:00Z";
const COLLEAGUE = "lee@example.com";
const theirs = { at: AT, subject: "Theirs", committer: COLLEAGUE };

/** The subjects of the user's commits, with a mark for those that others made. */
async function subjects(folders: readonly string[], emails: readonly string[] = []): Promise<string[]> {
  const { evidence } = await readGit(folders, { emails });
  return (evidence as Activity[])
    .flatMap(({ subject, isByAnother }) =>
      subject ? [`${subject}${isByAnother ? " (by another)" : ""}`] : [],
    )
    .sort();
}

describe("a commit with the user's address as its author", () => {
  test.each<[what: string, isByAnother: boolean, arrange: (made: TestRepository) => unknown]>([
    ["that a colleague made on main", true, ({ commit }) => commit({ ...theirs, branch: "main" })],
    [
      "that a colleague made on a branch of a remote",
      true,
      ({ commit }) => commit({ ...theirs, branch: "refs/remotes/origin/spike" }),
    ],
    [
      "that a colleague made on a branch which was merged",
      true,
      ({ commit }) => {
        const base = commit({ at: "2026-11-01T10:00:00Z", subject: "Base", branch: "main" });
        const tip = commit({ ...theirs, parents: [base] });
        commit({
          at: "2026-11-01T11:00:00Z",
          subject: "Merge branch 'spike'",
          parents: [base, tip],
          branch: "main",
        });
      },
    ],
    [
      "that a colleague made on a long-lived branch which was checked out here",
      true,
      ({ commit, checkout }) => {
        commit({ ...theirs, branch: "develop" });
        commit({ at: "2026-11-01T10:00:00Z", subject: "Old", branch: "main" });
        checkout("develop", "main", AT);
      },
    ],
    [
      "that a site made by squashing a branch",
      true,
      ({ commit }) => commit({ ...theirs, committer: "noreply@github.com", branch: "main" }),
    ],
    ["without a committer", true, ({ commit }) => commit({ ...theirs, committer: "<>", branch: "main" })],
    [
      "that .mailmap says the user made",
      true,
      ({ commit, folder }) => {
        commit({ ...theirs, branch: "main" });
        writeFileSync(join(folder, ".mailmap"), `Kim <${OWN}> <${COLLEAGUE}>\n`);
      },
    ],
    [
      "that a colleague rebased, on a branch that was left here",
      false,
      ({ commit, checkout }) => {
        commit({ ...theirs, branch: "refs/remotes/origin/spike" });
        commit({ at: "2026-11-01T10:00:00Z", subject: "Old", branch: "main" });
        checkout("spike", "main", "2026-06-01T10:00:00Z");
      },
    ],
    [
      "that a colleague rebased, on a branch that was entered here",
      false,
      ({ commit, checkout }) => {
        commit({ ...theirs, branch: "refs/remotes/origin/spike" });
        commit({ at: "2026-11-01T10:00:00Z", subject: "Old", branch: "main" });
        checkout("main", "spike", "2026-06-01T10:00:00Z");
      },
    ],
    [
      "that a colleague rebased, on the branch that is checked out",
      false,
      ({ commit, git }) => {
        commit({ ...theirs, branch: "spike" });
        git("symbolic-ref", "HEAD", "refs/heads/spike");
      },
    ],
    [
      "that a colleague rebased, on the branch of another working tree",
      false,
      ({ commit, git, folder }) => {
        commit({ at: "2026-11-01T10:00:00Z", subject: "Old", branch: "main" });
        commit({ ...theirs, branch: "spike" });
        git("worktree", "add", "--quiet", join(folder, "tree"), "spike");
      },
    ],
    ["that the user made", false, ({ commit }) => commit({ at: AT, subject: "Theirs", branch: "main" })],
    [
      "that the user made, in capitals",
      false,
      ({ commit }) => commit({ ...theirs, committer: OWN.toUpperCase(), branch: "main" }),
    ],
  ])("%s is made by another: %s", async (_, isByAnother, arrange) => {
    const folder = temporaryFolder();
    arrange(makeRepository(folder));
    expect(await subjects([folder])).toEqual([`Theirs${isByAnother ? " (by another)" : ""}`]);
  });

  test.each([
    ["one of the user's addresses", [OWN, "KIM@home.example"], ""],
    ["none of the user's addresses", [OWN], " (by another)"],
  ])("and %s as its committer", async (_, emails, mark) => {
    const folder = temporaryFolder();
    makeRepository(folder).commit({ ...theirs, committer: "kim@home.example", branch: "main" });
    expect(await subjects([folder], emails)).toEqual([`Theirs${mark}`]);
  });

  test("that a colleague picked is the user's where the original is here too", async () => {
    const folder = temporaryFolder();
    const { commit } = makeRepository(join(folder, "one"));
    commit({ at: AT, subject: "Picked", branch: "spike" });
    commit({ ...theirs, subject: "Picked", committedAt: "2026-11-18T10:00:00Z", branch: "main" });
    makeRepository(join(folder, "other")).commit({ ...theirs, subject: "Picked", branch: "spike" });
    expect(await subjects([folder])).toEqual(["Picked"]);
  });
});
