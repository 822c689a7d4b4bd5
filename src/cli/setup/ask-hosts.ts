import { existsSync } from "node:fs";
import { type Host, installedHosts, type Place } from "../hosts/hosts.ts";
import { ask } from "./ask.ts";

/** Asks for some of the hosts; those that are installed are selected. */
export async function askHosts(question: string, hosts: readonly Host[], place: Place): Promise<Host[]> {
  const found = installedHosts(place, existsSync).map(({ name }) => name);
  const chosen = await ask.several(
    `${question} Space selects, Enter confirms.`,
    hosts.map((host) => ({ value: host.name, label: host.title, hint: host.file(place) })),
    hosts.map(({ name }) => name).filter((name) => found.includes(name)),
  );
  return hosts.filter(({ name }) => chosen.includes(name));
}
