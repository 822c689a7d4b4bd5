import { expect, test } from "vitest";
import { openDraft } from "./drafted.ts";
import { openView } from "./open-view.ts";
import { BUSY_MONTH, frameOf, openState, resize, STATES } from "./states.ts";
import { logButton } from "./writing.ts";

const TOUCH = { hasTouch: true, isMobile: true, viewport: { width: 360, height: 800 } };

const state = (name: string) => STATES.find((each) => each.name === name) as (typeof STATES)[number];

test.each([
  "a plan with upcoming days and a row to be changed",
  "a draft with an entry to be changed",
  "a week",
])(
  "with a finger, all that is pressed in %s is 44 px high, and no field makes a phone magnify the page",
  async (name) => {
    const { page } = await openState(state(name), { context: TOUCH });
    await resize(page, 360);
    const found = await frameOf(page).evaluate(() => ({
      isTouch: matchMedia("(pointer: coarse)").matches,
      small: [...document.querySelectorAll<HTMLElement>("button, select, input, textarea")]
        .map((control) => control.closest<HTMLElement>("label.check") ?? control)
        .filter((target) => target.checkVisibility() && target.getBoundingClientRect().height < 44)
        .map(({ outerHTML }) => outerHTML.slice(0, 200)),
      letters: [...document.querySelectorAll("input, select, textarea")].map((field) =>
        Number.parseFloat(getComputedStyle(field).fontSize),
      ),
      isWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    }));
    expect(found).toMatchObject({ isTouch: true, small: [], isWide: false });
    for (const size of found.letters) expect(size).toBeGreaterThanOrEqual(16);
  },
);

test("a cut view on a phone does not scroll either", async () => {
  const { view } = await openView({
    seed: BUSY_MONTH,
    width: 360,
    context: TOUCH,
    hostContext: { displayMode: "inline", containerDimensions: { width: 360, maxHeight: 300 } },
  });
  const button = view.getByRole("button", { name: "Show everything" });
  await button.waitFor();
  const { page, box } = await view.locator("html").evaluate(({ scrollHeight }) => ({
    page: scrollHeight,
    box: document.querySelector(".more")?.getBoundingClientRect().bottom ?? 0,
  }));
  expect(page).toBeLessThanOrEqual(300);
  expect(box).toBeLessThanOrEqual(page);
});

test("in forced colours, what is off, what is in error and what is chosen differ from the rest without a colour of ours", async () => {
  const { view, host } = await openDraft({ context: { forcedColors: "active" } });
  await logButton(view).waitFor();
  const colour = () => logButton(view).evaluate((button) => getComputedStyle(button).color);
  const on = await colour();
  await host.setFaults({ delay: 60_000 });
  const issue = view.getByLabel("Issue for Coffee with Bo");
  await issue.press("Enter");
  const why = "!\u00a0Type the key of an issue, such as PROJ-123.";
  await view.getByText(why).waitFor();
  await view.getByRole("button", { name: "Draft again" }).click();
  await expect.poll(() => logButton(view).getAttribute("aria-disabled")).toBe("true");
  expect(await colour()).not.toBe(on);
});
