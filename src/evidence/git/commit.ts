/** A commit as git prints it. Texts are as its author wrote them. */
export interface Commit {
  id: string;
  parents: readonly string[];
  /** Milliseconds since 1970. */
  authoredAt: number;
  committedAt: number;
  author: string;
  /** The address in lower case. */
  email: string;
  subject: string;
}

const FIELDS = ["%H", "%P", "%at", "%ct", "%an", "%ae", "%s"];

/** The arguments of `git log` that print no more than commits, for `parseCommits`. */
export const COMMIT_FORMAT = ["-z", "--encoding=UTF-8", `--format=${FIELDS.join("%x00")}`];

/** Commits in the order in which git prints them. One whose date cannot be read has the date NaN. */
export function parseCommits(output: string): Commit[] {
  const values = output.split("\0");
  const count = Math.floor(values.length / FIELDS.length);
  return Array.from({ length: count }, (_, index) => {
    const valueAt = (field: number) => values[index * FIELDS.length + field] ?? "";
    const parents = valueAt(1);
    return {
      id: valueAt(0),
      parents: parents === "" ? [] : parents.split(" "),
      authoredAt: milliseconds(valueAt(2)),
      committedAt: milliseconds(valueAt(3)),
      author: valueAt(4),
      email: valueAt(5).toLowerCase(),
      subject: valueAt(6),
    };
  });
}

function milliseconds(seconds: string): number {
  return /^\d{1,12}$/.test(seconds) ? Number(seconds) * 1000 : Number.NaN;
}
