import type { FoundIssue } from "../port.ts";

const ISSUE_KEY = /^[A-Za-z][A-Za-z0-9_]*-\d+$/;

/** An issue's number has no more digits on any site. */
const ISSUE_NUMBER = /^[1-9]\d{0,6}$/;

/** Words of a request that are in no summary, or in every other one. */
const FILLERS = new Set([
  ..."a an and at by for from in is it my of on or our that the this to with bug issue ticket task story".split(
    " ",
  ),
  ..."an auf aus bei das dem den der des die ein eine für im in ist mein mit oder und vom von zu zum zur".split(
    " ",
  ),
  ..."au aux avec ce cette dans de des du en et la le les mon ou par pour sur un une".split(" "),
]);

/** A query for most of the words has a clause for each choice of them, so their number is limited. */
const MAX_SPECIFIC_WORDS = 6;

/** The keys and words of a text. */
interface SearchText {
  /** Issue keys as the caller wrote them, each once. */
  keys: string[];
  /** All words in lower case, each once; those of keys too. */
  words: string[];
}

export function readSearchText(text: string): SearchText {
  const keys = text.split(/[^\p{L}\p{N}_-]+/u).filter((part) => ISSUE_KEY.test(part));
  return { keys: [...new Set(keys)], words: [...new Set(wordsIn(text))] };
}

/** The words of a text in lower case: letters and digits only. */
export function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

export function numbersAmong(words: readonly string[]): string[] {
  return words.filter((word) => ISSUE_NUMBER.test(word));
}

/** The words that say something of an issue, in their order; all, if none does. */
export function specificWords(words: readonly string[]): string[] {
  const specific = words.filter((word) => !FILLERS.has(word));
  const longest = (specific.length > 0 ? specific : words)
    .toSorted((a, b) => b.length - a.length)
    .slice(0, MAX_SPECIFIC_WORDS);
  return words.filter((word) => longest.includes(word));
}

/** The number that is most of so many words; one of two. */
export function mostOf(count: number): number {
  return count === 2 ? 1 : Math.floor(count / 2) + 1;
}

/** The words that an issue has, and where. */
export interface Match {
  issue: FoundIssue;
  /** They have the order of the search. */
  words: string[];
  /** Whether one of them is the number of the issue's key. */
  isNumbered: boolean;
  /** The user's comment that has those of them that the summary lacks. */
  ownComment?: string;
}

/** Words match from their beginnings, in the summary and in one of the comments together; a number matches the issue's own too. */
export function matchOf(
  issue: FoundIssue,
  words: readonly string[],
  comments: readonly string[] = [],
): Match {
  const number = issue.key.slice(issue.key.lastIndexOf("-") + 1);
  const ofIssue = [...wordsAtStart(issue.summary, words), ...words.filter((word) => word === number)];
  let best: Match = {
    issue,
    words: words.filter((word) => ofIssue.includes(word)),
    isNumbered: words.includes(number),
  };
  for (const comment of comments) {
    const ofComment = wordsAtStart(comment, words);
    const both = words.filter((word) => ofIssue.includes(word) || ofComment.includes(word));
    if (both.length > best.words.length) best = { ...best, words: both, ownComment: comment };
  }
  return best;
}

/** Selects the words with which a word of the text begins. */
export function wordsAtStart(text: string, words: readonly string[]): string[] {
  const inText = wordsIn(text);
  return words.filter((word) => inText.some((other) => other.startsWith(word)));
}
