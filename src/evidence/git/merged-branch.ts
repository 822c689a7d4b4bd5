/** The subjects of merges as git and the sites that host repositories write them, with the branch. */
const SUBJECTS = [
  /^Merge branch '([^']+)'/,
  /^Merge remote-tracking branch '[^'/]+\/([^']+)'/,
  /^Merge pull request #\d+ from [^\s/]+\/(\S+)/,
  /^Merged in (\S+) \(pull request #\d+\)/,
];

/** The branch that a merge brought in; the whole subject if it is none of the usual ones. */
export function mergedBranch(subject: string): string {
  for (const pattern of SUBJECTS) {
    const branch = pattern.exec(subject)?.[1];
    if (branch !== undefined) return branch;
  }
  return subject;
}
