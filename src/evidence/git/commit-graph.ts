/** A commit's number, by the order in which the graph meets its id. */
export type CommitNumber = number;

/** A merge of branches into another one. */
interface Merge {
  /** The newest commits that it brought in. */
  tips: readonly CommitNumber[];
  /** The branch, or the whole subject; undefined if there were several branches. */
  branch: string | undefined;
}

/** The commits of a repository, each by its number: ids of all of them would take many times the memory. */
export class CommitGraph {
  /** They come in the order in which they were added. */
  readonly merges: Merge[] = [];
  readonly #numbers = new Map<string, CommitNumber>();
  /** The first parent of each commit that was read; undefined for one without parents. */
  readonly #firstParents = new Map<CommitNumber, CommitNumber | undefined>();

  add({ id, parents, texts }: Commit): CommitNumber {
    const number = this.#numberFor(id);
    const [first, ...others] = parents.map((parent) => this.#numberFor(parent));
    this.#firstParents.set(number, first);
    if (others.length > 0) {
      const branch = others.length === 1 ? mergedBranch(texts().subject) : undefined;
      this.merges.push({ tips: others, branch });
    }
    return number;
  }

  /** Undefined for a commit that was not read. */
  numberOf(id: string): CommitNumber | undefined {
    return this.#ifRead(this.#numbers.get(id));
  }

  /** Undefined if it was not read, or there is none. */
  firstParentOf(number: CommitNumber): CommitNumber | undefined {
    return this.#ifRead(this.#firstParents.get(number));
  }

  /** Leaves out commits that were not read. */
  tipsOf({ tips }: Merge): CommitNumber[] {
    return tips.filter((tip) => this.#firstParents.has(tip));
  }

  #numberFor(id: string): CommitNumber {
    const number = this.#numbers.get(id) ?? this.#numbers.size;
    this.#numbers.set(id, number);
    return number;
  }

  #ifRead(number: CommitNumber | undefined): CommitNumber | undefined {
    return number !== undefined && this.#firstParents.has(number) ? number : undefined;
  }
}

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

interface CommitTexts {
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

/** Most commits are of other dates, so their texts are read on demand. */
export function parseCommit(record: Buffer): Commit {
  const end = record.indexOf(NEW_LINE);
  const [id = "", authored = "", committed = "", ...parents] = wordsIn(
    end < 0 ? record : record.subarray(0, end),
  );
  return {
    id,
    parents: parents.filter((parent) => parent !== ""),
    authoredAt: milliseconds(authored),
    committedAt: milliseconds(committed),
    texts() {
      const [, author = "", email = "", committer = "", subject = ""] = record.toString().split("\n");
      return { author, email: email.toLowerCase(), committer: committer.toLowerCase(), subject };
    },
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

function milliseconds(seconds: string): number {
  return /^\d{1,12}$/.test(seconds) ? Number(seconds) * 1000 : Number.NaN;
}

/** The subjects of merges as git and the sites that host repositories write them, with the branch. */
const SUBJECTS = [
  /^Merge branch '([^']+)'/,
  /^Merge remote-tracking branch '[^'/]+\/([^']+)'/,
  /^Merge pull request #\d+ from [^\s/]+\/(\S+)/,
  /^Merged in (\S+) \(pull request #\d+\)/,
];

/** The branch that a merge brought in; the whole subject if it is none of the usual ones. */
export function mergedBranch(subject: string): string {
  return SUBJECTS.flatMap((pattern) => pattern.exec(subject)?.[1] ?? [])[0] ?? subject;
}
