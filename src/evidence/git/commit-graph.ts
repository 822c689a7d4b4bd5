import type { Commit } from "./commit.ts";
import { CommitIds } from "./commit-ids.ts";
import { mergedBranch } from "./merged-branch.ts";

/** A commit's number, by the order in which the graph meets its id. */
export type CommitNumber = number;

/** A merge of branches into another one. */
export interface Merge {
  /** The newest commits that it brought in. */
  tips: readonly CommitNumber[];
  /** The branch, or the whole subject; undefined if there were several branches. */
  branch: string | undefined;
}

/** Values of a first parent that are no number of a commit. */
const NOT_READ = -2;
const NONE = -1;

/** The commits of a repository, each by its number: ids of all of them would take many times the memory. */
export class CommitGraph {
  /** They come in the order in which they were added. */
  readonly merges: Merge[] = [];
  readonly #ids = new CommitIds();
  readonly #firstParents: CommitNumber[] = [];

  add({ id, parents, texts }: Commit): CommitNumber {
    const number = this.#numberFor(id);
    const [first, ...others] = parents.map((parent) => this.#numberFor(parent));
    this.#firstParents[number] = first ?? NONE;
    if (others.length > 0) {
      const branch = others.length === 1 ? mergedBranch(texts().subject) : undefined;
      this.merges.push({ tips: others, branch });
    }
    return number;
  }

  /** The number of commits that have one. */
  get size(): number {
    return this.#firstParents.length;
  }

  /** Undefined for a commit that was not read. */
  numberOf(id: string): CommitNumber | undefined {
    return this.#ifRead(this.#ids.numberOf(id) ?? NONE);
  }

  /** Undefined if it was not read, or there is none. */
  firstParentOf(number: CommitNumber): CommitNumber | undefined {
    return this.#ifRead(this.#firstParents[number] ?? NONE);
  }

  /** Undefined for a commit that was not read. */
  tipsOf({ tips }: Merge): CommitNumber[] {
    return tips.filter((tip) => this.#ifRead(tip) !== undefined);
  }

  #numberFor(id: string): CommitNumber {
    const number = this.#ids.add(id);
    this.#firstParents[number] ??= NOT_READ;
    return number;
  }

  #ifRead(number: CommitNumber): CommitNumber | undefined {
    return number >= 0 && this.#firstParents[number] !== NOT_READ ? number : undefined;
  }
}
