import type { FoundIssue } from "../port.ts";
import { wordsIn } from "./search-text.ts";

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
