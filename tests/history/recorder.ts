import { entryName, entryOfShown, markIn, shown, tokenOf } from "./content.ts";
import type { Call } from "./history.ts";
import type { Shown } from "./scenario.ts";
import type { Tempo } from "./tempo.ts";

/** A worklog that a user knows of, and its entry. */
export interface Target {
  id: string;
  entry: string;
  /** Whether its comment names the entry, whatever attributes it has by now. */
  isNamed: boolean;
}

/** Records all calls and their answers, and so the worklogs that a user can know of. */
export class Recorder {
  readonly calls: Call[] = [];
  readonly #tempo: Tempo;
  readonly #named = new Map<string, string>();

  constructor(tempo: Tempo) {
    this.#tempo = tempo;
  }

  keep(call: Omit<Call, "held">): void {
    for (const claim of call.claims) {
      if (claim.says === "stored") this.#named.set(claim.id, claim.entry);
      if (claim.says === "deleted") this.#named.delete(claim.id);
    }
    this.calls.push({ ...call, held: this.#tempo.held().map(shown) });
  }

  /** Records a fault of a process or of Tempo at one moment. */
  keepFault(at: number, tool: string, args: string): void {
    const nothing = { claims: [], log: [], faults: [], isDisturbed: false, isProbe: false };
    this.keep({ by: "fault", tool, args, from: at, to: at, ...nothing });
  }

  /** The worklogs that a reply has named and Tempo still holds, in the order in which they were named. */
  targets(): Target[] {
    const held = new Map(this.#tempo.held().map((worklog) => [worklog.id, worklog]));
    return [...this.#named].flatMap(([id, named]) => {
      const worklog = held.get(id);
      if (!worklog) return [];
      // A reply may have named it for an entry that gives fewer attributes.
      const entry = named.includes("@")
        ? named
        : (entryOfShown(shown(worklog)) ?? entryName(tokenOf(named), worklog.attributes));
      return [{ id, entry, isNamed: markIn(worklog.comment) !== undefined }];
    });
  }

  /** Undefined if there is none. */
  target(wanted: number | Shown): Target | undefined {
    if (typeof wanted === "object") return this.#shown(wanted);
    const targets = this.targets();
    return targets[wanted % Math.max(1, targets.length)];
  }

  #shown({ token, which }: Shown): Target | undefined {
    const now = this.#tempo.held().map(shown);
    const all = which === "first" ? [...this.calls.flatMap(({ held }) => held), ...now] : now.toReversed();
    const [id] = all.find((it) => entryOfShown(it) === token)?.split(/[ #]/) ?? [];
    return id === undefined ? undefined : { id, entry: token, isNamed: false };
  }
}
