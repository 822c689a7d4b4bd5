import type { CallContext } from "../call-context.ts";
import { TimesheetError } from "../errors.ts";
import type { DraftInput, MappingRule } from "./draft.ts";
import { isPattern } from "./kept-rules.ts";
import { type Group, groupsByRef } from "./make-draft.ts";
import { patternOf } from "./titles.ts";

const TOO_LONG = "A title of more than 255 characters was not kept. Make a rule with a pattern of your own.";

/** Work there may belong to any issue, so a rule would give it the wrong one. */
const SHARED_BRANCHES = new Set(["", "main", "master", "trunk", "develop", "development", "dev", "HEAD"]);

const OF_ANY_ISSUE =
  "Work on a repository's main branch, or without a branch, was not kept: it may belong to another issue next time.";

const NAMED = "What names an issue itself was not kept: the issue that it names goes before any rule.";

/** A piece of evidence and the issue that the user gave it. */
interface Given {
  ref: string;
  title: string;
  issueKey: string;
  /** Why no rule for the title is kept. */
  reason: string | undefined;
}

/**
 * Keeps each issue that the user gave to evidence as a rule for its title. The hours are stored by then, so the
 * reply reports a failure beside them.
 *
 * @param input undefined if nothing is to be kept
 */
export async function remember(
  input: DraftInput | undefined,
  context: CallContext,
): Promise<{ remembered: MappingRule[]; notRemembered?: string }> {
  if (!input) return { remembered: [] };
  const given = rulesIn(input);
  const rules = given.filter(({ reason }) => reason === undefined);
  const reasons = [TOO_LONG, OF_ANY_ISSUE, NAMED].filter((it) => given.some(({ reason }) => reason === it));
  const notRemembered = reasons.length > 0 ? { notRemembered: reasons.join(" ") } : {};
  if (rules.length === 0) return { remembered: [], ...notRemembered };
  try {
    const added = rules.map(({ title, issueKey }) => ({ pattern: patternOf(title), issueKey }));
    await context.evidence.remember(added, context);
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
  const groups = groupsByRef(input);
  const rules = new Map<string, Given>();
  for (const { ref, issueKey } of assign) {
    const group = groups.get(ref);
    if (!group || group.title === "") continue;
    const { title } = group;
    rules.set(title.toLowerCase(), {
      ref,
      title,
      issueKey: issueKey.toUpperCase(),
      reason: reasonAgainst(group),
    });
  }
  return [...rules.values()];
}

function reasonAgainst({ evidence, title, isNamed }: Group): string | undefined {
  if (isNamed) return NAMED;
  // Only a meeting of that title has it, or work on a branch of its own.
  if (evidence.kind !== "meeting" && SHARED_BRANCHES.has(evidence.detail?.trim() ?? "")) return OF_ANY_ISSUE;
  return isPattern(title) ? undefined : TOO_LONG;
}
