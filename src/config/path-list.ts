import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";

/** The ways in which a path or an address begins, mistaken ones included. */
const BEGINNING = [
  String.raw`~(?:[\\/,]|$)`,
  String.raw`\.{0,2}/|\.{0,2}\\`,
  String.raw`[A-Za-z]:[\\/]`,
  String.raw`[A-Za-z][A-Za-z\d+.-]*://`,
  String.raw`\$(?:\{|env:)?\w+\}?[\\/]|%\w+%[\\/]`,
].join("|");

/** A comma may be a part of a path, so one separates only before the next beginning. */
const SEPARATOR = new RegExp(String.raw`,\s*(?=${BEGINNING})`);

/** The paths and addresses in a list, as they are written. */
export function pathsIn(text: string): string[] {
  return text
    .split(SEPARATOR)
    .map(trimmed)
    .filter((part) => part !== "");
}

/** An address without its scheme, after a comma. A path may have it too, but as a file name it would be shown. */
const BEFORE_HOST = /,\s*(?=[\w-]+(?:\.[\w-]+)+\/)/;

/** The paths and addresses of calendars in a list, as they are written. */
export function calendarsIn(text: string): string[] {
  return pathsIn(text).flatMap((part) => (part.includes("://") ? [part] : part.split(BEFORE_HOST)));
}

/** The full path of a calendar's file; undefined for anything else, which may be an address. */
export function calendarPath(text: string): string | undefined {
  return text.includes("://") || text.startsWith("//") ? undefined : fullPath(text);
}

function trimmed(part: string): string {
  let text = part.trim();
  while (text.startsWith(",")) text = text.slice(1).trim();
  while (text.endsWith(",")) text = text.slice(0, -1).trim();
  return text;
}

/** A path with the home folder in place of `~`; undefined unless it is a full one. */
export function fullPath(text: string): string | undefined {
  if (/^~(?:[\\/]|$)/.test(text)) return resolve(join(homeFolder(), text.slice(1)));
  return isAbsolute(text) ? resolve(text) : undefined;
}

/** Calendars are shared by addresses that begin with webcal://, and are served over https://. */
export function calendarAddress(text: string): string {
  return text.replace(/^webcals?:\/\//i, "https://");
}

/** A user that the system does not know, as in a container, has no home unless HOME names one: then it is the root folder. */
export function homeFolder(read: () => string = homedir): string {
  try {
    return read();
  } catch {
    return "/";
  }
}
