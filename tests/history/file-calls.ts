import type { VirtualClock } from "../helpers/virtual-clock.ts";
import type { PlacedFault } from "./armed-faults.ts";
import type { FileCall, Verdict } from "./disk.ts";
import type { Life } from "./life.ts";

/** The faults that a process's calls of the file system meet. */
export class FileCalls {
  readonly #life: Life;
  readonly #clock: VirtualClock;
  #diesAfter: PlacedFault | undefined;

  constructor(life: Life, clock: VirtualClock) {
    this.#life = life;
    this.#clock = clock;
  }

  before({ name, writes, syncs }: FileCall): Verdict {
    const life = this.#life;
    // A dead process may run on to its next wait; its calls have no effect.
    if (!life.isAlive) return /^(write|close|unlink|rm)/.test(name) ? "does nothing" : { error: "EIO" };
    const places = syncs ? (["file", "sync"] as const) : (["file"] as const);
    for (const fault of life.next(places, (it) => it.does !== "fail" || writes || !it.writesOnly)) {
      if (fault.does === "kill" && fault.when === "after") {
        this.#diesAfter = fault;
        continue;
      }
      life.meet(fault, name);
      if (fault.does === "fail") return { error: fault.code };
      if (fault.does === "slow") this.#clock.advance(fault.ms);
      if (fault.does === "tear" || fault.does === "kill") {
        life.kill(fault.isGone);
        return { error: "EIO", isTorn: fault.does === "tear" };
      }
    }
    return "runs";
  }

  after({ name }: FileCall): void {
    const fault = this.#diesAfter;
    if (fault?.does !== "kill") return;
    this.#diesAfter = undefined;
    this.#life.meet(fault, name);
    this.#life.kill(fault.isGone);
  }
}
