import { describe, expect, test } from "vitest";
import { rejected } from "../helpers/fault-script.ts";
import type { Fault, FaultDetails } from "../helpers/faults.ts";
import { worklog } from "../helpers/seeds.ts";
import {
  changeRow,
  expectLogged,
  type HeldRow,
  held,
  holdTimeouts,
  logButton,
  loggedBut,
  openDay,
  openFill,
  openMissing,
  openPlan,
  outcome,
  planMade,
  previewed,
  SETUPS,
  shortenTimeout,
  sorted,
  writes,
} from "./writing.ts";

const FILLED = [
  { issueKey: "PROJ-123", hours: 8, date: "2026-01-06" },
  { issueKey: "PROJ-123", hours: 8, date: "2026-01-12" },
] as const;

/** The worklogs in Tempo once both days are filled. */
const FULL = (before: readonly HeldRow[]) =>
  sorted([...before, ...FILLED.map((row) => ({ ...row, billable: true }))]);

const PRESSES = {
  "a double click": (button) => button.dblclick(),
  "two clicks at once": (button) =>
    button.evaluate((it: HTMLElement) => {
      it.click();
      it.click();
    }),
  "Enter held": async (button, page) => {
    await button.focus();
    for (let press = 0; press < 20; press += 1) await page.keyboard.down("Enter");
    await page.keyboard.up("Enter");
  },
  "Space, Enter and a click": async (button) => {
    await button.press("Space");
    await button.press("Enter");
    await button.click({ force: true });
  },
} satisfies Record<string, Press>;

type Press = (
  button: ReturnType<typeof logButton>,
  page: Awaited<ReturnType<typeof openMissing>>["page"],
) => Promise<unknown>;

describe.each(SETUPS)("on $deployment with AppBridge $bridge", (setup) => {
  test.each(Object.entries<Press>(PRESSES))(
    "%s logs the rows once while the host is slow",
    async (_, press) => {
      const open = await openPlan([6, 12], { ...setup, calls: { delay: 500 } });
      await press(logButton(open.view), open.page);
      expect(await outcome(open.view)).toContain("2 worklogs logged, 16 h");
      expect(await writes(open)).toEqual(["fill_days"]);
      expectLogged(open, ...FILLED);
    },
  );

  test("rows whose response the host loses are counted in Tempo, and a further press logs none twice", async () => {
    const open = await openPlan([6, 12], setup);
    await open.host.setFaults({ loses: "writes" });
    const expire = await holdTimeouts(open.view);
    await logButton(open.view).click();
    await expect.poll(() => held(open)).toEqual(FULL(open.before));
    await open.host.setFaults({});
    await expire();
    const said = await outcome(open.view);
    expect(said).toContain("The host has not responded for 90 seconds");
    expect((await open.host.records()).modelContexts).toEqual([
      "The user tried to log time in the timesheet view, and what was logged is not known. Read the worklogs before logging more.",
    ]);
    expect(said).toContain("Tempo has 2 new worklogs on these days, as many as were to be logged.");
    expect(await previewed(open.view)).toEqual([]);
    await logButton(open.view).click();
    expect(await outcome(open.view)).toContain("Choose at least one day.");
    expectLogged(open, ...FILLED);
  });
});

test.each<[string, Fault, FaultDetails?]>([
  ["its response is lost", "connection lost, processed"],
  ["responds with HTTP 500", "gateway error, processed", { status: 500 }],
])("Tempo stores a worklog and %s: it is logged once", async (_, ...fault) => {
  const open = await openPlan([6], { upstream: (tempo) => tempo.onWrite(1, ...fault) });
  await logButton(open.view).click();
  await expect.poll(async () => await outcome(open.view)).toContain("worklog logged, 8 h");
  expect(held(open).length).toBe(open.before.length + 1);
});

test("what the user allows too late for the view is logged once, and planned again before a further press", async () => {
  const open = await openPlan([6, 12]);
  await shortenTimeout(open.view);
  await open.host.setFaults({ asks: 3500 });
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("what you allow may still happen. Tempo has no new worklogs");
  await expect.poll(() => held(open)).toEqual(FULL(open.before));
  await open.host.setFaults({});
  await open.view.getByRole("button", { name: "Plan again" }).click();
  expect(await previewed(open.view)).toEqual([]);
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("Choose at least one day.");
  expectLogged(open, ...FILLED);
});

test("a call that the host repeats logs nothing twice", async () => {
  const open = await openPlan([6, 12]);
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("2 worklogs logged, 16 h");
  const { calls } = await open.host.records();
  const confirming = calls.find(({ arguments: { confirm } }) => confirm !== undefined);
  const again = await open.view.locator("html").evaluate(
    (_, params) =>
      new Promise((resolve) => {
        addEventListener(
          "message",
          ({ data }) => data?.id === "again" && resolve(data.result.structuredContent),
        );
        parent.postMessage({ jsonrpc: "2.0", id: "again", method: "tools/call", params }, "*");
      }),
    confirming,
  );
  expect(again).toMatchObject({ logged: false, entries: [] });
  expectLogged(open, ...FILLED);
});

test("a view that is loaded again while it logs shows what is logged, and logs it once", async () => {
  const open = await openPlan([6, 12]);
  await open.host.setFaults({ delay: 500 });
  await logButton(open.view).click();
  await expect.poll(() => writes(open)).toEqual(["fill_days"]);
  await open.host.show();
  await open.host.setFaults({});
  await expect.poll(() => held(open)).toEqual(FULL(open.before));
  await open.view.getByRole("button", { name: "Refresh" }).click();
  await open.view.getByText("No hours are missing up to today").waitFor();
  expectLogged(open, ...FILLED);
});

test("a day that is repeated and whose response was lost is full, and is not repeated again", async () => {
  const open = await openMissing([6]);
  const before = held(open);
  await openDay(open.view, "2026-01-05", "Repeat");
  await previewed(open.view);
  await open.host.setFaults({ loses: "writes" });
  const expire = await holdTimeouts(open.view);
  await logButton(open.view).click();
  await expect.poll(() => held(open).length).toBe(before.length + 1);
  await open.host.setFaults({});
  await expire();
  expect(await outcome(open.view)).toContain("Tempo has 1 new worklog on these days");
  expect(await previewed(open.view)).toEqual([]);
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("Choose at least one day.");
  expectLogged({ ...open, before }, FILLED[0]);
});

test("a refused write logs nothing, says so in the host's words, and can be repeated", async () => {
  const open = await openPlan([6, 12]);
  await open.host.setFaults({ denies: "writes" });
  await logButton(open.view).click();
  const said = await outcome(open.view);
  expect(said).toContain("The user did not allow this call. ");
  expect(said).toContain("ask the assistant");
  expect(held(open)).toEqual(open.before);
  expect((await open.host.records()).modelContexts).toEqual([]);
  await open.host.setFaults({});
  await open.view.getByRole("button", { name: "Plan again" }).click();
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("2 worklogs logged, 16 h");
  expectLogged(open, ...FILLED);
});

test("if the timesheet cannot be read after logging, the view says so beside what was logged", async () => {
  const open = await openPlan([6, 12], { calls: { delay: 500 } });
  await logButton(open.view).click();
  await expect.poll(() => writes(open)).toEqual(["fill_days"]);
  await open.host.setFaults({ denies: "all" });
  await open.view.getByRole("heading", { name: "2 worklogs logged, 16 h" }).waitFor();
  const problem = open.view.getByText("The user did not allow this call", { exact: true });
  await expect.poll(async () => (await problem.boundingBox())?.height).toBeGreaterThan(10);
});

test("a row that Tempo rejects is shown in its words, and is offered again", async () => {
  const open = await openPlan([6, 12], {
    behaviour: { reject: ({ startDate }) => (startDate === "2026-01-12" ? ["The period is closed"] : []) },
  });
  await logButton(open.view).click();
  await open.view.getByText("1 worklog logged, 8 h; 1 failed").first().waitFor();
  await open.view.getByText("The period is closed").waitFor();
  expectLogged(open, FILLED[0]);
  await outcome(open.view);
  await openFill(open.view);
  expect(await previewed(open.view)).toEqual([FILLED[1]]);
});

test("a rate limit of Tempo leaves each row logged once", async () => {
  const open = await openPlan([6, 12], { upstream: (tempo) => tempo.onWrite(1, rejected(429)) });
  await logButton(open.view).click();
  await open.view.getByText("2 worklogs logged, 16 h").first().waitFor();
  expectLogged(open, ...FILLED);
});

test("a day that is refused is left out with its reason, and is still there to be changed once the others are logged", async () => {
  const open = await openPlan([6, 12]);
  await changeRow(open.view, "PROJ-123 on Tue 6 Jan", { Issue: "NOPE-1", Comment: "Review" });
  expect(await previewed(open.view)).toEqual([FILLED[1]]);
  const why = await open.view.locator("tbody:has-text('NOPE-1') .text").textContent();
  expect(why).toMatch(/NOPE-1 .*Undo the changes/);
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("1 worklog logged, 8 h");
  await changeRow(open.view, "NOPE-1 on Tue 6 Jan", { Issue: "PROJ-7" });
  const changed = { ...FILLED[0], issueKey: "PROJ-7", description: "Review" };
  expect(await previewed(open.view)).toEqual([changed]);
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain("1 worklog logged, 8 h");
  expectLogged(open, changed, FILLED[1]);
});

test("a row whose call has no answer is not known to be logged, beside one that is", async () => {
  const open = await openPlan([6, 7, 12]);
  await open.view.getByLabel("Wed 7 Jan").uncheck();
  await planMade(open.view);
  await open.host.setFaults({ asks: 1000 });
  await logButton(open.view).click();
  await expect.poll(() => writes(open)).toEqual(["fill_days"]);
  await open.host.setFaults({ denies: "writes" });
  expect(await outcome(open.view)).toContain(
    "1 worklog logged, 8 h; 1 not known. Tempo has no new worklogs on these days; 1 was to be logged.",
  );
  const rows = open.view.getByRole("table", { name: "What became of each worklog" }).getByRole("row");
  expect(await rows.locator("td:nth-of-type(2)").allTextContents()).toEqual([
    "✓\u00a0logged",
    "?\u00a0not known whether logged",
  ]);
  await open.view.getByText("The user did not allow this call").waitFor();
});

test("a call that the host sends twice is not said to have logged nothing, though Tempo has rounded its hours", async () => {
  const part = worklog({ startDate: "2026-01-06", timeSpentSeconds: 5 * 3600 + 40 * 60, issueId: 10007 });
  const open = await openPlan([6], {
    seed: { worklogs: [...loggedBut(6), part] },
    behaviour: { change: (it) => ({ ...it, timeSpentSeconds: 2.5 * 3600 }) },
  });
  await open.host.setFaults({ repeats: true });
  await logButton(open.view).click();
  expect(await outcome(open.view)).toContain(
    "Tempo has changed since these rows were made. Tempo has 1 new worklog on these days, as many as were to be logged.",
  );
});
