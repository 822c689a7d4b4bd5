import type { McpUiHostStyles } from "@modelcontextprotocol/ext-apps";
import type { FrameLocator } from "playwright-core";
import { expect, test } from "vitest";
import { openView, type ViewOptions } from "./open-view.ts";

const KIRITIMATI = "Pacific/Kiritimati";
const LOS_ANGELES = "America/Los_Angeles";

/** When it is the 16th in Kiritimati and the 15th elsewhere; and when it is still the 14th in Los Angeles. */
const LATE = "2026-01-15T10:30:00Z";
const EARLY = "2026-01-15T07:00:00Z";

const todayIn = (view: FrameLocator) => view.locator("[aria-current=date]").getAttribute("data-date");

test.each([
  [KIRITIMATI, LOS_ANGELES, LATE, "2026-01-16"],
  [LOS_ANGELES, KIRITIMATI, EARLY, "2026-01-14"],
])(
  "in a host in %s, the browser being in %s, today at %s is %s",
  async (timeZone, timezoneId, now, today) => {
    const { view, host } = await openView({ now, hostContext: { timeZone }, context: { timezoneId } });
    expect(await todayIn(view)).toBe(today);
    await host.changeContext({ timeZone: "UTC" });
    await expect.poll(() => todayIn(view)).toBe("2026-01-15");
  },
);

test("of a host without a time zone, today is that of the browser", async () => {
  const { view, host } = await openView({
    now: LATE,
    hasBareContext: true,
    context: { timezoneId: KIRITIMATI },
  });
  expect(await todayIn(view)).toBe("2026-01-16");
  await host.changeContext({ timeZone: LOS_ANGELES });
  await expect.poll(() => todayIn(view)).toBe("2026-01-15");
});

/** A month whose total has a thousands separator, without a schedule. */
const MANY_HOURS = {
  startDate: "2026-01-01",
  endDate: "2026-01-31",
  worklogs: [],
  byIssue: [],
  summary: { totalHours: 1234.5, totalEntries: 0, uniqueIssues: 0 },
};

const manyHours: ViewOptions = {
  lacks: ["serverTools"],
  replay: { content: [{ type: "text", text: JSON.stringify(MANY_HOURS) }] },
};

async function weekAndTotal(view: FrameLocator): Promise<[string, string]> {
  const weekdays = await view.locator(".calendar thead th").allTextContents();
  const facts = await view.locator(".facts").textContent();
  return [weekdays.join(" "), facts ?? ""];
}

const FROM_MONDAY = "Mon Tue Wed Thu Fri Sat Sun Week";
const FROM_SUNDAY = "Sun Mon Tue Wed Thu Fri Sat Week";
const FROM_SATURDAY = "Sat Sun Mon Tue Wed Thu Fri Week";

test.each([
  ["de-DE", FROM_MONDAY, "1.234,5 h logged"],
  ["fa-IR", FROM_SATURDAY, "1,234.5 h logged"],
])("in %s, weeks are %s and hours %s", async (locale, weekdays, total) => {
  const { view } = await openView({ ...manyHours, hostContext: { locale } });
  expect(await weekAndTotal(view)).toEqual([weekdays, total]);
});

test("of a host without a locale, weeks and numbers are those of the browser", async () => {
  const { view, host } = await openView({
    ...manyHours,
    hasBareContext: true,
    context: { locale: "de-CH" },
  });
  expect(await weekAndTotal(view)).toEqual([FROM_MONDAY, "1'234.5 h logged"]);
  await host.changeContext({ locale: "en-US" });
  await expect.poll(() => weekAndTotal(view)).toEqual([FROM_SUNDAY, "1,234.5 h logged"]);
});

/** Some of the styles that a host can give: the package's type wants a value for each. */
const STYLES: McpUiHostStyles = JSON.parse(`{
  "variables": { "--color-background-primary": "rgb(1, 2, 3)", "--font-sans": "HostSans" },
  "css": { "fonts": "@font-face { font-family: HostSans; src: local(Arial); }" }
}`);

/** The look of the view. */
function look(view: FrameLocator) {
  return view.locator("body").evaluate((body) => {
    const { backgroundColor, fontFamily } = getComputedStyle(body);
    const fonts = [...document.fonts].map(({ family }) => family);
    return { theme: document.documentElement.style.colorScheme, backgroundColor, fontFamily, fonts };
  });
}

test("the host's colours and fonts are applied, and stay when only the theme changes", async () => {
  const { view, host } = await openView({
    hostContext: { styles: STYLES },
  });
  const style = { backgroundColor: "rgb(1, 2, 3)", fontFamily: "HostSans", fonts: ["HostSans"] };
  expect(await look(view)).toEqual({ theme: "light", ...style });
  await host.changeContext({ theme: "dark" });
  await expect.poll(() => look(view)).toEqual({ theme: "dark", ...style });
});

test.each(["light", "dark"] as const)(
  "the host's theme counts, and without one that of a %s browser",
  async (colorScheme) => {
    const { view, host } = await openView({ hasBareContext: true, context: { colorScheme } });
    const background = async () => (await look(view)).backgroundColor;
    const colours = { light: "rgb(255, 255, 255)", dark: "rgb(31, 31, 29)" };
    expect(await background()).toBe(colours[colorScheme]);
    const other = colorScheme === "dark" ? "light" : "dark";
    await host.changeContext({ theme: other });
    await expect.poll(background).toBe(colours[other]);
  },
);
