import { isAbsolute, join, resolve } from "node:path";
import { homeFolder } from "./home-folder.ts";

/** A comma in a path is part of it: one separates only where the next path or address begins, both of which say where they begin. */
const SEPARATOR = /,\s*(?=~(?:[\\/,]|$)|\/|\\\\|[A-Za-z]:[\\/]|[A-Za-z][A-Za-z\d+.-]*:\/\/)/;

/** The paths and addresses in a list, as they are written. */
export function pathsIn(text: string): string[] {
  return text
    .split(SEPARATOR)
    .map((part) => part.replace(/^[\s,]+|[\s,]+$/g, ""))
    .filter((part) => part !== "");
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
