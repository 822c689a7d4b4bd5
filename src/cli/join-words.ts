/** Arguments of a command line, in which words that are one thing together are one argument, with blanks between them. */
export function joinWords(args: readonly string[], areOne: (words: string) => boolean): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const words = `${joined.at(-1) ?? ""} ${arg}`;
    if (areOne(words)) joined.splice(-1, 1, words);
    else joined.push(arg);
  }
  return joined;
}
