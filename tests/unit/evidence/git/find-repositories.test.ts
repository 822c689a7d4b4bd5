import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { findRepositories, withTilde } from "../../../../src/evidence/git/find-repositories.ts";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { makeRepository } from "./repositories.ts";

/** The repositories below a folder, as paths from it, and the problems with the folder's name as FOLDER. */
async function search(folder: string, folders = [folder], limits = {}) {
  const { repositories, problems } = await findRepositories(folders, limits);
  return {
    repositories: repositories.map(({ path, placeName, worktrees }) => ({
      at: relative(folder, path).replaceAll("\\", "/"),
      placeName,
      worktrees: worktrees.map((worktree) => relative(folder, worktree).replaceAll("\\", "/")),
    })),
    problems: problems.map((problem) => problem.replaceAll(folder, "FOLDER").replaceAll("\\", "/")),
  };
}

const at = (path: string) => ({ at: path, placeName: path.split("/").at(-1), worktrees: [path] });

test("repositories are found up to three levels below, but not in node_modules and hidden folders", async () => {
  const folder = temporaryFolder();
  const places = [
    "one",
    "a/two",
    "a/b/three",
    "a/b/c/four",
    "node_modules/five",
    ".hidden/six",
    "a/b/c/d/seven",
  ];
  for (const place of places) makeRepository(join(folder, place));
  expect(await search(folder)).toEqual({
    repositories: [at("one"), at("a/two"), at("a/b/three")],
    problems: [],
  });
});

test("the folder itself may be a repository, with others in its working tree", async () => {
  const folder = temporaryFolder();
  makeRepository(folder);
  makeRepository(join(folder, "nested"));
  const { repositories } = await search(folder);
  expect(repositories.map((it) => it.at)).toEqual(["", "nested"]);
});

test("a bare repository is found, but not one in a working tree, which a clone may have brought along", async () => {
  const folder = temporaryFolder();
  makeRepository(join(folder, "mirror.git"), { isBare: true });
  makeRepository(join(folder, "clone"));
  makeRepository(join(folder, "clone/fixtures/hostile.git"), { isBare: true });
  expect(await search(folder)).toEqual({
    repositories: [
      { at: "clone", placeName: "clone", worktrees: ["clone"] },
      { at: "mirror.git", placeName: "mirror", worktrees: [] },
    ],
    problems: [],
  });
});

test("a repository that is reached by worktrees and by two folders is one", async () => {
  const folder = temporaryFolder();
  const main = makeRepository(join(folder, "team/api"));
  main.commit({ at: "2026-11-17T10:00:00Z", subject: "Work", branch: "main" });
  main.git("worktree", "add", "--quiet", join(folder, "team/api-fix"), "-b", "fix");
  expect(await search(folder, [folder, join(folder, "team"), join(folder, "team/api")])).toEqual({
    repositories: [{ at: "team/api", placeName: "api", worktrees: ["team/api", "team/api-fix"] }],
    problems: [],
  });
});

test("a worktree that is found alone has the place of its repository", async () => {
  const folder = temporaryFolder();
  const main = makeRepository(join(folder, "away/api"));
  main.commit({ at: "2026-11-17T10:00:00Z", subject: "Work", branch: "main" });
  main.git("worktree", "add", "--quiet", join(folder, "trees/fix"), "-b", "fix");
  const { repositories } = await findRepositories([join(folder, "trees")]);
  expect(repositories.map(({ place, placeName }) => ({ place, placeName }))).toEqual([
    { place: join(folder, "away/api"), placeName: "api" },
  ]);
});

test.skipIf(process.platform === "win32")("links to folders are not followed", async () => {
  const folder = temporaryFolder();
  makeRepository(join(folder, "real/api"));
  mkdirSync(join(folder, "searched"));
  symlinkSync(join(folder, "real"), join(folder, "searched/link"));
  symlinkSync(folder, join(folder, "searched/circle"));
  expect((await search(join(folder, "searched"))).repositories).toEqual([]);
});

test.each<[string, (folder: string) => void, string[]]>([
  [
    "a folder without a repository",
    () => {},
    [
      "FOLDER has no git repository in it or up to 3 levels below. Set TEMPO_GIT_FOLDERS to folders that have some.",
    ],
  ],
  [
    "a folder that does not exist",
    (folder) => rmSync(folder, { recursive: true }),
    ["FOLDER does not exist. Set TEMPO_GIT_FOLDERS to folders that can be listed."],
  ],
  [
    "a file",
    (folder) => {
      rmSync(folder, { recursive: true });
      writeFileSync(folder, "");
    },
    ["FOLDER is not a folder. Set TEMPO_GIT_FOLDERS to folders that can be listed."],
  ],
  [
    "a file .git without sense",
    (folder) => writeFileSync(join(folder, ".git"), "What is this?"),
    ["FOLDER has a file .git that names no repository."],
  ],
  [
    "a huge file .git",
    (folder) => writeFileSync(join(folder, ".git"), `gitdir: ${"x".repeat(100_000)}`),
    ["FOLDER has a file .git that names no repository."],
  ],
  [
    "a worktree whose repository was removed",
    (folder) => writeFileSync(join(folder, ".git"), "gitdir: /gone/.git/worktrees/fix\n"),
    [
      "FOLDER belongs to a repository that is not there any more: run `git worktree repair` in it, or remove it.",
    ],
  ],
  [
    "a worktree of another machine",
    (folder) => writeFileSync(join(folder, ".git"), "gitdir: //evil.example/share/.git\n"),
    ["FOLDER belongs to a repository on another machine, which is not read."],
  ],
])("%s is a problem with a sentence", async (_, arrange, problems) => {
  const folder = temporaryFolder();
  arrange(folder);
  expect(await search(folder)).toEqual({ repositories: [], problems });
});

test("a folder with a problem costs itself alone", async () => {
  const folder = temporaryFolder();
  makeRepository(join(folder, "api"));
  const { repositories, problems } = await search(folder, [join(folder, "gone"), folder]);
  expect({ repositories: repositories.map((it) => it.at), problems }).toEqual({
    repositories: ["api"],
    problems: ["FOLDER/gone does not exist. Set TEMPO_GIT_FOLDERS to folders that can be listed."],
  });
});

test("the search ends at a number of folders, the nearest ones first, and says so", async () => {
  const folder = temporaryFolder();
  for (const place of ["a/deep/api", "b", "c"]) makeRepository(join(folder, place));
  const tooMany =
    "TEMPO_GIT_FOLDERS has more than 4 folders up to 3 levels below its own, so repositories in FOLDER may be missing. Set it " +
    "to folders nearer to the repositories.";
  const { repositories, problems } = await search(folder, undefined, { maxFolders: 4 });
  expect({ repositories: repositories.map((it) => it.at), problems }).toEqual({
    repositories: ["b", "c"],
    problems: [tooMany],
  });
  expect((await search(folder, undefined, { maxFolders: 6 })).problems).toEqual([]);
});

test("the search ends when the time is over, and says so", async () => {
  const folder = temporaryFolder();
  makeRepository(join(folder, "api"));
  let levels = 0;
  const isOver = () => levels++ > 0;
  expect(await search(folder, undefined, { isOver })).toEqual({
    repositories: [],
    problems: ["The time was over before all folders in FOLDER were searched. Draft again."],
  });
});

test.each([
  [homedir(), "~"],
  [join(homedir(), "src", "api"), join("~", "src", "api")],
  [`${homedir()}-else`, `${homedir()}-else`],
  [dirname(homedir()), dirname(homedir())],
])("the folder %s is shown as %s", (path, shown) => {
  expect(withTilde(path)).toBe(shown);
});
