import type { Fault } from "./scenario.ts";

type Place = "request" | "write" | "file" | "sync" | "statement";
export type PlacedFault = Extract<Fault, { at: Place }>;

/** The faults that wait for a process's n-th request, call of the file system or statement, counted from the moment they were armed. */
export class ArmedFaults {
  #armed: { fault: PlacedFault; seen: number; met: number }[] = [];

  arm(faults: readonly Fault[]): void {
    const placed = faults.filter((fault): fault is PlacedFault => fault.at !== "time");
    this.#armed.push(...placed.map((fault) => ({ fault, seen: 0, met: 0 })));
  }

  disarm(faults: readonly Fault[]): void {
    this.#armed = this.#armed.filter(({ fault }) => !faults.includes(fault));
  }

  /** The faults that the next event at any of these places meets. Each call of a fault of several calls meets it. */
  next(places: readonly Place[], counts: (fault: PlacedFault) => boolean = () => true): PlacedFault[] {
    return this.#armed
      .filter(({ fault }) => places.includes(fault.at) && counts(fault))
      .flatMap((armed) => {
        armed.seen += 1;
        if (armed.seen < armed.fault.n || armed.met >= timesOf(armed.fault)) return [];
        armed.met += 1;
        return [armed.fault];
      });
  }
}

function timesOf(fault: PlacedFault): number {
  if (fault.does === "fail") return fault.calls;
  return "times" in fault ? fault.times : 1;
}
