import { basename } from "node:path";
import { oneLine } from "../../text/characters.ts";
import { cut } from "../../text/lengths.ts";
import { isLoopback } from "../../text/loopback.ts";
import { toUrl } from "../../text/to-url.ts";
import { CalendarError } from "./errors.ts";

const MAX_NAME = 80;

/** The place of a calendar in the setting: the path of a file, or an address. */
export interface Place {
  /** Its name for the user. Never a part of an address, the host included, since a host may be the secret: the setting shows the address. */
  name: string;
  path?: string;
  url?: URL;
  /** Why the calendar cannot be read there. */
  error?: CalendarError;
}

/** The places of calendars, in the order of the setting: files have their names, addresses their numbers. */
export function placesOf(calendars: readonly string[]): Place[] {
  const places = calendars.map((text, index) => placeOf(text.trim(), `calendar ${index + 1}`));
  const names = places.map(({ name }) => name);
  return places.map((place, index) =>
    names.indexOf(place.name) === names.lastIndexOf(place.name)
      ? place
      : { ...place, name: `${place.name} (calendar ${index + 1})` },
  );
}

function placeOf(text: string, name: string): Place {
  const scheme = /^([a-z][a-z\d+.-]+):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return { name: cut(oneLine(nameOfFile(text)), MAX_NAME) || name, path: text };
  const url = toUrl(text.replace(/^webcals?:/i, "https:"));
  if (!url) return { name, error: new CalendarError("has an address that is not valid. Copy it again") };
  if (!isSafe(url)) {
    return {
      name,
      error: new CalendarError(
        url.protocol === "http:"
          ? "has an address without TLS, which others could read. Use the same address with https"
          : "is neither a file nor an https address. Use one of them",
      ),
    };
  }
  return { name, url };
}

/** The last part of a path of any system. */
function nameOfFile(path: string): string {
  return basename(path.replaceAll("\\", "/"));
}

/** Whether nothing between two machines can read what is sent. */
export function isSafe(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url));
}
