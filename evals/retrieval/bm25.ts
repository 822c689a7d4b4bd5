/** A name, and the words in which those of a query are found. */
export interface Searched {
  name: string;
  words: readonly string[];
}

const K1 = 1.2;
const B = 0.75;

/** The names of all that is searched, the best first, by Okapi BM25. @returns those alone that have a word of the query */
export function rank(query: readonly string[], searched: readonly Searched[]): string[] {
  const averageLength = searched.reduce((sum, { words }) => sum + words.length, 0) / searched.length;
  const weights = new Map(
    [...new Set(query)].map((word) => {
      const holders = searched.filter(({ words }) => words.includes(word)).length;
      return [word, Math.log(1 + (searched.length - holders + 0.5) / (holders + 0.5))];
    }),
  );
  const scoreOf = (words: readonly string[]) =>
    [...weights].reduce((sum, [word, weight]) => {
      const count = words.filter((it) => it === word).length;
      const length = 1 - B + (B * words.length) / averageLength;
      return sum + (weight * count * (K1 + 1)) / (count + K1 * length);
    }, 0);
  return searched
    .map(({ name, words }) => ({ name, score: scoreOf(words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .map(({ name }) => name);
}
