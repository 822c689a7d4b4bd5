import type { Frame, Page } from "playwright-core";
import { expect, test } from "vitest";
import { frameOf, LONG_STATES, named, openState, resize, STATES } from "./states.ts";

/** The least size of what is pressed, in pixels: success criterion 2.5.8 of WCAG 2.2. */
const LEAST_TARGET = 24;

/** Controls that are smaller than that; a check box is as large as its label. */
function smallTargets(frame: Frame): Promise<string[]> {
  return frame.evaluate((least) => {
    const controls = [...document.querySelectorAll<HTMLElement>("button, select, input, a")];
    return controls
      .map((control) => control.closest<HTMLElement>("label.check") ?? control)
      .filter((target) => {
        const { width, height } = target.getBoundingClientRect();
        return width < least || height < least;
      })
      .map(({ outerHTML }) => outerHTML);
  }, LEAST_TARGET);
}

/** The elements that reach beyond the left or right edge of the view, or of their own day. */
async function overflowing(page: Page, width: number): Promise<string[]> {
  await resize(page, width);
  return frameOf(page).evaluate(async (expected) => {
    // The frame's new width takes effect with its next drawing.
    while (innerWidth !== expected) await new Promise(requestAnimationFrame);
    const isShown = (element: Element) => !element.closest(".hidden, datalist");
    const edge = document.documentElement.clientWidth;
    const beyond = [...document.body.querySelectorAll("*")].filter((element) => {
      const { left, right } = element.getBoundingClientRect();
      return isShown(element) && (right > edge + 1 || left < -1);
    });
    const cut = [...document.querySelectorAll(".day > button, .total")].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1,
    );
    const isScrolled = document.documentElement.scrollWidth > edge;
    return [...beyond, ...cut, ...(isScrolled ? [document.documentElement] : [])].map(({ outerHTML }) =>
      outerHTML.slice(0, 300),
    );
  }, width);
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

test.each(named([...STATES, ...LONG_STATES]))(
  "%s fits into 280 and 320 px, with targets of 24 px and tables with captions and scopes",
  async (_, state) => {
    const { page } = await openState(state);
    for (const width of [320, 280]) expect(await overflowing(page, width), `${width} px`).toEqual([]);
    expect(await smallTargets(frameOf(page))).toEqual([]);
    expect(await faultsOfTables(frameOf(page))).toEqual([]);
  },
);
