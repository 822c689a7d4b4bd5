import { describe, expect, test } from "vitest";
import type { HostOptions } from "../../scripts/view/browser/options.ts";
import { openView } from "./open-view.ts";
import {
  held,
  loggedBut,
  openFill,
  openMissing,
  outcome,
  previewed,
  rowsOf,
  SETUPS,
  writes,
} from "./writing.ts";

const BEFORE = loggedBut(6, 12);
const DATES = { startDate: "2026-01-01", endDate: "2026-01-31" };
const BATCH = { worklogs: [{ issueKey: "PROJ-7", hours: 8, date: "2026-01-06" }] };

/** A batch's reply in a stored conversation. Its worklog is no longer in Tempo. */
const STORED = {
  results: [{ date: "2026-01-06", issueKey: "PROJ-7", hours: 8, success: true, worklogId: "1280000" }],
  summary: { total: 1, succeeded: 1, failed: 0, totalHours: 8 },
};

const REPLAY = { content: [{ type: "text" as const, text: JSON.stringify(STORED) }] };
const RECEIPT = { tool: "bulk_post_worklogs", arguments: BATCH, replay: REPLAY };

const SITUATIONS: [situation: string, Partial<HostOptions>, text: RegExp][] = [
  ["a replayed receipt", RECEIPT, /1 worklog logged, 8 h/],
  ["only the schedule", { tool: "get_schedule", arguments: DATES }, /Show the days/],
  ["results stripped", { strips: true }, /16 h missing/],
  ["neither input nor result", { sends: [] }, /16 h missing/],
  ["no result", { sends: ["input"] }, /16 h missing/],
  ["entries to log, and no result", { ...RECEIPT, sends: ["input"] }, /The assistant asked to log/],
  ["a cancelled call", { ...RECEIPT, sends: ["input", "cancelled"] }, /cancelled/],
  ["every call refused", { calls: { denies: "all" } }, /did not allow/],
  ["every response lost", { calls: { loses: "all" } }, /Reading from Tempo/],
  ["no tools", { lacks: ["serverTools"] }, /not known/],
];

test.each(SETUPS)("opened in any situation, the view writes nothing, on $deployment", async (setup) => {
  const open = await openView({ ...setup, seed: { worklogs: BEFORE } });
  for (const [situation, options, text] of SITUATIONS) {
    await open.host.show(options);
    await open.view.getByText(text).first().waitFor();
    expect({ situation, writes: await writes(open) }).toEqual({ situation, writes: [] });
  }
  expect(held(open)).toEqual(rowsOf(BEFORE));
});

test("a theme, another result, another month and a new read write nothing", async () => {
  const open = await openMissing([6, 12]);
  await open.host.changeContext({ theme: "dark", locale: "de-CH" });
  await open.host.send(REPLAY);
  await open.host.send("result");
  await open.view.getByRole("button", { name: "Refresh" }).click();
  await outcome(open.view);
  await open.view.getByRole("button", { name: "February 2026" }).click();
  await open.view.getByRole("heading", { name: "February 2026" }).waitFor();
  expect(await writes(open)).toEqual([]);
  expect(held(open)).toEqual(rowsOf(BEFORE));
});

test("what the host sends later replaces neither the month nor the plan", async () => {
  const open = await openMissing([6, 12]);
  await openFill(open.view);
  const rows = await previewed(open.view);
  for (const what of [REPLAY, { ...REPLAY, isError: true }, "result", "input", "cancelled"] as const) {
    await open.host.send(what);
    await open.host.request("ping");
    expect(await previewed(open.view)).toEqual(rows);
  }
});

describe("where nothing can be written", () => {
  const WRITING = /^(Fill|Repeat|Undo|Delete|Log)/;

  test("by TEMPO_READ_ONLY, no button writes", async () => {
    const open = await openMissing([6, 12], { command: { env: { TEMPO_READ_ONLY: "1" } } });
    await open.view.locator("button[data-date='2026-01-05']").click();
    await open.view.getByRole("button", { name: "Close" }).waitFor();
    await expect.poll(() => open.view.getByRole("button", { name: WRITING }).count()).toBe(0);
  });

  test("by a host without tools for views alone, the days that lack hours have no button, and the view says what to tell the assistant", async () => {
    const open = await openMissing([6, 12], { declaresApps: false });
    await open.view.locator("button[data-date='2026-01-06']").click();
    await open.view.getByRole("button", { name: "Close" }).waitFor();
    await open.view.getByText("16 h missing on 2 days").waitFor();
    await open.view.getByText("“Fill the missing hours of January 2026 with PROJ-123.”").waitFor();
    await expect.poll(() => open.view.getByRole("button", { name: WRITING }).count()).toBe(0);
  });

  test("by a host without tools, no button writes, and the view says what to tell the assistant", async () => {
    const open = await openView({ lacks: ["serverTools"] });
    await open.view.locator("button[data-date='2026-01-05']").click();
    await open.view.getByRole("button", { name: "Close" }).waitFor();
    await expect.poll(() => open.view.getByRole("button", { name: WRITING }).count()).toBe(0);
    await open.host.show(RECEIPT);
    await open.view.getByText("tell the assistant: “Delete the worklog 1280000.”").waitFor();
    await expect.poll(() => open.view.getByRole("button", { name: WRITING }).count()).toBe(0);
  });
});
