/** Words that need no quotes in any shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** A word as a line for a shell has it: in quotes if it needs them. */
export function shellWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
