import type { Frame } from "playwright-core";

/** The least contrast of a text, and of the edge of a control: success criteria 1.4.3 and 1.4.11 of WCAG 2.2. */
const LEAST = { text: 4.5, edge: 3 };

/** Lists what is too faint in a state as it is, under the pointer, and while something is under way, where axe does not look. */
export async function faintIn(frame: Frame): Promise<string[]> {
  const faint = await faintNow(frame);
  const style = frame.locator("style").first();
  const sheet = (await style.textContent()) ?? "";
  // A class that nothing has weighs as much as the pseudo-class.
  await style.evaluate(
    (element, text) => {
      element.textContent = text;
    },
    sheet.replaceAll(":hover", ":not(.never)"),
  );
  const hovered = (await faintNow(frame)).map((each) => `hovered: ${each}`);
  await style.evaluate((element, text) => {
    element.textContent = text;
  }, sheet);
  await setOff(frame, true);
  const off = (await faintNow(frame)).map((each) => `off: ${each}`);
  await setOff(frame, false);
  return [...faint, ...hovered, ...off];
}

/** Turns all controls off, or back to what they were. */
async function setOff(frame: Frame, isOff: boolean): Promise<void> {
  await frame.evaluate((isNow) => {
    for (const control of document.querySelectorAll<HTMLElement & { disabled: boolean }>(
      ":not(.day) > button, input, select, textarea",
    )) {
      const { dataset } = control;
      const was = control.getAttribute("aria-disabled");
      if (isNow) {
        if (was !== null) dataset.was = was;
        control.setAttribute("aria-disabled", "true");
      } else {
        if (dataset.was === undefined) control.removeAttribute("aria-disabled");
        else control.setAttribute("aria-disabled", dataset.was);
        delete dataset.was;
      }
      if (control.matches("input, select, textarea")) control.disabled = isNow;
    }
  }, isOff);
}

function faintNow(frame: Frame): Promise<string[]> {
  return frame.evaluate((least) => {
    type Colour = readonly [number, number, number];
    const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    if (!context) throw new Error("There is no canvas");
    const paint = context;
    // Reading a pixel takes long, and a page has few colours on many elements.
    const painted = new Map<string, Colour>();
    const grounds = new Map<Element, Colour>();
    /** A colour, as it looks on another. */
    function over(colour: string, ground: Colour): Colour {
      const key = `${colour} on ${ground}`;
      const known = painted.get(key) ?? paintedOver(colour, ground);
      painted.set(key, known);
      return known;
    }
    function paintedOver(colour: string, [r, g, b]: Colour): Colour {
      paint.fillStyle = `rgb(${r} ${g} ${b})`;
      paint.fillRect(0, 0, 1, 1);
      paint.fillStyle = colour;
      paint.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0] = paint.getImageData(0, 0, 1, 1).data;
      return [red, green, blue];
    }
    const mixed = (top: Colour, below: Colour, share: number): Colour => [
      top[0] * share + below[0] * (1 - share),
      top[1] * share + below[1] * (1 - share),
      top[2] * share + below[2] * (1 - share),
    ];
    const opacityOf = (element: Element) => Number(getComputedStyle(element).opacity);
    function groundOf(element: Element | null): Colour {
      if (!element) return [255, 255, 255];
      const known = grounds.get(element);
      if (known) return known;
      const below = groundOf(element.parentElement);
      const ground = mixed(over(getComputedStyle(element).backgroundColor, below), below, opacityOf(element));
      grounds.set(element, ground);
      return ground;
    }
    /** A colour of an element as it is seen, on a ground. */
    function seen(colour: string, element: Element, ground: Colour): Colour {
      let shown = over(colour, ground);
      for (let at: Element | null = element; at; at = at.parentElement) {
        shown = mixed(shown, groundOf(at.parentElement), opacityOf(at));
      }
      return shown;
    }
    const luminance = (colour: Colour) => {
      const [r = 0, g = 0, b = 0] = colour.map((part) => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one: Colour, other: Colour) => {
      const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (high + 0.05) / (low + 0.05);
    };
    const all = [...document.body.querySelectorAll<HTMLElement>("*")].filter(
      (element) =>
        element.checkVisibility({ visibilityProperty: true }) &&
        !element.closest(".hidden, datalist, option"),
    );
    const ring = getComputedStyle(document.documentElement).getPropertyValue("--ring");
    const probe = document.body.appendChild(document.createElement("i"));
    probe.style.color = ring;
    const ringColour = getComputedStyle(probe).color;
    probe.remove();
    return all.flatMap((element) => {
      const faults: string[] = [];
      const style = getComputedStyle(element);
      const ground = groundOf(element);
      const outside = groundOf(element.parentElement);
      const check = (what: string, colour: Colour, on: Colour, needed: number) => {
        const found = contrast(colour, on);
        if (found < needed) faults.push(`${what} ${found.toFixed(2)}: ${element.outerHTML.slice(0, 160)}`);
      };
      const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
      const isField = element.matches("input:not([type=checkbox]), select, textarea");
      if (hasText || isField) check("text", seen(style.color, element, ground), ground, least.text);
      if (element instanceof HTMLInputElement && element.placeholder) {
        const { color, opacity } = getComputedStyle(element, "::placeholder");
        const shown = mixed(seen(color, element, ground), ground, Number(opacity));
        check("placeholder", shown, ground, least.text);
      }
      const isControl = isField || element.matches("button");
      const hasEdge = style.borderTopWidth !== "0px" && !/, 0\)$/.test(style.borderTopColor);
      if (isControl && hasEdge && !element.matches(".primary")) {
        check("edge", seen(style.borderTopColor, element, outside), outside, least.edge);
      }
      if (isControl || element.matches("a, [type=checkbox]")) {
        check("ring", over(ringColour, outside), outside, least.edge);
      }
      return faults;
    });
  }, LEAST);
}
