import type { FrameLocator } from "playwright-core";
import { expect, test } from "vitest";
import { addDays, type DateRange, datesOf } from "../../src/timesheet/dates.ts";
import { worklog } from "../helpers/seeds.ts";
import { openView } from "./open-view.ts";

const RUNS = 5;

/** Up to 15 January 2026. */
const LONG_RANGE = { startDate: addDays("2026-01-15", -1099), endDate: "2026-01-15" };

/** The time from the message with the result until the table is on the screen, in milliseconds. */
async function drawTime(view: FrameLocator, send: () => Promise<void>): Promise<number> {
  const root = view.locator("html");
  await root.evaluate((html) => {
    addEventListener("message", ({ data, timeStamp }) => {
      if (data?.method === "ui/notifications/tool-result") html.dataset.resultAt = String(timeStamp);
    });
    const observer = new MutationObserver(() => {
      if (!document.querySelector("table")) return;
      observer.disconnect();
      // The frame is painted before a timer that it starts.
      requestAnimationFrame(() =>
        setTimeout(() => {
          html.dataset.drawnAt = String(performance.now());
        }),
      );
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await send();
  await view.locator("html[data-drawn-at]").waitFor();
  return root.evaluate(({ dataset }) => Number(dataset.drawnAt) - Number(dataset.resultAt));
}

test.each<[string, number, DateRange, number]>([
  ["a month", 100, { startDate: "2026-01-01", endDate: "2026-01-31" }, 31],
  ["1,100 days with 500 worklogs", 500, LONG_RANGE, 500],
])("the result of %s is drawn within %i ms, in the best of 5 runs", async (name, limit, range, count) => {
  const dates = datesOf(range).slice(0, count);
  const { view, host } = await openView({
    arguments: { ...range },
    sends: [],
    seed: {
      worklogs: dates.map((startDate) => worklog({ startDate, description: "Working on login flow" })),
    },
  });
  const times: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    if (run > 0) await host.show();
    times.push(await drawTime(view, () => host.send("result")));
  }
  const best = Math.min(...times);
  process.stdout.write(
    `First draw of ${name}: best ${best.toFixed(0)} ms of ${times.map((time) => time.toFixed(0)).join(", ")}\n`,
  );
  expect(best).toBeLessThan(limit);
  expect(best).toBeGreaterThan(0);
});
