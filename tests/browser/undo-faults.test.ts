import { expect, test } from "vitest";
import { rejected } from "../helpers/fault-script.ts";
import {
  askForUndo,
  BEFORE,
  deleteButton,
  openQuestion,
  openReceipt,
  replayOf,
  worklogOf,
} from "./receipt.ts";
import { held, outcome, rowsOf, shortenTimeout, sorted, writes } from "./writing.ts";

const MANY = { command: { args: ["--toolsets=edit"] } };

const BOTH = [
  ["delete_worklog", {}],
  ["delete_worklogs", MANY],
] as const;

test.each(BOTH)(
  "two views that undo the same at once by %s delete it, and nothing else",
  async (_, command) => {
    const open = await openReceipt(command);
    const other = await open.openAnother({
      tool: "bulk_post_worklogs",
      arguments: {},
      replay: replayOf(open),
    });
    const views = [open, other];
    for (const view of views) {
      await askForUndo(view);
      await deleteButton(view.view).waitFor();
    }
    await Promise.all(views.map(({ view }) => deleteButton(view).click()));
    for (const { view } of views) expect(await outcome(view)).toMatch(/deleted|no longer in Tempo/);
    expect(held(open)).toEqual(rowsOf(BEFORE));
  },
);

test("a worklog that changes while undo deletes the one before it stays", async () => {
  const open = await openQuestion();
  await open.host.setFaults({ asks: 700 });
  await open.button.click();
  await expect.poll(() => writes(open)).toEqual(["delete_worklog"]);
  worklogOf(open, 10004).timeSpentSeconds = 3600;
  expect(await outcome(open.view)).toBe(
    "1 worklog deleted. 1 worklog changed since, so nothing was deleted for it.",
  );
  expect(await writes(open)).toEqual(["delete_worklog"]);
  expect(held(open)).toEqual(
    sorted([...rowsOf(BEFORE), { issueKey: "PROJ-4", hours: 1, date: "2026-01-06", billable: true }]),
  );
});

test("a worklog that changes between the plan of delete_worklogs and its confirmation stays", async () => {
  const open = await openQuestion(MANY);
  await open.host.setFaults({ asks: 700 });
  await open.button.click();
  await expect.poll(() => writes(open)).toEqual(["delete_worklogs", "delete_worklogs"]);
  worklogOf(open, 10004).billableSeconds = 0;
  expect(await outcome(open.view)).toBe(
    "0 worklogs deleted. 2 worklogs left. The worklogs have changed meanwhile.",
  );
  expect(held(open).length).toBe(BEFORE.length + 2);
});

test("nothing is deleted by delete_worklogs if billable hours change after undo has named the worklog", async () => {
  const open = await openQuestion(MANY);
  worklogOf(open, 10004).billableSeconds = 0;
  await open.button.click();
  expect(await outcome(open.view)).toContain("Nothing was deleted now: Tempo has changed meanwhile.");
  expect(await writes(open)).toEqual([]);
  expect(held(open).length).toBe(BEFORE.length + 2);
});

test.each(BOTH)("a host that refuses %s deletes nothing, and undo can be repeated", async (_, command) => {
  const open = await openQuestion({ ...command, calls: { denies: "writes" } });
  await open.button.click();
  expect(await outcome(open.view)).toBe(
    "0 worklogs deleted. 2 worklogs left. The user did not allow this call.",
  );
  expect((await open.host.records()).modelContexts).toEqual([]);
  expect(held(open).length).toBe(BEFORE.length + 2);
  await open.host.setFaults({});
  await open.button.click();
  expect(await outcome(open.view)).toBe("2 worklogs deleted.");
  expect(held(open)).toEqual(rowsOf(BEFORE));
});

test("what delete_worklogs deletes without a response is counted in Tempo", async () => {
  const open = await openReceipt(MANY);
  await shortenTimeout(open.view);
  await askForUndo(open);
  await open.button.waitFor();
  await open.host.setFaults({ asks: 300 });
  await open.button.click();
  await expect.poll(() => writes(open)).toEqual(["delete_worklogs"]);
  await open.host.setFaults({ loses: "writes" });
  expect(await outcome(open.view)).toBe("2 worklogs deleted.");
  expect((await writes(open)).length).toBe(2);
  expect(held(open)).toEqual(rowsOf(BEFORE));
});

test.each(BOTH)("what Tempo refuses to delete by %s stays, and its words are shown", async (_, command) => {
  const open = await openQuestion({
    ...command,
    upstream: (tempo) => tempo.onDelete("all", rejected(400, "The period is closed")),
  });
  await open.button.click();
  const said = await outcome(open.view);
  expect(said).toContain("0 worklogs deleted. 2 worklogs left.");
  expect(said).toContain("The period is closed");
  expect(held(open).length).toBe(BEFORE.length + 2);
});

test("what Tempo still lists for a while after undo counts as deleted", async () => {
  const open = await openReceipt(MANY);
  const { behaviour, worklogs } = open.sandbox.state;
  const old = [...worklogs.values()];
  let late = 2;
  behaviour.listed = (all) => {
    if (all.length < old.length) late -= 1;
    return late < 0 ? all : old;
  };
  await askForUndo(open);
  await open.button.click();
  expect(await outcome(open.view)).toBe("2 worklogs deleted.");
  expect(held(open)).toEqual(rowsOf(BEFORE));
});
