import { randomFrom } from "../helpers/random.ts";
import { type VirtualClock, virtualClock } from "../helpers/virtual-clock.ts";
import { Host } from "./host.ts";
import type { Actor, HostActor, Scenario } from "./scenario.ts";
import type { CreateState, SharedState } from "./shared-state.ts";
import { createTempo, SITE, type Tempo } from "./tempo.ts";

/** A process that has run for a while: its clock's start must not count as the time of a failure. */
const START_MS = 3_600_000;

/** The base URL that Jira is set up with, and another name of it. */
const ADDRESSES = [SITE, "https://tempo.internal.example"];

/** Tempo, its clock, and the processes of two machines. */
export interface World {
  clock: VirtualClock;
  tempo: Tempo;
  /** The actor's process; another one once that was killed. */
  host(actor: HostActor): Host;
  /** Sets the wall clock of an actor's processes, or of all. */
  setClock(actor: HostActor | "all", ms: number): void;
  state: SharedState;
  /** Ends all processes and removes their state. */
  end(): Promise<void>;
}

export function nameOf(actor: Actor): string {
  return typeof actor === "number" ? `process ${String.fromCharCode(65 + actor)}` : actor;
}

export async function createWorld(
  { deployment, weather, seed }: Scenario,
  createState: CreateState,
): Promise<World> {
  const random = randomFrom(seed);
  const clock = virtualClock(random);
  clock.advance(START_MS);
  const tempo = createTempo(weather, clock);
  const state = await createState(clock);
  const hosts = new Map<HostActor, Host>();
  const all: Host[] = [];
  const skews = new Map<HostActor | "all", number>();
  const skewOf = (actor: HostActor | "all") => skews.get(actor) ?? 0;

  function start(actor: HostActor, name: string): Host {
    const address = ADDRESSES[typeof actor === "number" ? actor % weather.addresses : 0] as string;
    const skew = () => skewOf(actor) + skewOf("all");
    const by = nameOf(actor);
    const host: Host = new Host({
      ...{ name, actor, address, deployment, clock, random, skew, state },
      serve: (request, times) => tempo.serve(request, { by, times, sender: host.life }),
    });
    all.push(host);
    return host;
  }

  return {
    clock,
    tempo,
    state,
    host(actor) {
      const found = hosts.get(actor);
      if (found?.life.isAlive) return found;
      const host = start(actor, `${nameOf(actor)} ${all.length}`);
      hosts.set(actor, host);
      return host;
    },
    setClock: (actor, ms) => void skews.set(actor, skewOf(actor) + ms),
    async end() {
      for (const host of all) host.life.kill(false);
      await state.end();
    },
  };
}
