import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import { expect, test } from "vitest";
import { violationsIn } from "./axe.ts";
import { faintIn } from "./contrast.ts";
import { frameOf, LONG_STATES, named, openState, resize, STATES, themeOf } from "./states.ts";

/** VIEW_PICTURES is a folder for pictures of the states, to be looked at: then each theme has every width. */
const { VIEW_PICTURES } = process.env;

/** Two of wide columns and two of narrow ones, which change at about 580 pixels. */
const WIDTHS = [1200, 600, 480, 280];
const THEMES = ["light", "dark"] as const;

/** The widths of a theme. Themes differ in colours alone, so two widths each will do where nothing is looked at. */
const widthsOf = (theme: (typeof THEMES)[number]) =>
  WIDTHS.filter((_, index) => VIEW_PICTURES !== undefined || THEMES[index % 2] === theme);

/** The width at which axe looks at a theme. Both are of other columns, and colours do not depend on the width. */
const AXE_WIDTH = { light: 1200, dark: 280 };

/** The least size of what is pressed, in pixels: success criterion 2.5.8 of WCAG 2.2. A link in a sentence is exempt. */
const LEAST_TARGET = 24;

/** The most letters of a word in a table of worklogs that must stay on one line at any width: a word such as "authentication". */
const LONGEST_WORD = 14;

/** The most characters of hours in a calendar that must stay on one line at any width: `7.75`. */
const LONGEST_HOURS = 4;

/** Everything that is wrong with how a state is laid out, at the width that it has. */
function faults(frame: Frame): Promise<string[]> {
  return frame.evaluate(
    ([least, longest, longestHours]) => {
      const all = (selector: string) =>
        [...document.body.querySelectorAll<HTMLElement>(selector)].filter(
          (element) => element.checkVisibility() && !element.closest(".hidden, datalist"),
        );
      const edge = document.documentElement.clientWidth;
      const beyond = all("*").filter((element) => {
        const { left, right } = element.getBoundingClientRect();
        return right > edge + 1 || left < -1;
      });
      const cut = all("*:not(.bar, .short, input, select, textarea)").filter((element) => {
        const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
        const { display, overflowY } = getComputedStyle(element);
        const isTooHigh = overflowY !== "visible" && scrollHeight > clientHeight + 1;
        // Long names of holidays stand in full below the calendar.
        return (
          display !== "inline" &&
          (scrollWidth > clientWidth + 1 || (isTooHigh && !element.matches(".holiday")))
        );
      });
      const small = all("button, select, input, textarea")
        .map((control) => control.closest<HTMLElement>("label.check") ?? control)
        .filter((target) => {
          const { width, height } = target.getBoundingClientRect();
          return width < least || height < least;
        });
      const broken = all("tbody th label span").filter((date) => date.getClientRects().length > 1);
      const moving = all("*").filter((element) => {
        const { transitionDuration, animationName } = getComputedStyle(element);
        return transitionDuration !== "0s" || animationName !== "none";
      });
      const primary = all(".primary");
      const lower = all(".day > button").filter(
        ({ offsetHeight, parentElement }) => offsetHeight < (parentElement?.clientHeight ?? 0) - 1,
      );
      const brokenWords = all(".rows :is(th, td), .rows :is(th, td) *, .day .hours").flatMap((element) =>
        [...element.childNodes]
          .filter((node) => node instanceof Text)
          .flatMap((text) =>
            [...text.data.matchAll(/[^\s\-/]+/g)]
              .filter(([word]) => word.length <= (element.matches(".hours") ? longestHours : longest))
              .filter(({ 0: word, index }) => {
                const range = new Range();
                range.setStart(text, index);
                range.setEnd(text, index + word.length);
                return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
              })
              .map(([word]) => `a word on two lines: ${word}`),
          ),
      );
      const told = (fault: string, elements: readonly Element[]) =>
        elements.map(({ outerHTML }) => `${fault}: ${outerHTML.slice(0, 300)}`);
      return [
        ...told("beyond the edge", beyond),
        ...told("cut", cut),
        ...told("small", small),
        ...told("a date on two lines", broken),
        ...told("moves by itself", moving),
        ...told("a day's button lower than its row", lower),
        ...brokenWords,
        ...told("one primary button too many", primary.slice(1)),
        ...(document.documentElement.scrollWidth > edge ? ["the page scrolls to the side"] : []),
      ];
    },
    [LEAST_TARGET, LONGEST_WORD, LONGEST_HOURS] as const,
  );
}

/** Lists the captions and headers that a screen reader needs and the tables lack. */
function faultsOfTables(frame: Frame): Promise<string[]> {
  return frame.evaluate(() =>
    [...document.querySelectorAll("table")].flatMap((table) => {
      const headers = [...table.querySelectorAll("th")];
      const rows = [...table.querySelectorAll("tbody tr")];
      return [
        ...(table.caption?.textContent ? [] : [`no caption: ${table.className}`]),
        ...(headers.some(({ scope }) => scope === "col") ? [] : [`no columns: ${table.className}`]),
        ...headers.filter(({ scope }) => scope === "").map(({ outerHTML }) => `no scope: ${outerHTML}`),
        ...(rows.some((row) => row.querySelector("th")) ? [] : [`no headers of rows: ${table.className}`]),
      ];
    }),
  );
}

/** The frame's new width takes effect with its next drawing. */
async function resized(page: Page, width: number): Promise<Frame> {
  await resize(page, width);
  const frame = frameOf(page);
  await frame.evaluate(async (expected) => {
    while (innerWidth !== expected) await new Promise(requestAnimationFrame);
  }, width);
  return frame;
}

test.each(named([...STATES, ...LONG_STATES]))(
  "%s fits into every width, light and dark: nothing is cut, no date and no word is broken, one button is primary, nothing moves by itself; axe finds nothing; each text and edge has its contrast",
  async (name, state) => {
    const { page, host, view } = await openState(state);
    const folder = join(VIEW_PICTURES ?? "", "tempofiller-view", name.replaceAll(/\W+/g, "-"));
    const keepPicture = async (of: string) => {
      if (VIEW_PICTURES === undefined) return;
      await mkdir(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${of}.png`), fullPage: true });
    };
    for (const theme of THEMES) {
      for (const width of widthsOf(theme)) {
        if (state.isBrief) await host.show();
        await host.changeContext({ theme });
        const frame = await resized(page, width);
        await expect.poll(() => themeOf(view)).toBe(theme);
        expect(await faults(frame), `${theme}, ${width} px`).toEqual([]);
        await keepPicture(`${width}-${theme}`);
        if (AXE_WIDTH[theme] === width) {
          expect(await violationsIn(frame), `${theme}, ${width} px`).toEqual([]);
          expect(await faintIn(frame), `${theme}, ${width} px`).toEqual([]);
        }
        await view.getByText(state.shows).first().waitFor();
      }
    }
    expect(await faults(await resized(page, 320)), "320 px").toEqual([]);
    const frame = await resized(page, 760);
    await frame.locator("html").evaluate(({ style }) => style.setProperty("font-size", "28px"));
    expect(await faults(frame), "760 px, letters of twice the size").toEqual([]);
    await keepPicture("760-twice");
    expect(await faultsOfTables(frameOf(page))).toEqual([]);
  },
);

test("each issue's colour has a contrast of 3 to 1 with the page, and a pattern of its own, light and dark", async () => {
  const { page, host, view } = await openState(
    STATES.find(({ name }) => name === "a month") as (typeof STATES)[number],
  );
  for (const theme of THEMES) {
    await host.changeContext({ theme });
    await expect.poll(() => themeOf(view)).toBe(theme);
    const marks = await frameOf(page).evaluate(() => {
      const grounds = ["--page", "--missing-page", "--over-page", "--raised"];
      const luminance = (colour: string) => {
        const [r = 0, g = 0, b = 0] = (colour.match(/\d+/g) ?? []).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const styleOf = (style: string, className = "") => {
        const probe = document.createElement("span");
        probe.className = className;
        probe.style.cssText = style;
        document.body.append(probe);
        const { backgroundColor, backgroundImage } = getComputedStyle(probe);
        probe.remove();
        return { light: luminance(backgroundColor), backgroundImage };
      };
      return Array.from({ length: 7 }, (_, rank) => {
        const { light, backgroundImage } = styleOf("", `mark m${rank}`);
        const contrasts = grounds.map((name) => {
          const ground = styleOf(`background: var(${name})`).light;
          return (Math.max(light, ground) + 0.05) / (Math.min(light, ground) + 0.05);
        });
        return { backgroundImage, least: Math.min(...contrasts) };
      });
    });
    expect(new Set(marks.map(({ backgroundImage }) => backgroundImage)).size).toBe(marks.length);
    for (const { least } of marks) expect(least).toBeGreaterThanOrEqual(3);
  }
});
