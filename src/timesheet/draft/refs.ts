import { InvalidInputError } from "../errors.ts";
import type { DraftInput } from "./draft.ts";
import type { Item } from "./items.ts";

/** Names are shown in messages as far as this. */
const MAX_SHOWN = 20;

/** @throws InvalidInputError if arguments name evidence that the draft does not have, or contradict each other */
export function checkRefs(
  items: readonly Item[],
  { assign, leaveOut }: Pick<DraftInput, "assign" | "leaveOut">,
): void {
  const refs = new Set(items.map(({ ref }) => ref));
  const unknown = (names: readonly string[]) => [...new Set(names)].filter((it) => !refs.has(it));
  const isAssigned = new Map<string, string>();
  for (const { ref, issueKey } of assign) {
    const other = isAssigned.get(ref);
    if (other !== undefined && other !== issueKey.toUpperCase())
      throw refused("assign", `${shown(ref)} is given to ${other} and to ${issueKey.toUpperCase()}`);
    isAssigned.set(ref, issueKey.toUpperCase());
  }
  for (const [argument, names] of [
    ["assign", [...isAssigned.keys()]],
    ["leaveOut", leaveOut],
  ] as const) {
    const [first, ...others] = unknown(names);
    if (first === undefined) continue;
    const more = others.length === 0 ? "" : `, nor ${others.length} more of the names in it`;
    throw refused(argument, `this draft has no evidence named ${shown(first)}${more}`);
  }
  const both = leaveOut.find((ref) => isAssigned.has(ref));
  if (both !== undefined) throw refused("leaveOut", `${shown(both)} is in \`assign\` too`);
}

function refused(argument: string, problem: string): InvalidInputError {
  return new InvalidInputError(
    `\`${argument}\`: ${problem}. Nothing was sent; draft the same dates again without it, and use the names of that draft.`,
  );
}

function shown(ref: string): string {
  return JSON.stringify(ref.length > MAX_SHOWN ? `${ref.slice(0, MAX_SHOWN)}…` : ref);
}
