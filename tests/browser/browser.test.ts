import { expect, test } from "vitest";
import { findChromium } from "./browser.ts";

test("Chromium is where CHROMIUM_PATH says, else where Debian installs it", () => {
  expect([
    findChromium({ CHROMIUM_PATH: "/opt/chromium" }, () => true),
    findChromium({}, () => true),
    findChromium({}, (path) => path === "/usr/bin/chromium"),
  ]).toEqual(["/opt/chromium", "/usr/bin/chromium-headless-shell", "/usr/bin/chromium"]);
});

test("without Chromium, the error names the Debian package and the variable", () => {
  expect(() => findChromium({}, () => false)).toThrow(
    "No Chromium was found. Install the Debian package chromium-headless-shell, or set CHROMIUM_PATH to the browser's path.",
  );
  expect(() => findChromium({ CHROMIUM_PATH: "/opt/chromium" }, () => false)).toThrow(
    "CHROMIUM_PATH is /opt/chromium, which does not exist.",
  );
});
