import { cleaned } from "../../text/characters.ts";
import { cut } from "../../text/lengths.ts";
import { lenientComment } from "../content.ts";
import type { Issue, LoggedWorklog } from "../port.ts";
import { inOrder } from "../worklogs.ts";
import type { MappingRule } from "./draft.ts";
import type { Evidence } from "./evidence.ts";

/** The title of a meeting, the place and branch of work, or the key of Jira's own event. */
export function titleOf(evidence: Evidence): string {
  if (evidence.kind === "meeting") return lineOf(evidence.title);
  if (evidence.source === "jira") return lineOf(evidence.texts[0] ?? "");
  const { placeName = "", detail = "" } = evidence;
  return lineOf(`${placeName} ${detail}`);
}

export function lineOf(text: string): string {
  return cleaned(text).replaceAll(/\s+/g, " ").trim();
}

/** Cuts a text to so many characters, without a word on how many are left out. */
export function shortened(text: string, max: number): string {
  return cut(text, max, 0, () => "…");
}

/**
 * The issue of the most specific rule for a title of which the user can see the issue: the rule with the most text of its own, so that one
 * for a title alone goes before all others; of like ones the first. Case and spaces do not count.
 */
export function issueByRules<Found extends object = Issue>(
  rules: readonly MappingRule[],
  issues: ReadonlyMap<string, Found>,
): (title: string) => Found | undefined {
  const compared = rules
    .map(({ pattern, issueKey }) => ({ parts: partsOf(pattern), issue: issues.get(issueKey.toUpperCase()) }))
    .sort((one, other) => textIn(other.parts) - textIn(one.parts));
  return (title) => {
    const text = bare(title);
    return compared.find(({ parts, issue }) => issue && matches(parts, text))?.issue;
  };
}

function textIn(parts: readonly string[]): number {
  return 2 * parts.join("").length + Number(parts.length === 1);
}

/** The texts of a pattern between its asterisks, as they are compared with titles. The full-width one stands for an asterisk itself. */
function partsOf(pattern: string): string[] {
  return pattern.split("*").map(bare);
}

/** The pattern that matches a title alone, whoever wrote it. */
export function patternOf(title: string): string {
  return title.replaceAll("*", "＊");
}

function matches([first = "", ...others]: readonly string[], text: string): boolean {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const at = text.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}

/** The issue of the latest worklog by the comment, as `learntTitle` has it. An issue that the user can see no more is none. */
export function issuesByComment(worklogs: readonly LoggedWorklog[]): Map<string, Issue> {
  const visible = worklogs.filter(({ issue }) => issue.key !== issue.id);
  const issues = inOrder(visible).map(({ comment, issue }): [string, Issue] => [learntTitle(comment), issue]);
  return new Map(issues.filter(([comment]) => comment !== ""));
}

/** A title as it is compared with comments, whatever storing them changes: without spaces, in one case. */
export function learntTitle(text: string): string {
  return bare(lenientComment(text));
}

function bare(text: string): string {
  return lineOf(text).normalize("NFKC").toLowerCase().replaceAll(" ", "");
}

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
