import type { FrameLocator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { rejected } from "../helpers/fault-script.ts";
import { DRAFT_SEED, draftCommand, openDraft, WEEK } from "./drafted.ts";
import type { OpenView } from "./open-view.ts";
import {
  held,
  holdTimeouts,
  logButton,
  logElsewhere,
  outcome,
  rowsOf,
  SETUPS,
  shortenTimeout,
  sorted,
} from "./writing.ts";

const BEFORE = rowsOf([...(DRAFT_SEED.worklogs ?? [])]);

const CHANGED = "Nothing was logged: the draft has changed. Check it and press again.";

/** The worklogs that the draft shows. Their dates are of 2026. */
async function drafted(view: FrameLocator) {
  const entries = await view.locator("li:has(.chips)").evaluateAll((items) =>
    items.map((item) => ({
      day: item.closest("section")?.querySelector("h2")?.textContent ?? "",
      issueKey: item.querySelector(".key")?.textContent ?? "",
      hours: Number.parseFloat(item.querySelector(".hours")?.textContent ?? ""),
      description: item.querySelector(".comment")?.textContent ?? "",
    })),
  );
  return entries.map(({ day, description, ...entry }) => ({
    ...entry,
    date: new Date(`${day} 2026 UTC`).toISOString().slice(0, 10),
    ...(description && { description }),
    billable: true,
  }));
}

/** The arguments of the view's calls of a tool. */
async function callsOf({ host }: Pick<OpenView, "host">, tool: string) {
  const { calls } = await host.records();
  return calls.flatMap(({ name, arguments: args }) => (name === tool ? [args] : []));
}

const button = (view: FrameLocator, name: string | RegExp) => view.getByRole("button", { name });

const day = (view: FrameLocator, name: string) =>
  view.locator("section", { has: view.getByRole("heading", { level: 2, name }) }).last();

const remember = (view: FrameLocator) => view.getByRole("checkbox", { name: "Remember for next time" });

const isCalled = (view: FrameLocator, title: string) =>
  view.getByRole("heading", { level: 1, name: title }).waitFor();

/** Presses the button. Tempo then holds what it held before and the worklogs that were shown, nothing else. */
async function logsWhatIsShown(open: OpenView): Promise<void> {
  const before = held(open);
  const shown = await drafted(open.view);
  expect(shown.length).toBeGreaterThan(0);
  await logButton(open.view).dblclick();
  await open.view.getByRole("heading", { name: `${shown.length} worklogs logged` }).waitFor();
  expect(held(open)).toEqual(sorted([...before, ...shown]));
}

describe.each(SETUPS)("on $deployment with AppBridge $bridge", (setup) => {
  test("a draft shows its entries with their reasons, what has no issue, and which source failed", async () => {
    const { view, errors } = await openDraft(setup);
    await isCalled(view, "Draft: 5 worklogs, 15.5 h");
    expect(await view.locator(".warning").allTextContents()).toEqual([
      "!\u00a0calendar: missing.ics cannot be read (there is no such file). Check its path and its permissions.",
      "?\u00a0Not logged: 1.5 h without an issue.",
    ]);
    const monday = day(view, "Mon 5 Jan");
    expect(await monday.locator(".quiet").first().textContent()).toBe(
      "8 h required · 7.5 h drafted · 0.5 h still missing",
    );
    expect(await monday.locator(".chips").first().getByRole("listitem").allTextContents()).toEqual([
      expect.stringMatching(/commented 4 times.*09:10-15:20/),
      "2.17 h of evidence",
    ]);
    expect(await day(view, "Days without a draft").getByRole("listitem").allTextContents()).toEqual([
      "Thu 8 Jan: 8 h still missing · no evidence",
    ]);
    expect(await view.getByText("names the issue").count()).toBe(0);
    const roadmap = day(view, "Fri 9 Jan").locator(".unmapped");
    expect(await roadmap.textContent()).toContain("Roadmap with Kim 13:00");
    await roadmap.getByText("logged for 'Roadmap with everybody' on 2 December").waitFor();
    expect(errors).toEqual([]);
  });

  test("one button logs exactly what is shown, once, and it can be undone", async () => {
    const open = await openDraft(setup);
    const { view } = open;
    await button(view, "PROJ-4 Sprint ceremonies for Roadmap with Kim").click();
    await button(view, "Leave out Coffee with Bo").click();
    await isCalled(view, "Draft: 6 worklogs, 16.5 h");
    await expect.poll(() => view.getByText("without an issue").count()).toBe(0);
    await logsWhatIsShown(open);
    await isCalled(view, "Draft: nothing to log");
    expect(await logButton(view).count()).toBe(0);
    expect(await callsOf(open, "post_draft")).toHaveLength(1);
    const { modelContexts } = await open.host.records();
    expect(modelContexts.at(-1)).toContain(
      "The user logged a draft in the timesheet view: 6 worklogs stored, 16.5 h.",
    );

    await button(view, "Undo…").click();
    await button(view, /^Delete 6/).click();
    expect(await outcome(view)).toContain("6 worklogs deleted.");
    expect(held(open)).toEqual(BEFORE);
    await isCalled(view, "Draft: 6 worklogs, 16.5 h");
  });

  test("the issue of a meeting is remembered if the user wants that, and the view says so", async () => {
    const open = await openDraft(setup);
    const { view } = open;
    await button(view, "Leave out Coffee with Bo").click();
    await isCalled(view, "Draft: 5 worklogs, 15.5 h");
    expect(await remember(view).count()).toBe(0);
    await button(view, "PROJ-4 Sprint ceremonies for Roadmap with Kim").click();
    expect(await remember(view).isChecked()).toBe(false);
    await remember(view).press("Space");
    await logsWhatIsShown(open);
    const [args] = await callsOf(open, "post_draft");
    expect(args).toEqual({
      ...WEEK,
      assign: [{ ref: "c4", issueKey: "PROJ-4" }],
      leaveOut: ["c2"],
      confirm: expect.any(String),
      remember: true,
    });
    const said = "Remembered for next time: Roadmap with Kim is PROJ-4.";
    await view.locator("p.text", { hasText: said }).waitFor();
    await expect.poll(() => view.locator("[role=status].hidden").textContent()).toContain(said);
    expect(await remember(view).count()).toBe(0);
  });

  test("a draft that has changed is shown, and nothing is logged before it is confirmed", async () => {
    const open = await openDraft(setup);
    await isCalled(open.view, "Draft: 5 worklogs, 15.5 h");
    logElsewhere(open, { startDate: "2026-01-06", issueId: 10007, timeSpentSeconds: 3600 });
    const before = held(open);
    await logButton(open.view).click();
    await open.view.getByText(CHANGED).waitFor();
    expect(held(open)).toEqual(before);
    await isCalled(open.view, "Draft: 4 worklogs, 13.25 h");
    await logsWhatIsShown(open);
  });

  test("what the assistant has logged is a receipt, with its undo", async () => {
    const command = await draftCommand();
    const first = await openDraft({ ...setup, command });
    await isCalled(first.view, "Draft: 5 worklogs, 15.5 h");
    await logButton(first.view).click();
    await first.view.getByRole("heading", { name: "5 worklogs logged" }).waitFor();
    const [args = {}] = await callsOf(first, "post_draft");
    const open = await openDraft({ ...setup, command, tool: "post_draft", arguments: args });
    await isCalled(open.view, "5 worklogs logged, 15.5 h");
    expect(held(open)).toEqual(held(first));
    await button(open.view, "Undo…").click();
    await button(open.view, /^Delete 5/).click();
    expect(await outcome(open.view)).toContain("5 worklogs deleted.");
    expect(held(open)).toEqual(BEFORE);
  });
});

test("the draft is asked for with the choices of the assistant's call and those of the user", async () => {
  const assign = [{ ref: "c4", issueKey: "PROJ-4" }];
  const args = { ...WEEK, fill: false, assign, leaveOut: ["c2"] };
  const open = await openDraft({ arguments: args });
  const { view } = open;
  await isCalled(view, "Draft: 6 worklogs, 8 h");
  await view.getByText("Fri 9 Jan, meeting, 13:00-14:00: PROJ-4").first().waitFor();
  await button(view, "Undo c2: left out").click();
  await view.getByText("Not logged: 0.5 h").waitFor();
  await view.getByLabel("Issue for Coffee with Bo").fill(" proj-7 ");
  await button(view, "Assign Coffee with Bo").click();
  await isCalled(view, "Draft: 6 worklogs, 8.5 h");
  const choices = { ...args, assign: [...assign, { ref: "c2", issueKey: "proj-7" }], leaveOut: [] };
  expect(await callsOf(open, "draft_timesheet")).toEqual([{ ...args, leaveOut: [] }, choices]);
  const { modelContexts } = await open.host.records();
  expect(modelContexts.at(-1)).toBe(
    `The user has changed the draft in the timesheet view. Its arguments are now: ${JSON.stringify(choices)}`,
  );
  await logsWhatIsShown(open);
});

test("an entry gets another issue, or is left out, whole or in part, and each choice can be undone", async () => {
  const { view } = await openDraft();
  await button(view, "Change PROJ-123, Fri 9 Jan").click();
  await view.getByLabel("Issue for PROJ-123, Fri 9 Jan").fill("PROJ-7");
  await button(view, "Assign PROJ-123, Fri 9 Jan").click();
  const friday = day(view, "Fri 9 Jan");
  await friday.getByText("PROJ-7 Code review").waitFor();
  expect(await friday.locator(".chips li").first().textContent()).toBe("your choice");
  await button(view, "Leave out PROJ-4, Mon 5 Jan").click();
  await isCalled(view, "Draft: 4 worklogs, 14.5 h");
  await button(view, "Undo Mon 5 Jan, meeting, 11:00-12:00: left out").click();
  await isCalled(view, "Draft: 5 worklogs, 15.5 h");
});

test("the user who does not ask for it has nothing remembered; one who does learns why it was not", async () => {
  const command = await draftCommand({ TEMPO_CONFIG_FILE: "off" });
  const assign = [{ ref: "c4", issueKey: "PROJ-4" }];
  const open = await openDraft({ command, arguments: { ...WEEK, assign } });
  await logsWhatIsShown(open);
  expect((await callsOf(open, "post_draft"))[0]).not.toHaveProperty("remember");
  expect(await open.view.getByText(/emembered/).count()).toBe(0);

  const other = await openDraft({ command, arguments: { ...WEEK, assign } });
  await remember(other.view).check();
  await logsWhatIsShown(other);
  await other.view
    .locator("p.text", { hasText: "Not remembered: " })
    .getByText("TEMPO_CONFIG_FILE")
    .waitFor();
});

test("a choice that the server refuses is dropped, with its reason, and the draft stays", async () => {
  const open = await openDraft();
  const { view } = open;
  await button(view, "Leave out Coffee with Bo").click();
  await view.getByText("Coffee with Bo: left out").first().waitFor();
  const field = view.getByLabel("Issue for Roadmap with Kim");
  await field.fill("NOPE-1");
  await field.press("Enter");
  await view.getByRole("alert").getByText("NOPE-1").waitFor();
  expect(await field.inputValue()).toBe("NOPE-1");
  await button(view, "Leave out PROJ-7, Tue 6 Jan").click();
  await isCalled(view, "Draft: 4 worklogs, 13.25 h");
  expect(await button(view, /^Undo/).allTextContents()).toEqual([
    "Undo Tue 6 Jan, Coffee with Bo: left out",
    "Undo Tue 6 Jan, commented 2 times, 13:05-13:25: left out",
  ]);
  await logsWhatIsShown(open);
});

test("choices that are made while a draft is under way are all in the next one, and nothing is logged before", async () => {
  const open = await openDraft({ calls: { delay: 3000 } });
  const { view } = open;
  await isCalled(view, "Draft: 5 worklogs, 15.5 h");
  await button(view, "Leave out Roadmap with Kim").click();
  await button(view, "Leave out Coffee with Bo").click();
  await button(view, "PROJ-4 Sprint ceremonies for Roadmap with Kim").click();
  await logButton(view).click({ force: true });
  await isCalled(view, "Draft: 6 worklogs, 16.5 h");
  expect(await callsOf(open, "post_draft")).toEqual([]);
  expect(await callsOf(open, "draft_timesheet")).toHaveLength(2);
});

test("where nothing may be written, the draft can be changed and not logged", async () => {
  const { view } = await openDraft({ command: await draftCommand({ TEMPO_READ_ONLY: "1" }) });
  await button(view, "Leave out Coffee with Bo").click();
  await view.getByText("Coffee with Bo: left out").first().waitFor();
  expect(await logButton(view).count()).toBe(0);
});

test("in a host without server tools, the draft is shown without anything to press", async () => {
  const { view } = await openDraft({ lacks: ["serverTools"] });
  await view.getByText("does not let the view change or log the draft").waitFor();
  expect(await view.getByText("logged for 'Roadmap with everybody'").count()).toBe(1);
  expect(await view.getByRole("button").count()).toBe(0);
});

test("a draft that the assistant was to log and that has changed is shown", async () => {
  const open = await openDraft({ tool: "post_draft", arguments: { ...WEEK, confirm: "00000000" } });
  await open.view.getByText(CHANGED).waitFor();
  expect(held(open)).toEqual(BEFORE);
  await logsWhatIsShown(open);
});

test("a host that refuses to log, and one that loses the response: nothing is logged twice", async () => {
  const open = await openDraft({ calls: { denies: "writes" } });
  const { view } = open;
  await logButton(view).click();
  await view.getByText("The user did not allow this call. Tempo has none of it yet.").waitFor();
  expect(held(open)).toEqual(BEFORE);
  const shown = await drafted(view);
  const runOut = await holdTimeouts(view);
  await open.host.setFaults({ loses: "writes" });
  const { answered } = await open.host.records();
  await logButton(view).click();
  await expect.poll(async () => (await open.host.records()).answered).toBe(answered + 1);
  await runOut();
  await view.getByText("The draft has been made again, from what Tempo has now.").waitFor();
  expect(held(open)).toEqual(sorted([...BEFORE, ...shown]));
  await isCalled(view, "Draft: nothing to log");
});

test.each(SETUPS)(
  "a worklog that Tempo refuses on $deployment is shown as failed, and stays in the draft",
  async (setup) => {
    const isOfTuesday = ({ body }: { body: string }) => body.includes("2026-01-06");
    const open = await openDraft({
      ...setup,
      upstream: (tempo) => tempo.onWrite(isOfTuesday, rejected(400, "The period is closed")),
    });
    await logButton(open.view).click();
    await open.view.getByRole("heading", { name: "4 worklogs logged, 13.25 h; 1 failed" }).waitFor();
    await open.view.getByText("The period is closed").first().waitFor();
    await isCalled(open.view, "Draft: 1 worklog, 2.25 h");
    expect(held(open)).toHaveLength(5);
  },
);

test("what the assistant has logged is named by its ids where the view may not read it", async () => {
  const reply = {
    logged: true,
    worklogIds: ["11", "12"],
    summary: { totalEntries: 0, totalHours: 3, missingHoursAfter: 0 },
  };
  const failures = [{ date: "2026-01-05", issueKey: "PROJ-7", error: "The period is closed." }];
  const { view } = await openDraft({
    tool: "post_draft",
    arguments: { ...WEEK, confirm: "00000000" },
    lacks: ["serverTools"],
    replay: { content: [{ type: "text", text: JSON.stringify({ ...reply, failures }) }] },
  });
  await isCalled(view, "2 worklogs stored, 3 h; 1 failed");
  await view.getByText("Mon 5 Jan PROJ-7: The period is closed.").waitFor();
  await view.getByText("tell the assistant: “Delete the worklogs 11, 12.”").waitFor();
});

test("a host that sends no result: the view asks for the draft once the call must have ended", async () => {
  const open = await openDraft({ sends: [] });
  await shortenTimeout(open.view);
  await open.host.send("input");
  // The draft itself may take longer than the shortened timeout.
  await expect.poll(() => callsOf(open, "draft_timesheet")).toEqual([{ ...WEEK, assign: [], leaveOut: [] }]);
});

test("a call that was to log a draft and is cancelled may have logged some of it", async () => {
  const { view } = await openDraft({
    tool: "post_draft",
    arguments: { ...WEEK, confirm: "00000000" },
    sends: ["input", "cancelled"],
  });
  await view.getByText("What it logged until then is in Tempo.").waitFor();
});

test("the keyboard alone changes a draft: the focus stays on the day, and Escape closes what was opened", async () => {
  const { view, page } = await openDraft();
  const focused = () => view.locator(":focus").textContent();
  await button(view, "PROJ-4 Sprint ceremonies for Roadmap with Kim").press("Enter");
  await isCalled(view, "Draft: 6 worklogs, 16.5 h");
  await expect.poll(focused).toBe("Fri 9 Jan");
  const change = button(view, "Change PROJ-123, Mon 5 Jan");
  await change.press("Enter");
  expect(await change.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await view.getByLabel("Issue for PROJ-123, Mon 5 Jan").press("Escape");
  expect(await change.getAttribute("aria-expanded")).toBe("false");
  expect(await focused()).toBe("Change PROJ-123, Mon 5 Jan");
});
