/** Words of grammar in English and German, which say nothing of what was done. */
const GRAMMAR = new Set(
  [
    "a about after all an and any are as at be before between by during for from has have how in into is it",
    "more next of on or our over that the their there they this through to until was were when where while with without your",
    "aber alle als am an auch auf aus bei beim das dass dem den der des die diese diesem diesen dieser dieses durch ein eine einem",
    "einen einer eines es für haben ihre im ist mit nach nicht oder ohne sich sind sowie über um und uns unser unsere unter vom von",
    "vor während wegen wenn wie wir wird zu zum zur zwischen",
  ].flatMap((line) => line.split(" ")),
);

/** The different words of a text that say something, in lower case. */
export function contentWords(text: string): Set<string> {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.filter((word) => !GRAMMAR.has(word)));
}
