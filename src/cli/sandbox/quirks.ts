import { afterMove } from "../../sandbox/moved-seed.ts";
import type { SandboxBehaviour, SandboxSeed } from "../../sandbox/state.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { Choice } from "../options.ts";

interface Quirk extends Choice {
  behaviour: Partial<SandboxBehaviour>;
  /** The data that it has instead. */
  seed?: (seed: SandboxSeed) => SandboxSeed;
  /** Whether it may be given with other seconds until what is posted is stored: NAME=SECONDS. */
  takesSeconds?: true;
}

/** Behaviour of some Tempos, or that some may have. */
export const QUIRKS: readonly Quirk[] = [
  {
    name: "old-schedule",
    title: "Data Center has only the schedule of one user, by login name",
    behaviour: { schedules: "of one user" },
  },
  {
    name: "expired-licence",
    title: "Tempo on Data Center refuses every request",
    behaviour: { licenceStatus: 403 },
  },
  {
    name: "start-times",
    title: "Cloud stores start times one after another if none is sent",
    behaviour: { startTimes: "one after another" },
  },
  { name: "id-banks", title: "later worklogs may have smaller ids", behaviour: { idBanks: 2 } },
  {
    name: "empty-next",
    title: "the last page of a list on Cloud has an empty address of the next",
    behaviour: { nextOfLastPage: "empty" },
  },
  {
    name: "loses-updates",
    title: "overlapping writes on an issue lose updates of its time spent",
    behaviour: { losesUpdates: true },
  },
  {
    name: "slow-writes",
    title: "a POST of worklogs takes 40 seconds, or those after an equals sign",
    behaviour: { secondsToStore: 40 },
    takesSeconds: true,
  },
  {
    name: "late-writes",
    title: "a POST of worklogs gets 504, and is stored 20 seconds later, or those after an equals sign",
    behaviour: { secondsToStore: 20, gatewayGivesUp: true },
    takesSeconds: true,
  },
  {
    name: "moved",
    title: "the data is as a move to Cloud with mistakes left it, for tempofiller compare",
    behaviour: {},
    seed: afterMove,
  },
];

/** @throws InvalidInputError if a name is unknown, or takes no seconds */
export function chosenQuirks(given: readonly string[]): Pick<Quirk, "behaviour" | "seed"> {
  const chosen = given.map((text): Pick<Quirk, "behaviour" | "seed"> => {
    const [, name, seconds] = /^([a-z-]+)(?:=(\d{1,5}))?$/.exec(text) ?? [];
    const quirk = QUIRKS.find((candidate) => candidate.name === name);
    if (quirk && seconds === undefined) return quirk;
    if (quirk?.takesSeconds) return { behaviour: { ...quirk.behaviour, secondsToStore: Number(seconds) } };
    const available = QUIRKS.map((it) => `${it.name}${it.takesSeconds ? "[=SECONDS]" : ""}`).join(", ");
    throw new InvalidInputError(`--quirk takes ${available}, not '${text}'.`);
  });
  const seed = chosen.find((it) => it.seed)?.seed;
  return { behaviour: Object.assign({}, ...chosen.map(({ behaviour }) => behaviour)), ...(seed && { seed }) };
}
