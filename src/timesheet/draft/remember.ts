import type { CallContext } from "../call-context.ts";
import { addDays } from "../dates.ts";
import { TimesheetError } from "../errors.ts";
import type { DraftInput, MappingRule } from "./draft.ts";
import { itemsOf } from "./items.ts";
import { localDays } from "./local-days.ts";
import { LEAD_DAYS } from "./make-draft.ts";

/** Characters of the longest pattern that is kept; the rest of a longer title may be anything. */
const MAX_PATTERN = 255;

/**
 * Keeps each issue that the user gave to evidence as a rule for its title. The hours are stored by then, so the
 * reply reports a failure beside them.
 *
 * @param input undefined if nothing is to be kept
 */
export async function remember(
  input: DraftInput | undefined,
  { evidence }: CallContext,
): Promise<{ remembered: MappingRule[]; notRemembered?: string }> {
  const rules = input ? rulesIn(input) : [];
  if (rules.length === 0) return { remembered: [] };
  try {
    await evidence.remember(rules);
    return { remembered: rules };
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    return { remembered: [], notRemembered: error.message };
  }
}

function rulesIn({ assign, evidence, range, zone }: DraftInput): MappingRule[] {
  const days = localDays(zone, { ...range, startDate: addDays(range.startDate, -LEAD_DAYS) });
  const { activities, meetings } = itemsOf(evidence, range, days);
  const titles = new Map([...activities, ...meetings].map(({ ref, title }) => [ref, title]));
  return assign.flatMap(({ ref, issueKey }) => {
    const title = titles.get(ref) ?? "";
    return title === "" ? [] : [{ pattern: patternOf(title), issueKey: issueKey.toUpperCase() }];
  });
}

function patternOf(title: string): string {
  return title.length <= MAX_PATTERN ? title : `${title.slice(0, MAX_PATTERN - 1)}*`;
}
