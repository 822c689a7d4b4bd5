import type { FrameLocator, Locator } from "playwright-core";
import { expect, test } from "vitest";
import { rejected } from "../helpers/fault-script.ts";
import { openDraft } from "./drafted.ts";
import { logButton, openFill, openMissing, planMade, previewed, typeIssue } from "./writing.ts";

/** Reads of a field whether it is in error, why, and whether it has the focus. */
async function stateOf(field: Locator) {
  return field.evaluate((element) => ({
    isInvalid: element.getAttribute("aria-invalid") === "true",
    why: document.getElementById(element.getAttribute("aria-describedby") ?? "")?.textContent ?? "",
    hasFocus: document.activeElement === element,
  }));
}

const FINE = { isInvalid: false, why: "" };

/** A text after its sign. */
const said = (text: string) => `!\u00a0${text}`;

/** Waits until a field is in error and says why, with the focus on it. */
async function isRefused(field: Locator, why: string): Promise<void> {
  await expect
    .poll(() => stateOf(field))
    .toEqual({ isInvalid: true, why: expect.stringContaining(said(why)), hasFocus: true });
}

async function isFine(field: Locator): Promise<void> {
  await expect.poll(() => stateOf(field)).toMatchObject(FINE);
}

const press = (view: FrameLocator, name: string) => view.getByRole("button", { name }).click();
const field = (view: FrameLocator, name: string) => view.getByLabel(name, { exact: true });

const NO_ISSUE = "Type the key of an issue, such as PROJ-123.";

test("the issue of a plan: none, no key, and one that Jira does not have; then one that it has", async () => {
  const { view } = await openMissing([6, 12]);
  await press(view, "Fill all");
  const issue = field(view, "Issue");
  await isFine(issue);
  await logButton(view).click();
  await isRefused(issue, NO_ISSUE);
  await issue.fill("meeting");
  expect(await stateOf(issue)).toMatchObject({ isInvalid: true, why: said(NO_ISSUE) });
  await typeIssue(view, "NOPE-1");
  const why = "Issue NOPE-1 does not exist";
  await expect
    .poll(() => stateOf(issue))
    .toMatchObject({ isInvalid: true, why: expect.stringContaining(why) });
  expect(await view.getByText(why).count()).toBe(1);
  const rows = await view.locator("#plan tbody td:nth-child(2)").allTextContents();
  expect(rows).toEqual([said("NOPE-1"), said("NOPE-1")]);
  await press(view, "Plan again");
  await isRefused(issue, why);
  await typeIssue(view, "PROJ-7");
  await isFine(issue);
  expect(await view.locator("#plan [role=alert]:not(:empty)").count()).toBe(0);
  expect((await previewed(view)).map(({ issueKey }) => issueKey)).toEqual(["PROJ-7", "PROJ-7"]);
});

test("a refusal that is not of the issue blames no field", async () => {
  const { view, host } = await openMissing([6]);
  await press(view, "Fill the");
  await host.setFaults({ denies: "all" });
  await typeIssue(view, "PROJ-123");
  await view.locator("#plan [role=alert]:not(:empty)").waitFor();
  await isFine(field(view, "Issue"));
});

test("a refused day among others has a sign, and the reason once", async () => {
  const { view } = await openMissing([6, 7, 12]);
  await openFill(view);
  await press(view, "Edit PROJ-123 on Wed 7 Jan");
  const editor = view.locator(".editor");
  await editor.getByLabel("Issue").fill("NOPE-1");
  await editor.getByRole("button", { name: "Apply" }).click();
  await planMade(view);
  const why = "Issue NOPE-1 does not exist";
  await expect.poll(() => view.getByText(why).count()).toBe(1);
  const row = view.locator("#plan tbody", { hasText: "Wed 7 Jan" });
  expect(await row.locator("td:nth-child(2)").first().textContent()).toBe(said("NOPE-1"));
  expect(await row.locator(".lacking.text").textContent()).toContain(why);
  await isFine(field(view, "Issue"));
});

test("the fields of a row: the first one in error takes the focus, and each error goes as it is corrected", async () => {
  const { view } = await openMissing([6]);
  await press(view, "Fill the");
  await typeIssue(view, "PROJ-123");
  await press(view, "Edit PROJ-123 on Tue 6 Jan");
  const editor = view.locator(".editor");
  const [issue, hours] = [editor.getByLabel("Issue"), editor.getByLabel("Hours")];
  const apply = editor.getByRole("button", { name: "Apply" });
  await issue.fill("no key");
  await hours.fill("much");
  await isFine(issue);
  await apply.click();
  await isRefused(issue, NO_ISSUE);
  await isFine(hours);
  await issue.fill("PROJ-7");
  await isFine(issue);
  await apply.click();
  await isRefused(hours, "Type the hours, such as 1.5 or 1h 30m; at least 1m.");
  await hours.fill("9");
  expect(await stateOf(hours)).toMatchObject({
    isInvalid: true,
    why: said("There is room for 8 h on that day."),
  });
  await hours.fill("2");
  await isFine(hours);
  await hours.fill("0.001");
  await hours.press("Enter");
  await isRefused(hours, "Type the hours");
  await hours.fill("2");
  await hours.press("Enter");
  await expect.poll(() => editor.count()).toBe(0);
});

test("a plan without a day: its days are in error until one is chosen", async () => {
  const { view } = await openMissing([6, 12]);
  await openFill(view);
  const days = [view.getByLabel("Tue 6 Jan"), view.getByLabel("Mon 12 Jan")] as const;
  for (const day of days) await day.uncheck();
  await planMade(view);
  await logButton(view).click();
  await isRefused(days[0], "Choose at least one day.");
  expect(await stateOf(days[1])).toMatchObject({ isInvalid: true });
  await days[1].check();
  for (const day of days) await isFine(day);
});

test.each([
  ["evidence without an issue", "Coffee with Bo"],
  ["an entry", "PROJ-123, Mon 5 Jan"],
])(
  "the issue for %s in a draft: none, no key, one that Jira does not have, and one that it has",
  async (_, name) => {
    const { view } = await openDraft();
    await view.getByRole("heading", { name: /^Draft: 5 worklogs/ }).waitFor();
    if (name.startsWith("PROJ")) await press(view, `Change ${name}`);
    const issue = view.getByLabel(`Issue for ${name}`);
    const assign = view.getByRole("button", { name: `Assign ${name}` });
    await isFine(issue);
    await assign.click();
    await isRefused(issue, NO_ISSUE);
    await issue.fill("coffee");
    await isFine(issue);
    await issue.press("Enter");
    await isRefused(issue, NO_ISSUE);
    await issue.fill("NOPE-1");
    await assign.click();
    await isRefused(issue, "Issue NOPE-1 does not exist");
    expect(await view.getByText("NOPE-1 does not exist").count()).toBe(1);
    await issue.fill("PROJ-7");
    await isFine(issue);
    await assign.click();
    await view.getByRole("heading", { name: "Your choices" }).waitFor();
    expect(await view.locator("[role=alert]:not(:empty)").count()).toBe(0);
  },
);

test("an error that comes late takes the focus from nothing else", async () => {
  const { view, host } = await openDraft();
  await host.setFaults({ delay: 1500 });
  const coffee = view.getByLabel("Issue for Coffee with Bo");
  await coffee.fill("NOPE-1");
  await coffee.press("Enter");
  const roadmap = view.getByLabel("Issue for Roadmap with Kim");
  await roadmap.focus();
  await expect.poll(() => stateOf(coffee)).toMatchObject({ isInvalid: true, hasFocus: false });
  expect((await stateOf(roadmap)).hasFocus).toBe(true);
});

test("what cannot be logged in a receipt has a sign of its own, and so has each other outcome", async () => {
  const isOfTuesday = ({ body }: { body: string }) => body.includes("2026-01-06");
  const { view } = await openDraft({
    upstream: (tempo) => tempo.onWrite(isOfTuesday, rejected(400, "The period is closed")),
  });
  await logButton(view).click();
  await view.getByRole("heading", { name: "4 worklogs logged, 13.25 h; 1 failed" }).waitFor();
  expect(await view.locator(".result").allTextContents()).toEqual([
    "✓\u00a0logged",
    "✓\u00a0logged",
    said("failed"),
    "✓\u00a0logged",
    "✓\u00a0logged",
  ]);
  expect(await view.locator(".rows .warning").textContent()).toContain(said(""));
});

test("fields have room around their text", async () => {
  const { view } = await openMissing([6]);
  await press(view, "Fill the");
  await typeIssue(view, "PROJ-123");
  await press(view, "Edit PROJ-123 on Tue 6 Jan");
  const paddings = await view
    .locator("input:not([type=checkbox]), select, textarea")
    .evaluateAll((all) => all.map((each) => Number.parseFloat(getComputedStyle(each).paddingInlineStart)));
  expect(paddings).toHaveLength(6);
  for (const padding of paddings) expect(padding).toBeGreaterThanOrEqual(6);
});
