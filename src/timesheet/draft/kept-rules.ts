import type { MappingRule } from "./draft.ts";
import { partsOf } from "./titles.ts";

/** The summary of an issue has no more characters. */
const MAX_PATTERN = 255;

const ISSUE_KEY = /^[A-Za-z][A-Za-z0-9_]*-[1-9][0-9]*$/;

/** Whether it can be kept as a rule: a pattern with text, and what an issue's key looks like. */
export function isRule(rule: { pattern: string; issueKey: string }): boolean {
  return isPattern(rule.pattern) && ISSUE_KEY.test(rule.issueKey);
}

export function isPattern(pattern: string): boolean {
  return plain(pattern) !== "" && pattern.length <= MAX_PATTERN;
}

/** Rules with others added, each in place of those for the same titles. */
export function withRules(rules: readonly MappingRule[], added: readonly MappingRule[]): MappingRule[] {
  const kept = [...rules];
  for (const { pattern: given, issueKey } of added) {
    const pattern = plain(given);
    const places = kept.flatMap((rule, index) => (isSame(rule.pattern, pattern) ? [index] : []));
    if (places.length === 0) kept.push({ pattern, issueKey });
    for (const index of places) kept[index] = { pattern, issueKey };
  }
  return kept;
}

/** Rules without those for a pattern. */
export function withoutRule(rules: readonly MappingRule[], pattern: string): MappingRule[] {
  return rules.filter((rule) => !isSame(rule.pattern, pattern));
}

/** Whether two patterns match the same titles. */
function isSame(pattern: string, other: string): boolean {
  return JSON.stringify(partsOf(pattern)) === JSON.stringify(partsOf(other));
}

function plain(pattern: string): string {
  return pattern.trim().replaceAll(/\s+/g, " ");
}
