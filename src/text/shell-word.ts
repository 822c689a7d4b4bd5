/** Words that need no quotes in any shell. */
const PLAIN = /^[\w@%+=:,./-]+$/;

/** The first word that a shell sets instead of starting it. */
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** The name of a long option and its equals sign, which are read more easily before the quotes. */
const OPTION = /^--[a-z-]+=/;

/** A word as a line for a shell has it: in quotes if it needs them. */
export function shellWord(word: string): string {
  const [option = ""] = OPTION.exec(word) ?? [];
  if (option !== "") return option + shellWord(word.slice(option.length));
  return PLAIN.test(word) && !ASSIGNMENT.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** A part of a word, or blanks. Signs that make a shell do more are in none, unless they are quoted. */
const PART = /\\(.)|'([^']*)'|"((?:[^"\\$`]|\\.)*)"|([^\s'"\\|&;<>()$`*?[{!]+)|\s+/gsy;

/** A character that needs no backslash: the one before it is of a Windows path. */
const IN_PATH = /^[\p{L}\p{N}_.]/u;

/**
 * The words of a line as a shell splits it, by blanks, quotes and backslashes; undefined if a shell would do more with it, or refuse it, or
 * if a Windows path would lose its backslashes.
 */
export function shellWords(line: string, platform = process.platform): string[] | undefined {
  const words: string[] = [];
  let word: string | undefined;
  let end = 0;
  for (const [part, escaped, single, double, plain = ""] of line.matchAll(PART)) {
    const isExpanded =
      word === undefined && (/^[~#]/.test(plain) || (words.length === 0 && ASSIGNMENT.test(plain)));
    if (isExpanded || (platform === "win32" && IN_PATH.test(escaped ?? ""))) return undefined;
    const text = escaped ?? single ?? double?.replaceAll(/\\([$`"\\])/g, "$1") ?? (plain || undefined);
    if (text !== undefined) word = (word ?? "") + text;
    else if (word !== undefined) {
      words.push(word);
      word = undefined;
    }
    end += part.length;
  }
  if (end < line.length) return undefined;
  return word === undefined ? words : [...words, word];
}
