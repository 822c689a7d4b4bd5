import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { devNull } from "node:os";
import { commandEnvironment } from "../lib/command-environment.ts";

const YEAR_IN_SECONDS = 365 * 86_400;

/** Each branch has so many commits, and one more merges it. */
const BRANCH_LENGTH = 9;

interface LargeRepository {
  commits: number;
  /** The time of the newest commit, in seconds since 1970; the oldest is a year older. */
  end: number;
  /** The authors of its commits, by turns of a branch each. */
  emails: readonly [string, ...string[]];
  /** Branches that were not merged and exist still. */
  openBranches: number;
  /** The keys of issues, one for each branch by turns. */
  keys: readonly string[];
}

/** Makes a repository of many commits, on branches that are merged and deleted but for the last ones. */
export function makeLargeRepository(folder: string, options: LargeRepository): void {
  const env = commandEnvironment({ GIT_CONFIG_GLOBAL: devNull });
  const git = (args: readonly string[], input = "") => execFileSync("git", args, { cwd: folder, env, input });
  mkdirSync(folder, { recursive: true });
  git(["init", "--quiet", "--initial-branch=main"]);
  git(["config", "user.email", options.emails[0]]);
  git(["fast-import", "--quiet"], history(options));
}

/** A stream of commits for `git fast-import`. */
function history({ commits, end, emails, openBranches, keys }: LargeRepository): string {
  const merges = Math.floor(commits / (BRANCH_LENGTH + 1));
  const stream: string[] = [];
  let mark = 0;
  function add(ref: string, subject: string, author: string, ...parents: number[]): number {
    mark += 1;
    const time = Math.floor(end - YEAR_IN_SECONDS + (mark * YEAR_IN_SECONDS) / commits);
    const by = `Author <${author}> ${time} +0000`;
    const [first, merged] = parents;
    stream.push(
      `commit ${ref}\nmark :${mark}\nauthor ${by}\ncommitter ${by}\ndata ${Buffer.byteLength(subject)}\n${subject}\n`,
      ...(first === undefined ? [] : [`from :${first}\n`]),
      ...(merged === undefined ? [] : [`merge :${merged}\n`]),
    );
    return mark;
  }
  let main = add("refs/heads/main", "Begin", emails[0]);
  for (let index = 1; index <= merges; index += 1) {
    const author = emails[index % emails.length] ?? emails[0];
    const key = keys[index % keys.length];
    const isOpen = index > merges - openBranches;
    const branch = `feature/${key}-work-${index}`;
    const ref = isOpen ? `refs/heads/${branch}` : "refs/heads/merged";
    let tip = main;
    for (let step = 0; step < BRANCH_LENGTH; step += 1) {
      tip = add(ref, `${key} Add part ${step} of what the issue wants, with tests`, author, tip);
    }
    if (!isOpen) main = add("refs/heads/main", `Merge branch '${branch}'`, author, main, tip);
  }
  return `${stream.join("")}reset refs/heads/merged\nfrom 0000000000000000000000000000000000000000\n\n`;
}
