/** Why git says nothing about a repository. */
export type GitProblem = "owner" | "bare" | "old" | "broken" | "slow" | "large" | "memory" | "time is over";

/** One run of git failed. What git printed is not kept: it names absolute paths. */
export class GitError extends Error {
  override name = "GitError";
  readonly problem: GitProblem;

  constructor(problem: GitProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** The messages of git, in English since LC_ALL says so: it has one exit code for all of them. */
const MESSAGES: [pattern: RegExp, problem: GitProblem][] = [
  [/^fatal: (detected dubious ownership|unsafe repository)/m, "owner"],
  [/^fatal: cannot use bare repository/m, "bare"],
  [/^(fatal|error): attempting to allocate/m, "memory"],
  [/^(fatal: unrecognized argument|unknown option|error: unknown option)/m, "old"],
];

export function problemIn(stderr: string): GitProblem {
  return MESSAGES.find(([pattern]) => pattern.test(stderr))?.[1] ?? "broken";
}
