import { Automaton } from "./automaton.ts";
import { SecretSearch } from "./find-secrets.ts";
import { spellingsOf } from "./spellings.ts";

/** The text in place of one that could not be searched for secrets. */
const UNSEARCHED = "[this text could not be searched for secrets, so it is left out]";

/**
 * Replaces every secret in a text with `[secret]`: plain, in Base64, and with any of its characters as a URL, HTML, JSON or a JSON pointer
 * writes them; also the beginning of one where the text ends or was cut within it. A caller may have chosen secret and text to be slow together: a
 * text of a megabyte takes milliseconds all the same.
 */
export function createRedactor(secrets: readonly string[]): (text: string) => string {
  // Made for the first text: a server for a team has a redactor for each user, and most never need it.
  let spellings: string[] | undefined;
  let search: SecretSearch | undefined;
  return (text) => {
    spellings ??= spellingsOf(secrets);
    if (spellings.length === 0) return text;
    search ??= new SecretSearch(new Automaton(spellings));
    const ranges = search.rangesIn(text);
    if (!ranges) return UNSEARCHED;
    let shown = "";
    let shownUntil = 0;
    for (const { start, end } of ranges) {
      shown += `${text.slice(shownUntil, start)}[secret]`;
      shownUntil = end;
    }
    return shownUntil === 0 ? text : shown + text.slice(shownUntil);
  };
}
