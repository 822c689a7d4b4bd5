import type { CallContext } from "../call-context.ts";
import { TimesheetError } from "../errors.ts";
import type { DraftInput, MappingRule } from "./draft.ts";
import { patternOf } from "./kept-rules.ts";
import { titlesByRef } from "./make-draft.ts";

/** Others choose the titles of meetings: one of "*" alone would match every other. */
const WITH_STAR =
  "A title with * in it was not kept, since * stands for any text in a rule. Make a rule with a pattern of your own.";

/** A piece of evidence and the issue that the user gave it. */
interface Given {
  ref: string;
  title: string;
  issueKey: string;
}

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
  if (!input) return { remembered: [] };
  const given = rulesIn(input);
  const rules = given.filter(({ title }) => !title.includes("*"));
  const notRemembered = rules.length < given.length ? { notRemembered: WITH_STAR } : {};
  if (rules.length === 0) return { remembered: [], ...notRemembered };
  try {
    await evidence.remember(rules.map(({ title, issueKey }) => ({ pattern: patternOf(title), issueKey })));
    // The user may keep titles from whoever reads the reply.
    const shown = rules.map(({ ref, title, issueKey }) => ({
      pattern: input.hasTitles ? patternOf(title) : ref,
      issueKey,
    }));
    return { remembered: shown, ...notRemembered };
  } catch (error) {
    if (!(error instanceof TimesheetError)) throw error;
    return { remembered: [], notRemembered: error.message };
  }
}

/** The titles of what the user gave an issue, each once, with the last one that was given. */
function rulesIn({ assign, ...input }: DraftInput): Given[] {
  const titles = titlesByRef(input);
  const rules = new Map<string, Given>();
  for (const { ref, issueKey } of assign) {
    const title = titles.get(ref) ?? "";
    if (title !== "") rules.set(title.toLowerCase(), { ref, title, issueKey: issueKey.toUpperCase() });
  }
  return [...rules.values()];
}
