import type { CallContext } from "../call-context.ts";
import { TimesheetError } from "../errors.ts";
import type { DraftInput, MappingRule } from "./draft.ts";
import type { Evidence } from "./evidence.ts";
import { patternOf } from "./kept-rules.ts";
import { groupsByRef } from "./make-draft.ts";

/** Others choose the titles of meetings: one of "*" alone would match every other. */
const WITH_STAR =
  "A title with * in it was not kept, since * stands for any text in a rule. Make a rule with a pattern of your own.";

/** Work there may belong to any issue, so a rule would give it the wrong one. */
const SHARED_BRANCHES = new Set(["", "main", "master", "trunk", "develop", "development", "dev", "HEAD"]);

const OF_ANY_ISSUE =
  "Work on a repository's main branch, or without a branch, was not kept: it may belong to another issue next time.";

/** A piece of evidence and the issue that the user gave it. */
interface Given {
  ref: string;
  title: string;
  /** Whether only evidence of the same kind has the title: a meeting, or a branch of its own. */
  isOwn: boolean;
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
  context: CallContext,
): Promise<{ remembered: MappingRule[]; notRemembered?: string }> {
  if (!input) return { remembered: [] };
  const given = rulesIn(input);
  const rules = given.filter(({ title, isOwn }) => isOwn && !title.includes("*"));
  const reasons = [
    ...(given.some(({ isOwn, title }) => isOwn && title.includes("*")) ? [WITH_STAR] : []),
    ...(given.some(({ isOwn }) => !isOwn) ? [OF_ANY_ISSUE] : []),
  ];
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
    // Jira's own event has its key, which goes before any rule.
    if (!group || group.title === "" || group.evidence.source === "jira") continue;
    const { title, evidence } = group;
    rules.set(title.toLowerCase(), {
      ref,
      title,
      isOwn: hasOwnTitle(evidence),
      issueKey: issueKey.toUpperCase(),
    });
  }
  return [...rules.values()];
}

function hasOwnTitle(evidence: Evidence): boolean {
  return evidence.kind === "meeting" || !SHARED_BRANCHES.has(evidence.detail?.trim() ?? "");
}
