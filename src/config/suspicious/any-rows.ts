import { join } from "node:path";
import { meantBy } from "../other-names.ts";
import { homeFolder } from "../path-list.ts";
import { isSafe, parseUrl } from "../url.ts";
import { isSettingName } from "../variable-names.ts";
import { DASH, foreignIn, invisibleIn } from "./characters.ts";
import { hasUser, type Suspicion, TOKENS, URLS } from "./value.ts";

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
    when: /\ufffd/,
    says: "has a character that could not be decoded (U+FFFD). Set it again, in UTF-8.",
  },
  {
    of: [...CREDENTIALS, ...URLS, "json", "path", "paths", "option"],
    when: QUOTED,
    says: "is wrapped in quote marks, which are now part of the value. Remove them.",
  },
  {
    of: [...CREDENTIALS, ...URLS],
    when: HALF_QUOTED,
    says: "has a quote mark at one end, which is now part of the value. Remove it.",
  },
  {
    of: [...CREDENTIALS, ...URLS, "json", "path", "paths", "option"],
    when: VARIABLE,
    says: "is the name of a variable, such as $NAME or %NAME%, which was not filled in. Set it to the value itself.",
  },
  {
    of: [...CREDENTIALS, ...URLS, "path", "paths", "option"],
    when: REFERENCE,
    says: "is a reference, such as $(…), {{…}} or op://…, which no program has filled in. Set it to the value itself.",
  },
  {
    of: [...CREDENTIALS, ...URLS, "path", "paths", "option"],
    when: ({ text }) => assignedIn(text) !== undefined,
    says: (value) =>
      `begins with the name ${assignedIn(value.text)}, which is not part of the value. Set it to what follows the name.`,
  },
  {
    of: [...CREDENTIALS, "option"],
    when: ({ text }) => invisibleIn(text) !== undefined,
    says: (value) => `contains ${invisibleIn(value.text)}. Remove it.`,
  },
];

/** Values of examples; after the rows that know better what a value with their signs is. */
export const EXAMPLE_ROWS: readonly Suspicion[] = [
  {
    of: [...CREDENTIALS, ...URLS],
    when: ({ text }) => EXAMPLES.some((example) => example.test(text)),
    says: "is still the value of an example. Set it to your own.",
  },
];

/** Characters that no header can carry; the last rows of tokens and e-mail addresses, since others say why they are there. */
export const HEADER_ROWS: readonly Suspicion[] = [
  { of: CREDENTIALS, when: /[\r\n]/, says: "contains a line break. Copy it again." },
  { of: CREDENTIALS, when: ({ text }) => text.includes(" "), says: "contains a space. Copy it again." },
  {
    of: CREDENTIALS,
    when: DASH,
    says: (value) =>
      `contains ${foreignIn(value.text)}, which some programs put in place of a hyphen. Write - instead.`,
  },
  {
    of: CREDENTIALS,
    when: ({ text }) => foreignIn(text) !== undefined,
    says: (value) => `contains ${foreignIn(value.text)}, which is not ASCII. Copy it again.`,
  },
];

/** The setting whose name is part of its value. */
function assignedIn(text: string): string | undefined {
  const { name } = ASSIGNMENT.exec(text)?.groups ?? {};
  if (name === undefined) return undefined;
  return isSettingName(name) || meantBy(name).length > 0 ? name : undefined;
}

/** Mistakes in the path of a file or folder. */
export const FILE_ROWS: readonly Suspicion[] = [
  {
    of: ["path"],
    when: /^~($|[\\/])/,
    says: (value) =>
      `begins with ~, which only a shell replaces. Set it to ${join(homeFolder(), value.text.slice(1))}.`,
  },
  {
    of: ["path", "paths"],
    when: /^(\$\{?\w+\}?|\$env:\w+|%\w+%)[\\/]/i,
    says: "begins with a variable, which only a shell replaces. Set it to the whole path.",
  },
];

/** Mistakes in the address of a calendar, which no sentence quotes. */
export const CALENDAR_ROWS: readonly Suspicion[] = [
  {
    of: ["calendar"],
    when: ({ text }) => isUnsafe(text),
    says:
      "starts with http://. It admits to the calendar as a password would, so it is not sent over an " +
      "unencrypted connection. Set it to the calendar's https:// address.",
  },
  {
    of: ["calendar"],
    when: ({ text }) => /\s/.test(text) || !/^https?:\/\//i.test(text) || parseUrl(text) === undefined,
    sentence: ({ variable }) =>
      `${variable} must be full paths of files in iCalendar format and https:// addresses, separated by commas.`,
  },
  {
    of: ["calendar"],
    when: ({ text }) => hasUser(parseUrl(text)),
    says: "contains a user name or password. Use the calendar's secret address instead.",
  },
  {
    of: ["calendar"],
    when: ({ text }) => isCalendarPage(parseUrl(text)),
    says:
      "is a page that shows a calendar, and not the calendar itself. In the calendar's settings, copy the " +
      "secret address in iCal format, or the ICS link.",
  },
];

/** An address on this machine is safe without TLS. */
function isUnsafe(text: string): boolean {
  const url = parseUrl(text);
  return url?.protocol === "http:" && !isSafe(url);
}

/** Google and Outlook give a calendar's own address beside those of its pages. */
function isCalendarPage(url: URL | undefined): boolean {
  if (!url) return false;
  const { hostname, pathname } = url;
  if (hostname === "calendar.google.com") return !pathname.startsWith("/calendar/ical/");
  return /^outlook\.(office|office365|live)\.com$/.test(hostname) && !pathname.endsWith(".ics");
}
