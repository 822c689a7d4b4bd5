import type { CommitNumber } from "./commit-graph.ts";

/** The branch of each commit that has been named; undefined if none is certain. A `Map` would take ten times the memory. */
export class BranchNames {
  readonly #names: (string | undefined)[] = [];
  /** The place of each commit's name in `#names`, from 1; 0 for a commit without any. */
  readonly #places: Uint32Array;

  /** @param commits how many there are */
  constructor(commits: number) {
    this.#places = new Uint32Array(commits);
  }

  has(commit: CommitNumber): boolean {
    return (this.#places[commit] ?? 0) > 0;
  }

  get(commit: CommitNumber): string | undefined {
    return this.#names[(this.#places[commit] ?? 0) - 1];
  }

  set(commit: CommitNumber, name: string | undefined): void {
    // Commits of one branch are named in a row.
    if (this.#names.length === 0 || this.#names.at(-1) !== name) this.#names.push(name);
    this.#places[commit] = this.#names.length;
  }
}
