import { closeSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomFrom } from "../helpers/random.ts";
import { type VirtualClock, virtualClock } from "../helpers/virtual-clock.ts";
import { unmountAll } from "./disk.ts";
import { Host } from "./host.ts";
import type { Actor, Scenario } from "./scenario.ts";
import { createTempo, type Tempo } from "./tempo.ts";

/** A process that has run for a while: its clock's start must not count as the time of a failure. */
const START_MS = 3_600_000;

export type HostActor = Exclude<Actor, "person">;

/** Tempo, its clock, and the processes of two machines. */
export interface World {
  clock: VirtualClock;
  tempo: Tempo;
  /** The actor's process; another one once that was killed. */
  host(actor: HostActor): Host;
  /** Sets the wall clock of an actor's processes, or of all. */
  setClock(actor: HostActor | "all", ms: number): void;
  /** Ends all processes and removes their files. */
  end(): void;
}

export function nameOf(actor: Actor): string {
  return typeof actor === "number" ? `process ${String.fromCharCode(65 + actor)}` : actor;
}

export function createWorld({ deployment, weather, seed }: Scenario): World {
  const random = randomFrom(seed);
  const clock = virtualClock(random);
  clock.advance(START_MS);
  const tempo = createTempo(weather, clock);
  const root = mkdtempSync(join(tmpdir(), "tempofiller-history-"));
  const folders = { here: join(root, "here"), elsewhere: join(root, "elsewhere") };
  for (const folder of Object.values(folders)) mkdirSync(folder);
  const hosts = new Map<HostActor, Host>();
  const all: Host[] = [];
  const skews = new Map<HostActor | "all", number>();
  const skewOf = (actor: HostActor | "all") => skews.get(actor) ?? 0;

  return {
    clock,
    tempo,
    host(actor) {
      const found = hosts.get(actor);
      if (found?.life.isAlive) return found;
      const host = new Host({
        name: `${nameOf(actor)} ${all.length}`,
        deployment,
        serve: tempo.serve,
        clock,
        random,
        skew: () => skewOf(actor) + skewOf("all"),
        folder: actor === "other machine" ? folders.elsewhere : folders.here,
      });
      hosts.set(actor, host);
      all.push(host);
      return host;
    },
    setClock: (actor, ms) => void skews.set(actor, skewOf(actor) + ms),
    end() {
      for (const host of all) host.life.kill(false);
      unmountAll(closeSync);
      rmSync(root, { recursive: true });
    },
  };
}
