import type { DraftInput } from "./draft.ts";
import type { Evidence } from "./evidence.ts";

/** Keys are bounded, so that no text takes longer than its length. */
const IN_CAPITALS = /(?<![\p{L}\p{N}])[A-Z][A-Z0-9_]{0,63}-[1-9]\d{0,9}(?![\p{L}\p{N}])/gu;
const IN_ANY_CASE = /(?<![\p{L}\p{N}])[A-Za-z][A-Za-z0-9]{0,63}-[1-9]\d{0,9}(?![\p{L}\p{N}])/gu;

/** All keys of issues that evidence, rules and arguments may name, each once, in capitals. */
export function keysOf({
  evidence,
  rules,
  assign,
}: Pick<DraftInput, "evidence" | "rules" | "assign">): string[] {
  const keys = new Set([...rules, ...assign].map(({ issueKey }) => issueKey.toUpperCase()));
  const seen = new Set<string>();
  for (const item of evidence)
    for (const text of item.texts) {
      // A branch has many commits. Only there does the case of a key not count.
      const seenAs = `${isBranch(text, item)} ${text}`;
      if (seen.has(seenAs)) continue;
      seen.add(seenAs);
      for (const key of keysIn(text, isBranch(text, item))) keys.add(key);
    }
  return [...keys].sort();
}

/** The keys that evidence may mean, the likeliest first. */
export function keysNamed(evidence: Evidence): string[] {
  return evidence.texts.flatMap((text) => keysIn(text, isBranch(text, evidence)));
}

/** The keys in a text in capitals, in its order. In a branch, where lower case is usual, those in another case come after them. */
export function keysIn(text: string, isBranchName: boolean): string[] {
  const found = text.match(IN_CAPITALS) ?? [];
  const others = isBranchName ? (text.match(IN_ANY_CASE) ?? []) : [];
  return [...found, ...others.map((key) => key.toUpperCase())];
}

function isBranch(text: string, evidence: Evidence): boolean {
  return evidence.kind !== "meeting" && evidence.source !== "jira" && text === evidence.detail;
}
