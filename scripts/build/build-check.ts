import { OF_ANOTHER_BUILD } from "../../src/server/errors.ts";

/**
 * The code at the beginning of a built file: one that is started says of which build the process is, and the others are of that one. They are loaded
 * when they are needed: after an update, a server that still runs would load new ones, and call their functions by the names of the old ones.
 *
 * @param build an id of all that the files are made of
 */
export function buildCheck(build: string, { isEntry }: { isEntry: boolean }): string {
  const id = JSON.stringify(build);
  if (isEntry) return `globalThis.tempofillerBuild??=${id};`;
  return `if(globalThis.tempofillerBuild!==${id})throw Object.assign(Error("another build"),{code:"${OF_ANOTHER_BUILD}"});`;
}
