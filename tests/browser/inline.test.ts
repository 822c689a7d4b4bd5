import { expect, test } from "vitest";
import { openDraft } from "./drafted.ts";
import { type OpenView, openView, type ViewOptions } from "./open-view.ts";
import { BUSY_MONTH } from "./states.ts";

/** The most that the guidelines of hosts allow a view in the conversation, in pixels. */
const LIMIT = 500;

const INLINE: ViewOptions = { seed: BUSY_MONTH, hostContext: { displayMode: "inline" } };

const heightOf = async ({ page }: OpenView) => (await page.locator("iframe").boundingBox())?.height ?? 0;
const more = ({ view }: OpenView) => view.getByRole("button", { name: "Show everything" });

/** The elements of the view that can be scrolled inside it. */
const scrolling = ({ view }: OpenView) =>
  view.locator("body").evaluate(() =>
    [...document.querySelectorAll("*")]
      .filter((element) => {
        const { overflowY } = getComputedStyle(element);
        return ["auto", "scroll"].includes(overflowY) && element.scrollHeight > element.clientHeight;
      })
      .map(({ outerHTML }) => outerHTML.slice(0, 200)),
  );

test.each<[string, () => Promise<OpenView>]>([
  ["a month", () => openView(INLINE)],
  ["a draft", () => openDraft({ hostContext: { displayMode: "inline" } })],
])("%s in the conversation is at most 500 px high, without a scroll bar", async (_, open) => {
  const opened = await open();
  await more(opened).waitFor();
  await expect.poll(() => heightOf(opened)).toBeLessThanOrEqual(LIMIT);
  expect(await heightOf(opened)).toBeGreaterThan(0.8 * LIMIT);
  expect(await scrolling(opened)).toEqual([]);
  await more(opened).click();
  await expect.poll(() => heightOf(opened)).toBeGreaterThan(LIMIT);
  expect(await more(opened).count()).toBe(0);
  expect(opened.errors).toEqual([]);
});

test("what the user works with is whole, by a press and by the keyboard", async () => {
  const pressed = await openView(INLINE);
  await more(pressed).waitFor();
  await pressed.view.getByRole("button", { name: /^Fill all/ }).click();
  await expect.poll(() => heightOf(pressed)).toBeGreaterThan(LIMIT);

  const typed = await openView(INLINE);
  await more(typed).waitFor();
  await typed.view.getByRole("button", { name: "Refresh" }).focus();
  await expect.poll(() => heightOf(typed)).toBeGreaterThan(LIMIT);
  expect(await more(typed).count()).toBe(0);
});

test("a view that is not high, and one that has the whole window, have no such button", async () => {
  const low = await openView({ ...INLINE, tool: "get_schedule" });
  await low.view.getByRole("button", { name: "Show the days" }).waitFor();
  expect(await more(low).count()).toBe(0);
  const whole = await openView({ ...INLINE, hostContext: { displayMode: "fullscreen" } });
  await whole.view.getByRole("button", { name: "Refresh" }).waitFor();
  await expect.poll(() => heightOf(whole)).toBeGreaterThan(LIMIT);
  expect(await more(whole).count()).toBe(0);
});

/** The pixels by which the view's page can be scrolled. */
const scrollsBy = ({ view }: OpenView) =>
  view.locator("html").evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight);

const HEIGHTS: [string, number, NonNullable<ViewOptions["hostContext"]>][] = [
  ["no height", 500, {}],
  ["at most 5000 px", 500, { containerDimensions: { width: 760, maxHeight: 5000 } }],
  ["at most 400 px", 400, { containerDimensions: { width: 760, maxHeight: 400 } }],
  ["at most 300 px", 300, { containerDimensions: { width: 320, maxHeight: 300 } }],
  ["just 300 px", 300, { containerDimensions: { width: 760, height: 300 } }],
  ["just 700 px", 700, { containerDimensions: { width: 400, height: 700 } }],
];

const FACES: [string, (options: ViewOptions) => Promise<OpenView>][] = [
  ["a month", (options) => openView({ seed: BUSY_MONTH, ...options })],
  ["a draft", (options) => openDraft(options)],
];

test.each(
  HEIGHTS.flatMap(([gives, limit, context]) =>
    FACES.map(([name, open]) => [gives, limit, name, context, open] as const),
  ),
)(
  "in a host that gives %s, the first %i px of %s do not scroll, and its button is in sight",
  async (_, limit, __, context, open) => {
    const opened = await open({ hostContext: { displayMode: "inline", ...context } });
    await more(opened).waitFor();
    await expect.poll(() => heightOf(opened)).toBeLessThanOrEqual(limit);
    expect(await heightOf(opened)).toBeGreaterThan(limit - 40);
    expect(await scrollsBy(opened)).toBe(0);
    await more(opened).click();
    await expect.poll(() => heightOf(opened)).toBeGreaterThan(limit);
    expect(await scrollsBy(opened)).toBe(0);
  },
);

test("a view that fits without its button is not cut", async () => {
  const open = (height: number) => openView({ ...INLINE, tool: "get_schedule", hostContext: hostOf(height) });
  const hostOf = (height: number) => ({
    displayMode: "inline" as const,
    containerDimensions: { width: 760, height },
  });
  const opened = await open(700);
  await opened.view.getByRole("button", { name: "Show the days" }).waitFor();
  const whole = await heightOf(opened);
  await opened.host.changeContext(hostOf(Math.max(whole, 150)));
  await expect.poll(() => more(opened).count()).toBe(0);
  expect(await scrollsBy(opened)).toBe(0);
});
