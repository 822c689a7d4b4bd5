import { nearestName } from "../contract/nearest-name.ts";

/** A sentence with a blank before it, or nothing if no known name is near. */
export function didYouMean(
  name: string,
  known: readonly string[],
  shown = (nearest: string) => nearest,
): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? "" : ` Did you mean ${shown(nearest)}?`;
}
