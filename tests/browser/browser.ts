import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

const PATHS = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const FLAGS = [
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let launched: Promise<Browser> | undefined;

/** The browser of this process, which is launched once and ends with it. */
export function browser(): Promise<Browser> {
  launched ??= chromium.launch({ executablePath: findChromium(process.env, existsSync), args: FLAGS });
  return launched;
}

/** The path of Chromium. @throws an error that says how to install it */
export function findChromium(
  env: Record<string, string | undefined>,
  exists: (path: string) => boolean,
): string {
  const given = env.CHROMIUM_PATH;
  const found = given ? [given].find(exists) : PATHS.find(exists);
  if (found) return found;
  throw new Error(
    given
      ? `CHROMIUM_PATH is ${given}, which does not exist.`
      : "No Chromium was found. Install the Debian package chromium-headless-shell, or set CHROMIUM_PATH to the browser's path.",
  );
}
