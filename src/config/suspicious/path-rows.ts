import { join } from "node:path";
import { homeFolder } from "../path-list.ts";
import { isSafe, parseUrl } from "../url.ts";
import { nameOf, type Suspicion } from "./value.ts";

/** Mistakes in the path of a file or folder. */
export const FILE_ROWS: readonly Suspicion[] = [
  {
    of: ["path"],
    when: ({ text }) => /^~($|[\\/])/.test(text),
    sentence: (value) =>
      `${nameOf(value)} begins with ~, which only a shell replaces. Set it to ${join(homeFolder(), value.text.slice(1))}.`,
  },
  {
    of: ["path", "paths"],
    when: ({ text }) => /^(\$\{?\w+\}?|\$env:\w+|%\w+%)[\\/]/i.test(text),
    sentence: (value) =>
      `${nameOf(value)} begins with a variable, which only a shell replaces. Set it to the whole path.`,
  },
];

/** Mistakes in the address of a calendar, which no sentence quotes. */
export const CALENDAR_ROWS: readonly Suspicion[] = [
  {
    of: ["calendar"],
    when: ({ text }) => isUnsafe(text),
    sentence: ({ variable }) =>
      `An address in ${variable} starts with http://. It admits to the calendar as a password would, so it is not sent over an ` +
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
    when: ({ text }) => {
      const url = parseUrl(text);
      return url !== undefined && (url.username !== "" || url.password !== "");
    },
    sentence: ({ variable }) =>
      `An address in ${variable} contains a user name or password. Use the calendar's secret address instead.`,
  },
  {
    of: ["calendar"],
    when: ({ text }) => isPage(parseUrl(text)),
    sentence: ({ variable }) =>
      `An address in ${variable} is a page that shows a calendar, and not the calendar itself. In the calendar's settings, copy the ` +
      "secret address in iCal format, or the ICS link.",
  },
];

/** An address on this machine is safe without TLS. */
function isUnsafe(text: string): boolean {
  const url = parseUrl(text);
  return url?.protocol === "http:" && !isSafe(url);
}

/** Google and Outlook give a calendar's own address beside those of its pages. */
function isPage(url: URL | undefined): boolean {
  if (!url) return false;
  const { hostname, pathname } = url;
  if (hostname === "calendar.google.com") return !pathname.startsWith("/calendar/ical/");
  return /^outlook\.(office|office365|live)\.com$/.test(hostname) && !pathname.endsWith(".ics");
}
