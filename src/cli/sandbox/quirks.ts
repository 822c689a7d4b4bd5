import type { SandboxBehaviour } from "../../sandbox/state.ts";
import { InvalidInputError } from "../../timesheet/errors.ts";
import type { Choice } from "../options.ts";

interface Quirk extends Choice {
  behaviour: Partial<SandboxBehaviour>;
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
];

/** @throws InvalidInputError for an unknown name */
export function behaviourOf(names: readonly string[]): Partial<SandboxBehaviour> {
  const chosen = names.map((name) => {
    const quirk = QUIRKS.find((candidate) => candidate.name === name);
    if (quirk) return quirk.behaviour;
    const available = QUIRKS.map((candidate) => candidate.name).join(", ");
    throw new InvalidInputError(`--quirk takes ${available}, not '${name}'.`);
  });
  return Object.assign({}, ...chosen);
}
