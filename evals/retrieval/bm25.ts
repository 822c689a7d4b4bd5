/** A name, and the text in which words are found. */
export interface Searched {
  name: string;
  text: string;
}

const K1 = 1.2;
const B = 0.75;

/** The names of all that is searched, the best first, by Okapi BM25. @returns those alone that have a word of the query */
export function rank(query: string, searched: readonly Searched[]): string[] {
  const documents = searched.map(({ name, text }) => ({ name, words: wordsOf(`${name} ${text}`) }));
  const averageLength = documents.reduce((sum, { words }) => sum + words.length, 0) / documents.length;
  const weights = new Map(
    [...new Set(wordsOf(query))].map((word) => {
      const holders = documents.filter(({ words }) => words.includes(word)).length;
      return [word, Math.log(1 + (documents.length - holders + 0.5) / (holders + 0.5))];
    }),
  );
  const scoreOf = (words: readonly string[]) =>
    [...weights].reduce((sum, [word, weight]) => {
      const count = words.filter((it) => it === word).length;
      const length = 1 - B + (B * words.length) / averageLength;
      return sum + (weight * count * (K1 + 1)) / (count + K1 * length);
    }, 0);
  return documents
    .map(({ name, words }) => ({ name, score: scoreOf(words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ name }) => name);
}

/** Words in lower case; the parts of a name such as `post_worklog` are words. */
export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
