import type { DraftInput } from "./draft.ts";
import type { Evidence } from "./evidence.ts";

/** The pattern of a key. Keys are bounded: a search takes time in proportion to the length of the text. */
export const KEY_IN_CAPITALS = String.raw`(?<![\p{L}\p{N}])[A-Z][A-Z0-9_]{0,63}-[1-9]\d{0,9}(?![\p{L}\p{N}])`;
const IN_CAPITALS = new RegExp(KEY_IN_CAPITALS, "gu");
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
      // A branch has many commits.
      const seenAs = `${isBranch(text, item)} ${text}`;
      if (seen.has(seenAs)) continue;
      seen.add(seenAs);
      for (const key of keysIn(text, isBranch(text, item))) keys.add(key);
    }
  return [...keys].sort();
}

/** Texts name few issues. More keys than these are a list, or no keys at all. */
const MAX_KEYS_OF_TEXT = 5;

/** The first keys in a text in capitals, in its order. In a branch, where lower case is usual, those in another case come after them. */
export function keysIn(text: string, isBranchName: boolean): string[] {
  const found = text.match(IN_CAPITALS) ?? [];
  const others = isBranchName ? (text.match(IN_ANY_CASE) ?? []) : [];
  return [...found, ...others.map((key) => key.toUpperCase())].slice(0, MAX_KEYS_OF_TEXT);
}

/** Whether a text is the branch of work, in which the case of a key does not count. */
export function isBranch(text: string, evidence: Evidence): boolean {
  return evidence.kind !== "meeting" && evidence.source !== "jira" && text === evidence.detail;
}
