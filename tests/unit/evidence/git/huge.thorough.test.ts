import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../../helpers/temporary-folder.ts";
import { readGit } from "./read-git.ts";
import { makeRepository, runGit, type TestRepository } from "./repositories.ts";

const AT = "2026-11-17T10:00:00Z";

function twoRepositories() {
  const folder = temporaryFolder();
  const make = (name: string) => {
    const made = makeRepository(join(folder, name));
    made.commit({ at: AT, subject: name, branch: "main" });
    return made;
  };
  make("good");
  return { folder, bad: make("bad") };
}

const TOO_BIG =
  "is broken: something in it needs more than 64 MB of memory, so it was not read. Take it out of TEMPO_GIT_FOLDERS.";

const BIG = "x".repeat(80 * 2 ** 20);

const SIGNED = `Kim <kim@example.com> ${Date.parse(AT) / 1000} +0000`;
const COMMIT = `tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\nauthor ${SIGNED}\ncommitter ${SIGNED}\n\n`;

/** Stores an object of any content, and names it by a ref. */
function store({ folder, git }: TestRepository, kind: string, content: string, ref: string): void {
  const args = ["hash-object", "-w", "--literally", "-t", kind, "--stdin"];
  git("update-ref", ref, runGit(folder, args, {}, content));
}

describe("a repository with", () => {
  test.each<[string, (bad: TestRepository) => void]>([
    ["a commit", (bad) => store(bad, "commit", COMMIT + BIG, "refs/heads/big")],
    [
      "a commit in a pack",
      (bad) => {
        store(bad, "commit", COMMIT + BIG, "refs/heads/big");
        bad.git("repack", "-adq");
      },
    ],
    [
      "a tag",
      (bad) => {
        const tip = bad.git("rev-parse", "main");
        store(bad, "tag", `object ${tip}\ntype commit\ntag big\ntagger ${SIGNED}\n\n${BIG}`, "refs/tags/big");
      },
    ],
    ["a tree that a tag names", (bad) => store(bad, "tree", BIG, "refs/tags/big")],
    [
      "a value of its settings",
      ({ folder }) => writeFileSync(join(folder, ".git/config"), `[core]\neditor = ${BIG}\n`, { flag: "a" }),
    ],
    ["a name in a commit", (bad) => store(bad, "commit", COMMIT.replace("Kim", BIG), "refs/heads/big")],
  ])("%s of 80 MB takes no more than a part of that, and is named", async (_, arrange) => {
    const { folder, bad } = twoRepositories();
    arrange(bad);
    const { found, problems } = await readGit([folder]);
    expect({ found, problems }).toEqual({
      found: "1 repository, 1 commit",
      problems: [`${join(folder, "bad")} ${TOO_BIG}`],
    });
  });

  test.each<[string, (bad: TestRepository) => void, string]>([
    [
      "a commit of 20,000 parents",
      (bad) => {
        const parent = `parent ${bad.git("rev-parse", "main")}\n`;
        store(bad, "commit", COMMIT.replace("author", `${parent.repeat(20_000)}author`), "refs/heads/big");
      },
      "2 repositories, 2 commits",
    ],
    [
      "a reflog of 50,000 entries",
      ({ folder }) => {
        const tip = "1".repeat(40);
        const line = `${tip} ${tip} ${SIGNED}\tcommit: Work\n`;
        writeFileSync(join(folder, ".git/logs/HEAD"), line.repeat(50_000), { flag: "a" });
      },
      "2 repositories, 2 commits",
    ],
    [
      "a .mailmap of 80 MB, which is not read",
      ({ folder }) => writeFileSync(join(folder, ".mailmap"), BIG),
      "2 repositories, 2 commits",
    ],
    [
      "a file of 80 MB that a tag names, of which git reads a piece at a time",
      (bad) => store(bad, "blob", BIG, "refs/tags/big"),
      "2 repositories, 2 commits",
    ],
  ])("%s is read", async (_, arrange, expected) => {
    const { folder, bad } = twoRepositories();
    mkdirSync(join(bad.folder, ".git/logs"), { recursive: true });
    arrange(bad);
    expect((await readGit([folder])).found).toBe(expected);
  });
});
