import { meantBy } from "../other-names.ts";
import { isSettingName } from "../variable-names.ts";
import { DASH, foreignIn, invisibleIn } from "./characters.ts";
import { nameOf, type Suspicion, TOKENS, URLS } from "./value.ts";

const QUOTED = /^(["'`]).*\1$|^[“”„].*[“”]$|^[‘’].*[‘’]$/s;
const HALF_QUOTED = /^["'`“”„‘’]|["'`“”„‘’]$/;
const VARIABLE = /^\$(env:)?\w+$|^\$\{[^}]*\}$|^%\w+%$/i;
const REFERENCE = /^\$\(.*\)$|^\$?\{\{.*\}\}$|^(op|vault|secretref):\/\//is;
const ASSIGNMENT = /^(?:export\s+|set\s+|\$env:)?(?<name>[A-Za-z][\w-]*)\s*[=:]/;

/** Values of examples: of our documents, and customary ones. A site may be called your-health, so only some names count. */
const EXAMPLES = [
  /<[^<>]*>/,
  /…|\.{3}$/,
  /^x{4,}$/i,
  /^your[-_ ][^.@]*$/i,
  /^(https?:\/\/)?your-(site|domain|company|instance|org)\./i,
  /^you@example\.com$|^your[-_.]?e?mail@/i,
];

const CREDENTIALS = [...TOKENS, "e-mail"] as const;

/** Mistakes in the form of a value, whatever it is for. */
export const ANY_ROWS: readonly Suspicion[] = [
  {
    of: [...CREDENTIALS, ...URLS, "json", "path", "paths", "option"],
    when: ({ text }) => QUOTED.test(text),
    sentence: (value) =>
      `${nameOf(value)} is wrapped in quote marks, which are now part of the value. Remove them.`,
  },
  {
    of: [...CREDENTIALS, ...URLS],
    when: ({ text }) => HALF_QUOTED.test(text),
    sentence: (value) =>
      `${nameOf(value)} has a quote mark at one end, which is now part of the value. Remove it.`,
  },
  {
    of: [...CREDENTIALS, ...URLS, "json", "path", "paths", "option"],
    when: ({ text }) => VARIABLE.test(text),
    sentence: (value) =>
      `${nameOf(value)} is the name of a variable, such as $NAME or %NAME%, which was not filled in. Set it to the value itself.`,
  },
  {
    of: [...CREDENTIALS, ...URLS, "path", "paths", "option"],
    when: ({ text }) => REFERENCE.test(text),
    sentence: (value) =>
      `${nameOf(value)} is a reference, such as $(…), {{…}} or op://…, which no program has filled in. Set it to the value itself.`,
  },
  {
    of: [...CREDENTIALS, ...URLS, "path", "paths", "option"],
    when: ({ text }) => assignedIn(text) !== undefined,
    sentence: (value) =>
      `${nameOf(value)} begins with the name ${assignedIn(value.text)}, which is not part of the value. Set it to what follows the name.`,
  },
  {
    of: [...CREDENTIALS, "option"],
    when: ({ text }) => invisibleIn(text) !== undefined,
    sentence: (value) => `${nameOf(value)} contains ${invisibleIn(value.text)}. Remove it.`,
  },
];

/** Values of examples; after the rows that know better what a value with their signs is. */
export const EXAMPLE_ROWS: readonly Suspicion[] = [
  {
    of: [...CREDENTIALS, ...URLS],
    when: ({ text }) => EXAMPLES.some((example) => example.test(text)),
    sentence: (value) => `${nameOf(value)} is still the value of an example. Set it to your own.`,
  },
];

/** Characters that no header can carry; the last rows of tokens and e-mail addresses, since others say why they are there. */
export const HEADER_ROWS: readonly Suspicion[] = [
  {
    of: CREDENTIALS,
    when: ({ text }) => /[\r\n]/.test(text),
    sentence: (value) => `${nameOf(value)} contains a line break. Copy it again.`,
  },
  {
    of: CREDENTIALS,
    when: ({ text }) => text.includes(" "),
    sentence: (value) => `${nameOf(value)} contains a space. Copy it again.`,
  },
  {
    of: CREDENTIALS,
    when: ({ text }) => DASH.test(text),
    sentence: (value) =>
      `${nameOf(value)} contains ${foreignIn(value.text)}, which some programs put in place of a hyphen. Write - instead.`,
  },
  {
    of: CREDENTIALS,
    when: ({ text }) => foreignIn(text) !== undefined,
    sentence: (value) =>
      `${nameOf(value)} contains ${foreignIn(value.text)}, which is not ASCII. Copy it again.`,
  },
];

/** The setting whose name is part of its value. */
function assignedIn(text: string): string | undefined {
  const { name } = ASSIGNMENT.exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  return isSettingName(name) || meantBy(name).length > 0 ? name : undefined;
}
