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

/** Words that make no key with a number: standards, formats, times, reviews. One whose first part may be a project is here in full. */
const LOOKALIKES = new Set(
  [
    "AES ANSI CET COVID CVE CWE DIN ECMA FIPS GMT HTTP HTTPS IEC IEEE IPV ISO JEP JPEG JSR KOI LATIN MPEG OAUTH PEP PKCS RC RFC RSA",
    "SAML SARS SHA SSL TLS UCS UTC UTF WCAG BASE-64 BIG-5 CP-1252 ED-25519 ES-5 ES-6 GPT-3 GPT-4 GPT-5 IE-11 MD-5 SOC-2 WINDOWS-1252",
    "JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC CW FY KW H1 H2 Q1 Q2 Q3 Q4 GH MR PR",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Whether a text names an issue, be it one of another Jira. Nothing tells its project from a word, so each counts that is not listed:
 * one too many leaves work without an issue, one too few may log one client's work for another. In lower case, a word and a number
 * are a usual branch, such as "spike-2". The key of a project has two characters at least.
 */
export function namesIssue(text: string): boolean {
  return keysIn(text, false).some((key) => {
    const project = key.slice(0, key.lastIndexOf("-"));
    return project.length > 1 && !LOOKALIKES.has(project) && !LOOKALIKES.has(key);
  });
}

/** Whether a text is the branch of work, in which the case of a key does not count. */
export function isBranch(text: string, evidence: Evidence): boolean {
  return evidence.kind !== "meeting" && evidence.source !== "jira" && text === evidence.detail;
}
