/** A commit as git prints it. Texts are as its author wrote them. */
export interface Commit {
  id: string;
  parents: readonly string[];
  /** Milliseconds since 1970; NaN if it cannot be read. */
  authoredAt: number;
  committedAt: number;
  /** The lines after the first: the author's name, the addresses, and the subject. */
  texts(): CommitTexts;
}

export interface CommitTexts {
  author: string;
  /** The addresses of the author and the committer in lower case. */
  email: string;
  committer: string;
  subject: string;
}

/** The arguments of `git log` that print a record for each commit, for `parseCommit`. */
export const COMMIT_FORMAT = ["-z", "--encoding=UTF-8", "--format=%H %at %ct %P%n%an%n%ae%n%ce%n%s"];

const NEW_LINE = 10;
const SPACE = 32;

export function parseCommit(record: Buffer): Commit {
  const end = lineEnd(record, 0);
  const [id = "", authored = "", committed = "", ...parents] = wordsIn(record.subarray(0, end));
  return {
    id,
    parents: parents.filter((parent) => parent !== ""),
    authoredAt: milliseconds(authored),
    committedAt: milliseconds(committed),
    texts: () => textsIn(record, end + 1),
  };
}

/** Most commits are of other dates, so their texts are left as they are. */
function textsIn(record: Buffer, start: number): CommitTexts {
  const authorEnd = lineEnd(record, start);
  const emailEnd = lineEnd(record, authorEnd + 1);
  const committerEnd = lineEnd(record, emailEnd + 1);
  return {
    author: record.toString("utf8", start, authorEnd),
    email: record.toString("utf8", authorEnd + 1, emailEnd).toLowerCase(),
    committer: record.toString("utf8", emailEnd + 1, committerEnd).toLowerCase(),
    subject: record.toString("utf8", committerEnd + 1),
  };
}

/** Each word is a text of its own: a part of a text would keep all of it in memory. */
function wordsIn(line: Buffer): string[] {
  const words: string[] = [];
  let start = 0;
  for (let end = line.indexOf(SPACE); end >= 0; end = line.indexOf(SPACE, start)) {
    words.push(line.toString("latin1", start, end));
    start = end + 1;
  }
  return [...words, line.toString("latin1", start)];
}

function lineEnd(record: Buffer, start: number): number {
  const end = record.indexOf(NEW_LINE, start);
  return end < 0 ? record.length : end;
}

function milliseconds(seconds: string): number {
  return /^\d{1,12}$/.test(seconds) ? Number(seconds) * 1000 : Number.NaN;
}
