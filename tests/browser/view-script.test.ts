import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { commandEnvironment } from "../../scripts/lib/command-environment.ts";
import { browser } from "./browser.ts";
import { themeOf } from "./states.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Runs the script until the test ends, and opens the page that it prints. */
async function openPage(...args: string[]) {
  const script = spawn(process.execPath, ["--import", "tsx", "scripts/view.ts", ...args], {
    cwd: ROOT,
    env: commandEnvironment(),
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(script, "close");
  const context = await (await browser()).newContext({ viewport: { width: 1280, height: 1200 } });
  onTestFinished(async () => {
    await context.close();
    script.kill("SIGKILL");
    await ended;
  });
  const [line] = (await once(createInterface({ input: script.stdout }), "line")) as [string];
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  await page.goto(line.replace("The view is at ", ""));
  const view = page.frameLocator("iframe").frameLocator("iframe");
  return { script, ended, page, view };
}

/** The processes that a process has started, on Linux. */
function childrenOf({ pid }: ChildProcess): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

test("scripts/view.ts shows what is chosen, in the browser's theme until another one is", async () => {
  const { page, view } = await openPage("--datacenter");
  await view.getByText("DEMO-1").first().waitFor();
  await page.getByLabel("Locale").selectOption("English (US)");
  await expect.poll(() => view.locator("thead th").first().textContent()).toContain("Sun");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(() => themeOf(view)).toBe("dark");
  await page.getByLabel("Theme").selectOption("light");
  await expect.poll(() => themeOf(view)).toBe("light");
  await page.getByLabel("Theme").selectOption("dark");
  await page.getByLabel("Width").selectOption("280 px");
  await expect
    .poll(() => view.locator("html").evaluate(({ style }) => [style.colorScheme, innerWidth]))
    .toEqual(["dark", 280]);
  await page.getByLabel(/^Month/).fill("2026-02");
  await view.getByText("February 2026").first().waitFor();
  const show = (what: string) => page.getByLabel(/^Show/).selectOption(what);
  await show("one worklog that was logged");
  await view.getByText("Review of the login flow").waitFor();
  await show("a week");
  await view.getByRole("table", { name: "Hours by issue and day" }).waitFor();
  await show("more than 24 hours on a day");
  await view.getByText("A day has 24 hours").waitFor();
  await view
    .getByText(/would have 25 h, and a day has 24/)
    .first()
    .waitFor();
  await show("several, to be undone");
  await view.getByRole("button", { name: "Undo…" }).click();
  await view.getByRole("button", { name: /^Delete 2/ }).click();
  await view.getByRole("heading", { name: "2 worklogs deleted" }).waitFor();
  await show("a draft");
  await view.getByRole("heading", { name: /^Draft: / }).waitFor();
  await expect.poll(() => page.getByRole("status").textContent()).toBe("");
});

test("scripts/view.ts ends on SIGINT, and leaves no command behind; nor does a page that is closed", async () => {
  const { script, ended, page, view } = await openPage();
  await view.locator("main").waitFor();
  const [first = 0, ...others] = childrenOf(script);
  expect([isRunning(first), others]).toEqual([true, []]);
  await page.reload();
  await view.locator("main").waitFor();
  await expect.poll(() => isRunning(first)).toBe(false);
  const [second = 0] = childrenOf(script);
  expect(isRunning(second)).toBe(true);
  script.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
  expect(isRunning(second)).toBe(false);
});
