import { nearestName } from "../contract/nearest-name.ts";
import { InvalidInputError } from "../timesheet/errors.ts";

export class UsageError extends InvalidInputError {
  /** @param topic what to ask `tempofiller help` for; the general help if left out */
  constructor(message: string, topic = "") {
    super(`${message} See tempofiller help${topic === "" ? "" : ` ${topic}`}.`);
  }
}

/** A sentence with a blank before it, or nothing if no known name is near. */
export function didYouMean(
  name: string,
  known: readonly string[],
  shown = (nearest: string) => nearest,
): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "" : ` Did you mean ${shown(nearest)}?`;
}
